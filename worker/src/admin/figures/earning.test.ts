/** What premiums earn by day, month and year. */
import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { Earning } from '#domain/admin/figure-totals.ts';
import { addDays, addMonths, lastDay, monthsTo } from '#domain/admin/periods.ts';
import { REBUILD } from '#worker/admin/figures/days/rebuild.ts';
import type { Entry } from '#worker/money/entries/repository.ts';
import { deskCtx, insured } from '../../../test/desk.ts';
import { kept, recomputed, schedule, stepsOf } from '../../../test/figures.ts';
import { Parts, rolledUp } from './days/parts.ts';
import { earningSteps } from './definitions.ts';
import { earningOf, moveFigures, weightsAfter } from './repository.ts';

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
          await env.DB.prepare('DELETE FROM figures').run();
          const movement = (
            id: number,
            kind: 'premium' | 'refund',
            at: string,
            cents: number,
            { start, days, cents: premium }: (typeof policies)[number],
          ): Entry => ({
            kind,
            id,
            at: `${at}T12:00:00.000Z`,
            product: 'car',
            booked_at: '',
            chain_id: '1',
            tx_hash: `0x${id}`,
            identity: '0',
            generation: 1,
            sign: 1,
            policy_id: id,
            claim_id: null,
            exception_id: null,
            cents,
            fee_cents: 0,
            cash: '1000|1|0xc0|',
            units: '0',
            gwei: 0,
            term_start: day(start),
            term_days: days,
            term_cents: premium,
            is_void: 0,
          });
          const all = policies.map((policy, index) => {
            const back = policy.refunded && {
              day: day(policy.start + policy.refunded.after),
              cents: Math.floor(policy.cents * policy.refunded.part),
            };
            return { policy, index, back };
          });
          const moved = all.flatMap(({ policy, index, back }) => [
            movement(2 * index, 'premium', day(policy.start - 40), policy.cents, policy),
            ...(back ? [movement(2 * index + 1, 'refund', back.day, back.cents, policy)] : []),
          ]);
          const parts = new Parts();
          for (const each of moved) parts.addRow('entries', each.at.slice(0, 10), each);
          const [first, ...rest] = moveFigures(deskCtx().db, rolledUp(parts.rows()));
          if (first) await deskCtx().db.batch([first, ...rest]);
          const steps = moved.flatMap((each) =>
            earningSteps(each).map((step) => ({ policy: each.id, ...step })),
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
            const { db } = deskCtx();
            const month = now.slice(0, 7);
            const [weightsAhead, ...read] = await db.batch([
              weightsAfter(db, month),
              ...earningOf(db, '2027-10', month, now),
            ]);
            const earning = new Earning(now, read, weightsAhead);
            for (const month of monthsTo(addMonths(now.slice(0, 7), 1), 8)) {
              if (month < '2027-10') continue;
              const end = lastDay(month) < now ? lastDay(month) : now;
              expect(earning.in(month, of), `${month} until ${now}`).toBe(sum(`${month}-01`, end));
            }
            expect(earning.unearned(['car']), now).toBe(sum(addDays(now, 1), '9'));
          }
        },
      ),
      { numRuns: 8 },
    );
    await env.DB.batch(REBUILD.map((sql) => env.DB.prepare(sql)));
    expect(await kept()).toEqual(await recomputed());
  });
});
