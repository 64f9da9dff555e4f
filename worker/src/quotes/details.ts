import * as z from 'zod';
import { type Details, privateFields } from '../../../domain/products/forms/facts.ts';
import type { ProductKey } from '../../../domain/products/index.ts';
import type { KeyRing } from '../platform/crypto/sealed.ts';
import { open, seal } from '../platform/crypto/sealed.ts';

const facts = z.record(z.string(), z.union([z.string(), z.number()]));
export type Facts = z.output<typeof facts>;

export const quoteBinding = (quoteId: string, owner: string) => ({ row: `quote:${quoteId}`, owner });

/** The details as two columns: what lists may show, and the private fields encrypted for this quote and owner. */
export async function splitDetails(
  ring: KeyRing,
  quote: { id: string; wallet: string; product: ProductKey; details: Details },
) {
  const hidden = new Set(privateFields(quote.product));
  const entries = Object.entries(quote.details);
  const plain = Object.fromEntries(entries.filter(([field]) => !hidden.has(field)));
  const secret = Object.fromEntries(entries.filter(([field]) => hidden.has(field)));
  return {
    details: JSON.stringify(plain),
    sealed: await seal(ring, secret, quoteBinding(quote.id, quote.wallet)),
  };
}

/** The private fields sealed anew for another owner. Throws when they are not `quote.wallet`'s. */
export async function resealDetails(
  ring: KeyRing,
  quote: { id: string; wallet: string; sealed: string },
  owner: string,
): Promise<string> {
  const secret = await open(ring, quote.sealed, quoteBinding(quote.id, quote.wallet));
  return seal(ring, secret, quoteBinding(quote.id, owner));
}

/** The fields that lists may show. */
export function plainFacts(details: string): Facts {
  return facts.parse(JSON.parse(details));
}

/** The details as they were insured. Only for their owner's eyes. */
export async function joinDetails(
  ring: KeyRing,
  quote: { id: string; wallet: string; details: string; sealed: string },
): Promise<Facts> {
  const secret = await open(ring, quote.sealed, quoteBinding(quote.id, quote.wallet));
  return { ...plainFacts(quote.details), ...facts.parse(secret) };
}
