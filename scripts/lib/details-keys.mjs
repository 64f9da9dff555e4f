// Encrypts everything again under the current details key, so that the others can leave the ring.
import { rotateDetailsKeys } from '../../worker/src/admin/keys/rotate.ts';
import { keyRing } from '../../worker/src/platform/settings.ts';
import { execute, query, Refused } from './administrators.mjs';

/**
 * One sentence a line on what was done.
 * @param {string} text the DETAILS_KEYS of the deployment
 * @param where as for `query`
 */
export async function rotate(text, where) {
  let ring;
  try {
    ring = keyRing.parse(JSON.parse(text));
  } catch {
    throw new Refused('DETAILS_KEYS is not a ring of keys, as the deployment has it.');
  }
  const { found, unreadable } = await rotateDetailsKeys(ring, {
    query: (sql) => query(sql, where),
    execute: (sql) => execute(sql, where),
  });
  return [
    found === 0
      ? `Everything was encrypted with key ${ring.current} already.`
      : `${found - unreadable.length} values are encrypted with key ${ring.current} now.`,
    ...unreadable.map((place) => `No key of the ring decrypts ${place}.`),
  ];
}
