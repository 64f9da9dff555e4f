/** The journal, and what somebody with the database alone does to it. */
import { env } from 'cloudflare:workers';
import { rows } from './harness.ts';

/** Adds lines of an administrator: `claim.assigned` of claims 1 to `count`, with `r1` and so on as their requests. */
export const writeLines = (count: number, adminId: number) =>
  rows(
    `INSERT INTO journal (kind, v, about, key, at, actor_kind, actor, data, request_id)
      SELECT 'claim.assigned', 1, 'claim:' || value, hex(randomblob(16)), '2026-11-22T10:00:00.000Z', 'admin', ?,
        '{"before":{"assigned_to":null},"after":{"assigned_to":4}}', 'r' || value
      FROM json_each(?)`,
    adminId,
    JSON.stringify(Array.from({ length: count }, (_, index) => index + 1)),
  );

/** Lets the journal be changed and deleted from, as its triggers never would. */
export async function unlockJournal(): Promise<void> {
  for (const name of ['occurrences_unchanged', 'occurrences_undeleted', 'occurrence_data_unchanged']) {
    await rows(`DROP TRIGGER IF EXISTS ${name}`);
  }
}

/** Deletes occurrences, with what is known of them. */
export async function deleteOccurrences(which: string): Promise<void> {
  await rows(`DELETE FROM occurrence_data WHERE ${which}`);
  await rows(`DELETE FROM occurrences WHERE ${which}`);
}

/** An empty journal without seals, whose next id is 1. */
export async function emptyJournal(): Promise<void> {
  await unlockJournal();
  await deleteOccurrences('1');
  await rows('DELETE FROM audit_log_seals');
  await rows("DELETE FROM sqlite_sequence WHERE name = 'occurrences'");
  await rows("DELETE FROM desk_search WHERE rowid IN (SELECT id FROM desk WHERE kind = 'audit-log')");
  await rows("DELETE FROM desk WHERE kind = 'audit-log'");
  await rows("DELETE FROM desk_counts WHERE kind = 'audit-log'");
  await env.FILES.delete('audit-log/latest');
}
