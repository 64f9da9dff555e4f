/** What premiums earn by day, month and year. */
import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { addDays, addMonths, lastDay, monthsTo } from '../../../../domain/admin/periods.ts';
import { Earning } from '../../../../domain/admin/sums.ts';
import { deskCtx, insured } from '../../../test/desk.ts';
import { kept, recomputed, schedule, stepsOf } from '../../../test/figures.ts';
import { rows } from '../../../test/harness.ts';
import { earningOf } from './repository.ts';

// Another product's premium, which is not to be counted here nor lost.
beforeAll(async () => {
  await insured();
});

describe('what a premium earns', () => {
  const START = Date.UTC(2027, 10, 20) / 86_400_000;
  const day = (number: number) => new Date(number * 86_400_000).toISOString().slice(0, 10);

  test('sums to premium less refund, and its months to its days, whatever the term and the day of the refund', async () => {
    const sold = fc.record({
      start: fc.integer({ min: START, max: START + 500 }),
      days: fc.integer({ min: 1, max: 366 }),
      cents: fc.integer({ min: 0, max: 500_000 }),
      refunded: fc.option(
        fc.record({
          after: fc.integer({ min: -40, max: 400 }),
          part: fc.double({ min: 0, max: 1, noNaN: true }),
        }),
      ),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(sold, { minLength: 1, maxLength: 25 }),
        fc.integer({ min: -30, max: 700 }),
        async (policies, ahead) => {
          await env.DB.prepare('DELETE FROM money_events WHERE event_id >= 1000000').run();
          const insert = (
            id: number,
            kind: string,
            at: string,
            cents: number,
            { start, days, cents: premium }: (typeof policies)[number],
          ) =>
            env.DB.prepare(
              `INSERT INTO money_events (kind, event_id, at, chain_id, currency, product, policy_id, amount, usd_cents, gwei,
               platform_fee_cents, start_date, days, premium_cents) VALUES (?, ?, ?, 'x', 'ETH', 'car', ?, '0', ?, 0, 0, ?, ?, ?)`,
            ).bind(kind, 1_000_000 + id, `${at}T12:00:00.000Z`, id, cents, day(start), days, premium);
          const all = policies.map((policy, index) => {
            const back = policy.refunded && {
              day: day(policy.start + policy.refunded.after),
              cents: Math.floor(policy.cents * policy.refunded.part),
            };
            return { policy, index, back };
          });
          await env.DB.batch(
            all.flatMap(({ policy, index, back }) => [
              insert(2 * index, 'premium', day(policy.start - 40), policy.cents, policy),
              ...(back ? [insert(2 * index + 1, 'refund', back.day, back.cents, policy)] : []),
            ]),
          );
          const steps = await rows<{ policy: number; day: string; cents: number }>(
            `SELECT m.event_id - 1000000 policy, s.day, s.cents FROM earning_steps s JOIN money_events m ON m.id = s.id
           WHERE m.event_id >= 1000000`,
          );
          const earned = new Map<string, bigint>();
          for (const { policy, index, back } of all) {
            const wanted = schedule(
              { start: day(policy.start), days: policy.days, cents: BigInt(policy.cents) },
              back && { day: back.day, cents: BigInt(back.cents) },
            );
            const total = [...wanted.values()].reduce((sum, part) => sum + part, 0n);
            expect(total).toBe(BigInt(policy.cents - (back?.cents ?? 0)));
            const found = new Map<string, bigint>();
            for (const step of steps.filter((each) => Math.floor(each.policy / 2) === index)) {
              found.set(step.day, (found.get(step.day) ?? 0n) + BigInt(step.cents));
            }
            for (const [each, cents] of wanted) earned.set(each, (earned.get(each) ?? 0n) + cents);
            const nonzero = [...found].filter(([, cents]) => cents !== 0n).sort();
            expect(nonzero).toEqual([...stepsOf(wanted)].sort());
          }
          const sum = (from: string, to: string) =>
            Number(
              [...earned]
                .filter(([each]) => each >= from && each <= to)
                .reduce((all, [, part]) => all + part, 0n),
            );
          for (const now of [day(START + ahead), '2028-02-29', '2028-03-01', '2027-12-31']) {
            const of = { product: 'car' };
            const read = earningOf(deskCtx().db, '2027-10', now);
            const earning = new Earning(now, await deskCtx().db.batch([...read]));
            for (const month of monthsTo(addMonths(now.slice(0, 7), 1), 8)) {
              if (month < '2027-10') continue;
              const end = lastDay(month) < now ? lastDay(month) : now;
              expect(earning.in(month, of), `${month} until ${now}`).toBe(sum(`${month}-01`, end));
            }
            expect(earning.unearned(of), now).toBe(sum(addDays(now, 1), '9'));
          }
        },
      ),
      { numRuns: 8 },
    );
    await env.DB.prepare('DELETE FROM money_events WHERE event_id >= 1000000').run();
    expect(await kept()).toEqual(await recomputed());
  });
});
