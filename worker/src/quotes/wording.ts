import type { Product } from '../../../domain/quote/products.ts';
import { WORDINGS } from '../../../domain/quote/wording.ts';
import { fieldError } from './terms.ts';

export interface Acceptance {
  wordingVersion: string | null;
  /** ISO time by our clock. */
  wordingAcceptedAt: string | null;
}

/** The wording the holder accepted, with the time. 422 if it is no longer the current one. */
export function acceptWording(product: Product, version: string | undefined, at: string): Acceptance {
  if (version === undefined) return { wordingVersion: null, wordingAcceptedAt: null };
  if (version === WORDINGS[product].version) return { wordingVersion: version, wordingAcceptedAt: at };
  throw fieldError('wording_version', 'The terms have changed. Please read and accept the current ones.');
}

/** When the current wording was accepted, with the quote or earlier with its draft; null if it wasn't. */
export function acceptedAt(product: Product, ...acceptances: readonly (Acceptance | null)[]): string | null {
  const current = acceptances.find((each) => each?.wordingVersion === WORDINGS[product].version);
  return current?.wordingAcceptedAt ?? null;
}
