import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { FAQ } from '#domain/support/faq.ts';
import type { FaqVotes } from '#domain/support/schema.ts';
import { Customer, call, countingDatabase, rows, workerWith } from '../../test/harness.ts';

const [first, second] = FAQ.map(({ id }) => id) as [string, string];
let ada: Customer;
let eve: Customer;

beforeEach(async () => {
  await env.DB.batch([env.DB.prepare('DELETE FROM faq_votes'), env.DB.prepare('DELETE FROM faq_totals')]);
  [ada, eve] = [await Customer.arrive(), await Customer.arrive()];
});

const vote = (who: Customer, id: string, helpful: boolean) =>
  who.call<FaqVotes[number]>(`/support/faq/${id}/vote`, { body: { helpful } });
const votes = async (token: string | null = null) => (await call<FaqVotes>('/support/faq', { token })).data;
const of = (id: string, list: FaqVotes) => list.find((each) => each.id === id);

describe('support center votes', () => {
  test('shows votes for every question to everyone, zero at first', async () => {
    expect(await votes()).toEqual(FAQ.map(({ id }) => ({ id, helpful_count: 0, voted: false })));
  });

  test('counts one vote per wallet and question and lets it be withdrawn @api-22', async () => {
    for (const _ of [1, 2]) {
      expect(await vote(ada, first, true)).toMatchObject({
        status: 200,
        data: { id: first, helpful_count: 1, voted: true },
      });
    }
    expect((await vote(eve, first, true)).data.helpful_count).toBe(2);
    expect((await vote(ada, second, false)).data).toEqual({ id: second, helpful_count: 0, voted: false });
    for (const _ of [1, 2]) {
      expect((await vote(ada, first, false)).data).toEqual({ id: first, helpful_count: 1, voted: false });
    }
  });

  test('shows a wallet its own vote and everyone else only the number', async () => {
    await vote(ada, first, true);
    expect(of(first, await votes(ada.token))).toEqual({ id: first, helpful_count: 1, voted: true });
    for (const token of [null, eve.token]) {
      expect(of(first, await votes(token))).toEqual({ id: first, helpful_count: 1, voted: false });
    }
  });

  test('shows votes even with an expired session', async () => {
    await ada.call('/auth/logout', { method: 'POST' });
    expect(of(first, await votes(ada.token))?.voted).toBe(false);
    expect(of(first, await votes('nonsense'))?.voted).toBe(false);
    expect((await vote(ada, first, true)).status).toBe(401);
  });

  test('counts many simultaneous votes exactly @api-22', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => Customer.arrive()));
    await Promise.all(all.flatMap((who) => [vote(who, first, true), vote(who, first, true)]));
    const back = all.slice(0, 2).flatMap((who) => [vote(who, first, false), vote(who, first, false)]);
    await Promise.all(back);
    expect(of(first, await votes())?.helpful_count).toBe(4);
    expect(await rows('SELECT * FROM faq_votes')).toHaveLength(4);
  });

  test('answers 404 for a vote on a missing question and 422 for one without a clear yes or no', async () => {
    expect(await vote(ada, 'no-such-question', true)).toMatchObject({ status: 404 });
    const unclear = await ada.call(`/support/faq/${first}/vote`, { body: { helpful: 'yes' } });
    expect(unclear).toMatchObject({ status: 422, code: 'invalid' });
  });

  test('reads votes with two statements and a few rows per question', async () => {
    for (const { id } of FAQ) await vote(ada, id, true);
    await env.DB.exec(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) INSERT INTO faq_votes SELECT '${first}', 'w' || i, '2026' FROM n`,
    );
    const { DB, statements, rowsRead } = countingDatabase();
    await call('/support/faq', { token: ada.token }, workerWith({}, { DB }));
    statements.splice(0, 1);
    expect(statements).toHaveLength(2);
    // Sums, plus one lookup of the own vote per question, whatever others voted.
    expect(await rowsRead()).toBeLessThanOrEqual(4 * FAQ.length);
  });
});
