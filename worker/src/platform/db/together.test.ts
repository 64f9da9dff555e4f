/** Reads that start together are one round trip, and lose no column. */
import { env } from 'cloudflare:workers';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { countingDatabase, rows } from '../../../test/harness.ts';
import { savedReplies } from './admin-schema.ts';
import { openDatabase } from './client.ts';

const [hail, snow] = [
  { id: 1, title: 'Hail', text: 'It is covered.', updated_at: 'a' },
  { id: 2, title: 'Snow', text: 'It is not.', updated_at: 'b' },
];

beforeAll(async () => {
  await rows('DELETE FROM saved_replies');
  for (const { id, title, text, updated_at } of [hail, snow]) {
    await rows('INSERT INTO saved_replies VALUES (?, ?, ?, ?)', id, title, text, updated_at);
  }
});

const opened = () => {
  const { DB, roundTrips, statements } = countingDatabase();
  return { db: openDatabase(DB), roundTrips, statements };
};
const one = (db: ReturnType<typeof openDatabase>, id: number) =>
  db.select().from(savedReplies).where(eq(savedReplies.id, id));

test('reads that start at the same time are one round trip, each with its own answer', async () => {
  const { db, roundTrips } = opened();
  const found = await Promise.all([
    one(db, 1).get(),
    one(db, 2).all(),
    db.$count(savedReplies),
    db.all(sql`SELECT title FROM saved_replies ORDER BY id DESC`),
    db.batch([one(db, 2), one(db, 1)]),
    one(db, 3).get(),
  ]);
  expect(found).toEqual([
    hail,
    [snow],
    2,
    [{ title: 'Snow' }, { title: 'Hail' }],
    [[snow], [hail]],
    undefined,
  ]);
  expect(roundTrips()).toBe(1);
});

test('reads that wait for each other are a round trip each', async () => {
  const { db, roundTrips } = opened();
  await one(db, 1).get();
  await one(db, 2).get();
  expect(roundTrips()).toBe(2);
});

test('joined rows keep the columns that have one name, alone and in a batch', async () => {
  const { db } = opened();
  const other = sql`other`;
  const joined = () =>
    db
      .select({
        id: savedReplies.id,
        title: savedReplies.title,
        otherId: sql<number>`${other}.id`,
        otherTitle: sql<string>`${other}.title`,
        none: sql<null>`NULL`,
      })
      .from(savedReplies)
      .innerJoin(sql`saved_replies ${other}`, sql`${other}.id > ${savedReplies.id}`);
  const pair = { id: 1, title: 'Hail', otherId: 2, otherTitle: 'Snow', none: null };
  expect(await joined().all()).toEqual([pair]);
  expect(await db.batch([joined(), one(db, 1)])).toEqual([[pair], [hail]]);
});

test('a write follows the reads that started before it, in a round trip of its own', async () => {
  const { db, roundTrips } = opened();
  const before = one(db, 1).get();
  const renamed = db.update(savedReplies).set({ title: 'Storm' }).where(eq(savedReplies.id, 1)).run();
  expect((await before)?.title).toBe('Hail');
  await renamed;
  expect((await one(db, 1).get())?.title).toBe('Storm');
  expect(roundTrips()).toBe(3);
  await rows("UPDATE saved_replies SET title = 'Hail' WHERE id = 1");
});

test('a read that fails takes none of those with it that started at the same time', async () => {
  const db = openDatabase(env.DB);
  const settled = await Promise.allSettled([
    one(db, 1).get(),
    db.all(sql`SELECT nothing FROM saved_replies`),
    one(db, 2).get(),
  ]);
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await one(db, 1).get()).toEqual(hail);
});

test('a column that has a number for its name is refused, because an object would reorder it', async () => {
  const db = openDatabase(env.DB);
  const query = db.select({ title: savedReplies.title, two: sql<number>`2` }).from(savedReplies).limit(1);
  await expect(query.all()).rejects.toThrow();
  await expect(db.batch([query, one(db, 1)])).rejects.toThrow('A column without a name');
});

test('a read whose text mentions a write is a read, and loses no column in a batch', async () => {
  const { db, roundTrips } = opened();
  const said = {
    first: sql<string>`${'one'}`,
    second: sql<string>`${'two'}`,
    text: sql<string>`'to update'`,
  };
  const query = db.select(said).from(savedReplies).limit(1);
  const row = { first: 'one', second: 'two', text: 'to update' };
  expect(await Promise.all([query.all(), db.batch([query])])).toEqual([[row], [[row]]]);
  expect(roundTrips()).toBe(1);
});
