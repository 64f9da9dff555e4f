import * as z from 'zod';
import { hash32 } from '#domain/fields.ts';
import { type Details, placeIn, privateFields } from '#domain/products/forms/facts.ts';
import type { NeedAnswers } from '#domain/products/forms/needs.ts';
import type { ProductKey } from '#domain/products/index.ts';
import { needAnswers } from '#domain/quote/schema.ts';
import { quoteBinding } from '#worker/platform/crypto/bindings.ts';
import { fingerprint, type KeyRing, open, seal } from '#worker/platform/crypto/sealed.ts';

const facts = z.record(z.string(), z.union([z.string(), z.number()]));
export type Facts = z.output<typeof facts>;

/** What a quote stores encrypted: its private details, and the salt of each field that its details hash commits to. */
const secret = z.object({ details: facts, salts: z.record(z.string(), hash32) });
export type Salts = z.output<typeof secret>['salts'];

/**
 * Splits the details into columns: what lists may show, the private fields encrypted for this quote and owner with the salts,
 * and a fingerprint of the place, if they name one.
 */
export async function splitDetails(
  ring: KeyRing,
  quote: { id: string; wallet: string; product: ProductKey; details: Details; salts: Salts },
) {
  const hidden = new Set(privateFields(quote.product, quote.details));
  const entries = Object.entries(quote.details);
  const plain = Object.fromEntries(entries.filter(([field]) => !hidden.has(field)));
  const details = Object.fromEntries(entries.filter(([field]) => hidden.has(field)));
  const sealed = { details, salts: quote.salts } satisfies z.input<typeof secret>;
  return {
    details: JSON.stringify(plain),
    sealed: await seal(ring, sealed, quoteBinding(quote.id, quote.wallet)),
    place_mark: await fingerprintOfPlace(ring, quote.details),
  };
}

/** By which claims for one place are found although each place is sealed; null for details without one. */
export async function fingerprintOfPlace(ring: KeyRing, details: Readonly<Details>): Promise<string | null> {
  const place = placeIn(details);
  return place === null ? null : fingerprint(ring, place);
}

/** The private fields and salts encrypted for another owner. Throws if they aren't `quote.wallet`'s. */
export async function resealDetails(
  ring: KeyRing,
  quote: { id: string; wallet: string; sealed: string },
  owner: string,
): Promise<string> {
  const opened = await open(ring, quote.sealed, quoteBinding(quote.id, quote.wallet));
  return seal(ring, opened, quoteBinding(quote.id, owner));
}

/** The fields that lists may show. */
export function plainFacts(details: string): Facts {
  return facts.parse(JSON.parse(details));
}

type Stored = { id: string; wallet: string; details: string; sealed: string };

/** The insured details with the salts of their proof, for their owner only. */
export async function openDetails(
  ring: KeyRing,
  { id, wallet, details, sealed }: Stored,
): Promise<{ details: Facts; salts: Salts }> {
  const opened = secret.parse(await open(ring, sealed, quoteBinding(id, wallet)));
  return { details: { ...plainFacts(details), ...opened.details }, salts: opened.salts };
}

/** The insured details, for their owner only. */
export const joinDetails = async (ring: KeyRing, quote: Stored): Promise<Facts> =>
  (await openDetails(ring, quote)).details;

/** Answers about demands and needs as drafts and quotes store them. */
export const writeNeeds = (answers: NeedAnswers | undefined): string | null =>
  answers === undefined ? null : JSON.stringify(answers);

export const readNeeds = ({ needs }: { needs: string | null }): NeedAnswers | null =>
  needs === null ? null : needAnswers.parse(JSON.parse(needs));
