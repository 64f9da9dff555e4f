import type { Clause } from './clauses.ts';
import { EARLIER } from './earlier.ts';
import type { Wording } from './form.ts';
import { clausesIn, FORMS } from './index.ts';

/**
 * Every wording that was ever part of a policy, the current ones included. When a wording changes, the old one stays here
 * for the policies that were bought with it.
 */
const PUBLISHED: readonly Wording[] = [...EARLIER, ...Object.values(FORMS).map(({ wording }) => wording)];

/** The wording of a policy by its version; null for one that was never published. */
export function wordingOf(version: string): Wording | null {
  return PUBLISHED.find((wording) => wording.version === version) ?? null;
}

/** The clauses of a published wording that a rejection can cite; none for a version that was never published. */
export function clausesOf(version: string): Clause[] {
  const wording = wordingOf(version);
  return wording === null ? [] : clausesIn(wording);
}

export const clauseOf = (version: string, id: string): Clause | null =>
  clausesOf(version).find((clause) => clause.id === id) ?? null;
