import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { encodeCursor } from '#domain/page.ts';
import { openDatabase } from '#worker/platform/db/client.ts';
import { accounts, policies } from '#worker/platform/db/schema.ts';
import { countingDatabase, rows } from '../../test/harness.ts';
import { listAll } from '../../test/listed.ts';
import { type DeskPageInput, readDeskPage } from './repository.ts';
import type { DeskSource } from './walk/repository.ts';

/** Account i of 500: premiums in ties of 100, every tenth inactive, every second by the name of Ada. */
const MANY = 500;
const wallet = (i: number) => `0x${i.toString(16).padStart(40, 'ab0')}`;

beforeAll(async () => {
  const made = Array.from({ length: MANY }, (_, index) => [
    wallet(index + 1),
    index % 10 === 9 ? 'inactive' : 'active',
    index % 5 === 0 ? `O"Neil AND ${index + 1}` : index % 2 === 0 ? 'Ada Lovelace' : 'Bo Li',
    (index % 5) * 100,
  ]);
  await rows(
    `INSERT INTO accounts (wallet, kind, status, created_at, last_sign_in_at)
      SELECT value ->> 0, 'evm', value ->> 1, '2026', '2026' FROM json_each(?)`,
    JSON.stringify(made),
  );
  await rows(
    `UPDATE accounts SET name = value ->> 2, premium_usd = value ->> 3 FROM json_each(?) WHERE wallet = value ->> 0`,
    JSON.stringify(made),
  );
});

beforeAll(async () => {
  await rows(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
     INSERT INTO policies (quote_id, group_id, wallet, kind, chain_id, product, status, needs_review, premium_usd, coverage_usd,
       start_date, cover_start_date, end_date, cover_until, created_at, purchase_event_id)
     SELECT 'q' || i, 'g' || i, 'nobody', 'evm', '1337', 'home', iif(i % 600, 'active', 'rejected'), 0, i, 1000, '2027-01-01', '2027-01-01',
       iif(i <= 2450, '2027-06-30', '2027-12-31'), '2027', CAST(i AS text), i FROM n`,
  );
  await listAll('policies');
});

const users = (change: Partial<DeskSource<typeof accounts>> = {}): DeskSource<typeof accounts> => ({
  kind: 'users',
  table: accounts,
  ...change,
});

async function read(input: DeskPageInput, change: Partial<DeskSource<typeof accounts>> = {}) {
  const { DB, rowsRead, statements } = countingDatabase();
  const page = await readDeskPage(openDatabase(DB), input, users(change));
  return { ...page, ids: page.rows.map(({ id }) => id), rowsRead, batches: statements.length };
}

/** The same of 2,500 policies: the last 50 end half a year after the others, and every 600th was rejected. */
async function sold(input: DeskPageInput, change: Partial<DeskSource<typeof policies>> = {}) {
  const source = { kind: 'policies', table: policies, ...change } as const;
  const { DB, rowsRead } = countingDatabase();
  const page = await readDeskPage(openDatabase(DB), input, source);
  return { ...page, ids: page.rows.map(({ id }) => id), rowsRead };
}

const countdown = (from: number, length: number) => Array.from({ length }, (_, index) => from - index);

describe('a page of a list at the desk', () => {
  test('leads forward and back by its cursors, newest first', async () => {
    const first = await read({ limit: 4 });
    expect(first.ids).toEqual([500, 499, 498, 497]);
    expect(first.pagination).toMatchObject({
      current_page: 1,
      total_pages: 125,
      per_page: 4,
      prev_cursor: null,
      search_limited: false,
    });
    expect(first.total).toBe(MANY);
    const second = await read({ limit: 4, cursor: first.pagination.next_cursor ?? '' });
    expect(second.ids).toEqual([496, 495, 494, 493]);
    const third = await read({ limit: 4, cursor: second.pagination.next_cursor ?? '' });
    const back = await read({ limit: 4, cursor: third.pagination.prev_cursor ?? '' });
    expect(back.ids).toEqual(second.ids);
    expect(back.pagination.next_cursor).toBe(second.pagination.next_cursor);
    const start = await read({ limit: 4, cursor: back.pagination.prev_cursor ?? '' });
    expect(start.ids).toEqual(first.ids);
    expect(start.pagination.prev_cursor).toBeNull();
  });

  test('ends without a next cursor, in either order', async () => {
    const last = await read({ limit: 4, sortOrder: 'ASC', page: 125 });
    expect(last.ids).toEqual([497, 498, 499, 500]);
    expect(last.pagination.next_cursor).toBeNull();
    const before = await read({ limit: 4, sortOrder: 'ASC', cursor: last.pagination.prev_cursor ?? '' });
    expect(before.ids).toEqual([493, 494, 495, 496]);
    expect((await read({ limit: 4, page: 126 })).ids).toEqual([]);
  });

  test.each([
    'ASC',
    'DESC',
  ] as const)('visits each row once when many have the same number, %s', async (sortOrder) => {
    const where = { status: 'active' };
    const change = { sort: 'amount', where } as const;
    const seen: { id: number; premium_usd: number }[] = [];
    let cursor: string | undefined;
    do {
      const page = await read({ limit: 60, sortOrder, cursor }, change);
      expect(page.total).toBe(450);
      // No index has the status beside the premium, so the others in between are read too.
      expect(await page.rowsRead()).toBeLessThanOrEqual(3 * 60 + 20);
      seen.push(...page.rows);
      cursor = page.pagination.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toHaveLength(450);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(450);
    const sign = sortOrder === 'ASC' ? 1 : -1;
    const sorted = [...seen].sort((a, b) => sign * (a.premium_usd - b.premium_usd || a.id - b.id));
    expect(seen).toEqual(sorted);
  });

  test('sorts by a text with ties and goes back through them', async () => {
    const change = { sort: 'ends' } as const;
    const first = await sold({ limit: 30 }, change);
    const ends = (page: typeof first) => page.rows.map(({ end_date }) => end_date);
    expect(ends(first)).toEqual(Array.from({ length: 30 }, () => '2027-12-31'));
    const second = await sold({ limit: 30, cursor: first.pagination.next_cursor ?? '' }, change);
    expect(ends(second)).toEqual([
      ...Array.from({ length: 20 }, () => '2027-12-31'),
      ...Array.from({ length: 10 }, () => '2027-06-30'),
    ]);
    const back = await sold({ limit: 30, cursor: second.pagination.prev_cursor ?? '' }, change);
    expect(back.ids).toEqual(first.ids);
  });

  test('reads at most twice its rows by cursor, however deep, and page by page no more than it skips', async () => {
    const deep = encodeCursor({ back: false, at: null, id: 40 });
    const page = await read({ limit: 20, cursor: deep });
    expect(page.ids).toEqual(countdown(39, 20));
    expect(await page.rowsRead()).toBeLessThanOrEqual(2 * 20 + 20);
    const tenth = await read({ limit: 20, page: 10 });
    expect(tenth.ids).toEqual(countdown(320, 20));
    expect(await tenth.rowsRead()).toBeLessThanOrEqual(10 * 20 + 40);
  });

  test('counts the rows that it looks at where nothing counts its filter, all of a search, and says when there may be more', async () => {
    const page = await read({ limit: 4 }, { isCounted: false });
    expect([page.ids, page.total]).toEqual([[500, 499, 498, 497], 500]);
    expect(page.pagination).toMatchObject({ total_pages: 125, total_is_minimum: false });
    const many = await sold({ limit: 4 }, { isCounted: false });
    expect(many.total).toBe(1000);
    expect(many.pagination).toMatchObject({ total_pages: null, total_is_minimum: true });
    const found = await read({ limit: 4, search: '42' }, { isCounted: false });
    expect([found.total, found.pagination.total_pages]).toEqual([1, 1]);
  });

  test('looks at 1,000 rows where no index has its filter, says how far back that is, and continues from there', async () => {
    const rare = { sort: 'amount', where: { status: 'rejected' }, isCounted: false } as const;
    const first = await sold({ limit: 5 }, rare);
    expect(first.ids).toEqual([2400, 1800]);
    expect(first.total).toBe(2);
    expect(first.pagination).toMatchObject({ total_is_minimum: true, searched_to: '1501' });
    // The page, its total and where it ends.
    expect(await first.rowsRead()).toBeLessThanOrEqual(3 * 2 * 1000 + 20);
    const next = ({ pagination }: typeof first) => ({ limit: 5, cursor: pagination.next_cursor ?? '' });
    const second = await sold(next(first), rare);
    expect(second.ids).toEqual([1200, 600]);
    expect(second.pagination.searched_to).toBe('501');
    const last = await sold(next(second), rare);
    expect(last.ids).toEqual([]);
    expect(last.pagination).toMatchObject({ next_cursor: null, searched_to: null });
    const back = await sold({ limit: 5, cursor: last.pagination.prev_cursor ?? '' }, rare);
    expect(back.ids).toEqual([1200, 600]);
  });

  test('refuses a cursor of another list or another sort', async () => {
    const refused = {
      code: 'invalid',
      message: 'This page does not exist. Please start with the first one.',
    };
    const byText = encodeCursor({ back: false, at: 'active', id: 3 });
    await expect(read({ cursor: byText })).rejects.toMatchObject(refused);
    await expect(read({ cursor: byText }, { sort: 'amount' })).rejects.toMatchObject(refused);
  });
});

describe('a search at the desk', () => {
  test.each([
    ['田中 太郎', '田中 太郎'],
    ['田中 太郎', '太'],
    ['王 伟', '伟 王'],
    ['山田太郎', '太郎'],
    ['山田太郎', '郎'],
    ['김민준', '민준'],
    ['Bo Li', 'Bo Li'],
    ['Ana Muñoz', 'Munoz'],
    ['Ana Munoz', 'Muñoz'],
    ['Nguyễn Văn An', 'Nguyê\u0303n'],
    ['Nguyễn Văn An', 'nguyen van an'],
    ['Flann O’Brien', "O'Brien"],
    ["Flann O'Brien", 'O’Brien'],
    ['Flann O’Brien', 'o`brien'],
    ['Ada Lovelace', 'Ａｄａ'],
    ['Ada Lovelace', 'Lo Ad'],
    ['Ａｄａ Ｌｏｖｅｌａｃｅ', 'Ada'],
    ['Łukasz Đorđević', 'lukasz dordevic'],
    ['Lukasz Dordevic', 'Łukasz ĐORĐEVIĆ'],
    ['Søren Strauß', 'Soren STRAUSS'],
    ['Soren Strauss', 'SØREN Strauẞ'],
    ['Ægir Þór Cœur', 'aegir thor coeur'],
    ['İpek Yıldız', 'ipek yildiz'],
    ["D'Or Gabbana", "d'or"],
    ['ｶﾞﾝﾀﾞﾑ', 'ガンダム'],
    ['ガンダム', 'ｶﾞﾝﾀﾞﾑ'],
  ])('finds %s when somebody types %s', async (name, search) => {
    await rows('UPDATE accounts SET name = ? WHERE id = 3', name);
    expect((await read({ search }, { also: eq(accounts.id, 3) })).ids).toEqual([3]);
  });

  test('of one or two letters finds no word that only contains them', async () => {
    await rows("UPDATE accounts SET name = 'Ada Lovelace' WHERE id = 3");
    expect((await read({ search: 'ov ce' }, { also: eq(accounts.id, 3) })).ids).toEqual([]);
  });

  test('of one or two characters finds a number and the beginning of a word', async () => {
    expect((await read({ search: '7' })).ids).toEqual([7]);
    const number = await read({ search: '42' });
    expect(number.ids).toEqual([42]);
    expect(number.total).toBe(1);
    const all = await read({ search: '0X', limit: 3 });
    expect(all.rows).toHaveLength(3);
    expect(all.pagination).toMatchObject({ search_limited: true, total_pages: 67 });
    expect(all.total).toBe(200);
    expect((await read({ search: 'Bo', limit: 1 })).rows[0]?.name).toBe('Bo Li');
  });

  test('of three characters finds them anywhere in a name, newest first', async () => {
    const found = await read({ search: 'lov', limit: 3 });
    expect(found.ids).toEqual([499, 497, 495].filter((id) => (id - 1) % 5 !== 0));
    expect(found.total).toBe(200);
    expect(found.pagination.search_limited).toBe(false);
    const second = await read({ search: 'lov', limit: 3, cursor: found.pagination.next_cursor ?? '' });
    expect(second.ids.every((id) => id < (found.ids.at(-1) ?? 0))).toBe(true);
  });

  test('a search of several words finds only what has all of them', async () => {
    expect((await read({ search: 'neil 101' })).ids).toEqual([101]);
    expect((await read({ search: 'Bo Lovelace' })).ids).toEqual([]);
  });

  test('treats quotes, operators and other signs literally', async () => {
    expect((await read({ search: 'O"Neil AND 251' })).ids).toEqual([251]);
    for (const search of [
      '"',
      '""',
      '"""',
      'NOT',
      'a* OR b*',
      'NEAR(a b)',
      '^ada',
      'name:ada',
      '(((',
      '-ada',
    ]) {
      expect((await read({ search })).ids, search).toEqual([]);
    }
    for (const search of ['\0', 'ada\0', '😀', '😀a', '%', '_', "'; DROP TABLE accounts; --"]) {
      await expect(read({ search }), JSON.stringify(search)).resolves.toBeDefined();
    }
    expect((await read({ search: 'ada\0', limit: 1 })).ids).toHaveLength(1);
  });

  test('finds a record by its number as it is written', async () => {
    const policy = async (search: string) => (await sold({ search })).ids;
    expect(await policy('pol-007')).toEqual([7]);
    expect(await policy('007')).toContain(7);
    expect((await read({ search: '007' })).ids).toContain(7);
  });

  test('finds no record by the number of another kind of record', async () => {
    expect((await read({ search: 'pol-007' })).ids).toEqual([]);
    expect((await sold({ search: 'clm-007' })).ids).toEqual([]);
  });

  test('says that it was cut at 200 matches, also when a filter leaves fewer', async () => {
    await rows("UPDATE accounts SET email = 'all@example.com' WHERE id > 100");
    const cut = await read({ search: 'example', limit: 5 });
    expect(cut.total).toBe(200);
    expect(cut.pagination).toMatchObject({ search_limited: true, total_pages: 40 });
    const filtered = await read({ search: 'example' }, { where: { status: 'inactive' } });
    expect(filtered.total).toBe(20);
    expect(filtered.pagination.search_limited).toBe(true);
    await rows('UPDATE accounts SET email = NULL WHERE id <= 300');
    const whole = await read({ search: 'example' });
    expect([whole.total, whole.pagination.search_limited]).toEqual([200, false]);
  });

  test('sorts what it found by the list’s column', async () => {
    const found = await read({ search: 'neil', limit: 3, sortOrder: 'ASC' }, { sort: 'amount' });
    expect(found.ids).toEqual([1, 6, 11]);
  });
});
