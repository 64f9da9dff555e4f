import { FORMS } from '#domain/products/forms/index.ts';
import type { ProductKey } from '#domain/products/index.ts';
import { fieldError } from './terms.ts';

export interface Acceptance {
  wording_version: string | null;
  /** ISO time by our clock. */
  wording_accepted_at: string | null;
}

/** What the holder says to have accepted, with the time; 422 when that text is not the current one anymore. */
export function acceptWording(product: ProductKey, version: string | undefined, at: string): Acceptance {
  if (version === undefined) return { wording_version: null, wording_accepted_at: null };
  if (version === FORMS[product].wording.version)
    return { wording_version: version, wording_accepted_at: at };
  throw fieldError('wording_version', 'The terms have changed. Please read and accept the current ones.');
}

/** When the current wording was accepted, with the quote or before it with its draft; null when it was not. */
export function acceptedAt(
  product: ProductKey,
  ...acceptances: readonly (Acceptance | null)[]
): string | null {
  const current = acceptances.find((each) => each?.wording_version === FORMS[product].wording.version);
  return current?.wording_accepted_at ?? null;
}
