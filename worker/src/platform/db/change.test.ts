/** A change that meets others, and the guards that notice them. */
import { desc, gt, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { deskCtx } from '../../../test/desk.ts';
import { rows } from '../../../test/harness.ts';
import { savedReplies } from './admin-schema.ts';
import { changeRow } from './change.ts';
import { oneValue, readTogether, type Statement } from './client.ts';
import {
  commit,
  deleteRows,
  findRow,
  findRows,
  guardFewer,
  guardNoRow,
  guardRow,
  guardVersions,
  hasRow,
  updateRows,
  upsertRow,
} from './guard.ts';
import { threads } from './messages-schema.ts';

const { db } = deskCtx();

beforeEach(async () => {
  await rows('DELETE FROM saved_replies');
  await rows(
    "INSERT INTO saved_replies (id, title, text, updated_at) VALUES (1, 'Hail', 'It is covered.', 'a')",
  );
});

const titles = () => rows('SELECT title FROM saved_replies ORDER BY id');

describe('a change of a record', () => {
  /** A change of the title, which another writer overtakes this often. */
  const rename = (overtaken: number) => {
    let reads = 0;
    const changed = changeRow(
      { db },
      {
        read: async () => {
          reads += 1;
          const [row] = await rows<{ updated_at: string }>('SELECT updated_at FROM saved_replies');
          return row as { updated_at: string };
        },
        decide: async (row) => {
          if (reads <= overtaken) await rows('UPDATE saved_replies SET updated_at = ?', `b${reads}`);
          return [
            guardRow(db, savedReplies, { id: 1, updated_at: row.updated_at }),
            db.update(savedReplies).set({ title: 'Snow' }),
          ];
        },
        conflict: () => new Error(`overtaken ${reads} times`),
      },
    );
    return changed.then(() => reads);
  };

  test('is decided again on what others left, and read once more at the end', async () => {
    expect(await rename(0)).toBe(2);
    await rows("UPDATE saved_replies SET title = 'Hail'");
    expect(await rename(2)).toBe(4);
    expect(await titles()).toEqual([{ title: 'Snow' }]);
  });

  test('is refused after three tries', async () => {
    await expect(rename(3)).rejects.toThrow('overtaken 3 times');
    expect(await titles()).toEqual([{ title: 'Hail' }]);
  });

  test('writes nothing if there is nothing to change', async () => {
    const conflict = () => new Error('It met no other change');
    expect(await changeRow({ db }, { read: async () => 7, decide: () => [], conflict })).toBe(7);
  });
});

describe('a read by values', () => {
  test('finds the rows with these values or this condition, in the order and number that were asked for', async () => {
    await rows("INSERT INTO saved_replies (id, title, text, updated_at) VALUES (2, 'Snow', '', 'a')");
    const all = gt(savedReplies.id, 0);
    const newest = desc(savedReplies.id);
    const idsOf = async (found: Promise<{ id: number }[]>) => (await found).map(({ id }) => id);
    expect(await idsOf(findRows(db, savedReplies, { updated_at: 'a' }))).toEqual([1, 2]);
    expect(await idsOf(findRows(db, savedReplies, all, [newest]))).toEqual([2, 1]);
    expect(await idsOf(findRows(db, savedReplies, all, [newest], 1))).toEqual([2]);
    expect(await findRow(db, savedReplies, all, newest)).toMatchObject({ id: 2, title: 'Snow' });
    expect(await findRow(db, savedReplies, { title: 'Hail', updated_at: 'b' })).toBeNull();
    expect(await hasRow(db, savedReplies, { title: 'Snow' })).toBe(true);
    expect(await hasRow(db, savedReplies, { id: 3 })).toBe(false);
    expect(() => findRows(db, savedReplies, undefined)).toThrow(
      'A read, a write or a guard needs a condition',
    );
  });

  test('answers several queries by their names, and a single value without its column', async () => {
    const title = (id: number) =>
      oneValue(db.select({ value: savedReplies.title }).from(savedReplies).where(sql`id = ${id}`));
    expect(await readTogether({ first: title(1), none: title(9), count: db.$count(savedReplies) })).toEqual({
      first: 'Hail',
      none: null,
      count: 1,
    });
  });
});

describe('a write by values', () => {
  test('updates and deletes rows by lists of values and by a condition', async () => {
    const more = { text: '', updated_at: 'a' };
    await upsertRow(db, savedReplies, { id: 2, title: 'Snow', ...more }, ['id'], { title: 'Ice' });
    await upsertRow(db, savedReplies, { id: 2, title: 'Snow', ...more }, ['id'], { title: 'Ice' });
    expect(await titles()).toEqual([{ title: 'Hail' }, { title: 'Ice' }]);
    const both = { title: ['Hail', 'Ice'] };
    await updateRows(db, savedReplies, [both, gt(savedReplies.id, 1)], { title: 'Storm' });
    await updateRows(db, savedReplies, { title: [] }, { title: 'None' });
    expect(await titles()).toEqual([{ title: 'Hail' }, { title: 'Storm' }]);
    await deleteRows(db, savedReplies, { title: ['Storm', 'Ice'], updated_at: 'a' });
    expect(await titles()).toEqual([{ title: 'Hail' }]);
    expect(() => deleteRows(db, savedReplies, {})).toThrow('A read, a write or a guard needs a condition');
  });
});

describe('a batch guard', () => {
  const passes = (guard: Statement) => commit({ db }, [guard], () => false);

  test('holds a row to its values, a missing one included', async () => {
    expect(await passes(guardRow(db, savedReplies, { id: 1, updated_at: 'a' }))).toBe(true);
    expect(await passes(guardRow(db, savedReplies, { id: 1, updated_at: 'b' }))).toBe(false);
    expect(await passes(guardNoRow(db, savedReplies, { id: 2 }))).toBe(true);
    expect(await passes(guardNoRow(db, savedReplies, { id: 1 }))).toBe(false);
    expect(await passes(guardFewer(db, savedReplies, sql`id > 0`, 2))).toBe(true);
    expect(await passes(guardFewer(db, savedReplies, sql`id > 0`, 1))).toBe(false);
  });

  test('needs a condition, and a value for each column', () => {
    expect(() => guardRow(db, savedReplies, undefined)).toThrow(
      'A read, a write or a guard needs a condition',
    );
    expect(() => guardRow(db, savedReplies, { id: undefined } as never)).toThrow(
      'A condition on id needs a column and a value',
    );
  });

  test('holds records to the versions that were read, all of them', async () => {
    await rows(
      `INSERT INTO threads (id, key, subject, type, priority, last_sender, last_preview, last_message_at,
         unread_by_customer, unread_by_support, created_at, version)
       VALUES (901, 'v1', '', 'general', 'low', 'user', '', '', 0, 0, '', 3),
         (902, 'v2', '', 'general', 'low', 'user', '', '', 0, 0, '', 5)`,
    );
    const seen = (second: number) =>
      guardVersions(db, threads, [
        { id: 901, version: 3 },
        { id: 902, version: second },
      ]);
    expect(await passes(seen(5))).toBe(true);
    expect(await passes(seen(4))).toBe(false);
    await rows('DELETE FROM threads WHERE id IN (901, 902)');
  });
});
