// Whether a details key can be removed from DETAILS_KEYS, according to the worker's own job.
import { query } from './administrators.mjs';

/** A worker that still runs with the previous secret may write under an old key for a while. */
const SETTLED_MS = 24 * 3_600_000;

/**
 * One sentence per key.
 * @param uses rows of encryption_key_usage: { kid, place, unused_since }
 */
export function keyReport(uses, now = Date.now()) {
  return [...new Set(uses.map(({ kid }) => kid))].map((kid) => {
    const own = uses.filter((use) => use.kid === kid);
    const used = own.filter(({ unused_since }) => unused_since === null).map(({ place }) => place);
    if (used.length > 0) return `Key ${kid}: still in use in ${used.join(', ')}.`;
    const since = own
      .map(({ unused_since }) => unused_since)
      .sort()
      .at(-1);
    const safe = Date.parse(since) + SETTLED_MS;
    return safe <= now
      ? `Key ${kid}: unused since ${since}. It can be removed from DETAILS_KEYS.`
      : `Key ${kid}: unused since ${since}. Please wait until ${new Date(safe).toISOString()} before you remove it.`;
  });
}

export const detailsKeys = async (where) =>
  keyReport(
    await query('SELECT kid, place, unused_since FROM encryption_key_usage ORDER BY kid, place', where),
  );
