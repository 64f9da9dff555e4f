import { expect, test } from 'vitest';
import { deskRows } from '#worker/platform/db/desk-kinds.ts';
import { claimed } from '../../../test/claims.ts';
import { deskCounts } from '../../../test/counts.ts';
import { deskCtx } from '../../../test/desk.ts';
import { rows, scanFromHere } from '../../../test/harness.ts';
import { checkDesk } from './check.ts';

const plain = (sql: string) => sql.replaceAll(/\s+/g, ' ');

test('the migrations have the rows of the desk as their kinds declare them', async () => {
  const [view] = await rows<{ sql: string }>("SELECT sql FROM sqlite_master WHERE name = 'desk_rows'");
  expect(plain(view?.sql ?? '')).toBe(plain(`CREATE VIEW \`desk_rows\` AS ${deskRows()}`));
});

/** A run of the check so many days from now, and what it logs. */
function watched() {
  const found: unknown[] = [];
  const ctx = (day: number) => {
    const clock = () => Date.now() + day * 86_400_000;
    const made = deskCtx({ clock });
    const warn = (event: string, what?: object) => found.push({ event, ...what });
    return { ...made, log: { ...made.log, warn } };
  };
  return { found, ctx };
}

test('once a day every row of the desk is compared with its record, and what differs is logged and repaired', async () => {
  await scanFromHere();
  const { claim } = await claimed();
  const before = await rows('SELECT * FROM desk ORDER BY id');
  const { found, ctx } = watched();
  expect(await checkDesk(ctx(0))).toBe(true);
  expect(found).toEqual([]);

  await rows("UPDATE desk SET status = 'paid', section = NULL WHERE kind = 'claims' RETURNING id");
  await rows("DELETE FROM desk_search WHERE rowid IN (SELECT id FROM desk WHERE kind = 'policies')");
  await rows("DELETE FROM desk_counts WHERE kind = 'policies'");
  await rows("DELETE FROM desk WHERE kind = 'policies' RETURNING id");
  // Today is done.
  expect(await checkDesk(ctx(0))).toBe(true);
  expect(found).toEqual([]);
  expect(await checkDesk(ctx(1))).toBe(true);
  expect(found).toEqual([
    { event: 'desk_repaired', kind: 'policies', records: String(claim.policy_id) },
    { event: 'desk_repaired', kind: 'claims', records: String(claim.id) },
  ]);
  expect(await rows('SELECT * FROM desk ORDER BY id')).toEqual(before);
  const { counted, actual } = await deskCounts();
  expect(counted).toEqual(actual);
});

test('once a day the counters are compared with the rows, and a wrong one is counted again', async () => {
  await scanFromHere();
  await claimed();
  const { found, ctx } = watched();
  await checkDesk(ctx(10));
  found.splice(0);
  const wrong =
    'UPDATE desk_counts SET counts = json_set(counts, \'$."pending/home"\', 41) WHERE kind = ? RETURNING 1';
  expect(await rows(wrong, 'claims')).toHaveLength(1);
  await rows("DELETE FROM desk_counts WHERE kind = 'messages'");
  expect(await checkDesk(ctx(11))).toBe(true);
  expect(found).toEqual([
    { event: 'desk_recounted', kind: 'claims' },
    { event: 'desk_recounted', kind: 'messages' },
  ]);
  const { counted, actual } = await deskCounts();
  expect(counted).toEqual(actual);
  expect(await checkDesk(ctx(12))).toBe(true);
  expect(found).toHaveLength(2);
});
