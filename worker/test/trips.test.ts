/** Round trips to the database: of what customers do most, the session and the handing over of letters included, and of the schedule. */
import { beforeAll, expect, test } from 'vitest';
import { addMonths, monthOf, today } from '#domain/admin/periods.ts';
import { claimed, submit } from './claims.ts';
import { insured } from './desk.ts';
import {
  Customer,
  countingDatabase,
  type Reach,
  rows,
  runSchedule,
  scanFromHere,
  workerWith,
} from './harness.ts';

let ada: Customer;

beforeAll(async () => {
  // The first ones fill what every page of the file shares.
  for (let each = 0; each < 8; each += 1) await insured();
  await claimed();
  ada = await Customer.arrive();
});

async function costOf(work: (reach: Reach) => Promise<{ status: number }>) {
  const { DB, roundTrips, rowsWritten } = countingDatabase();
  const { status } = await work(workerWith({}, { DB }));
  expect([200, 201]).toContain(status);
  return { trips: roundTrips(), written: rowsWritten() };
}
const tripsOf = async (work: Parameters<typeof costOf>[0]) => (await costOf(work)).trips;

test('a quote takes at most 4 round trips, a purchase 6 and 60 rows written, a claim 5 and 60, and a message 4', async () => {
  expect(await tripsOf((reach) => ada.quote({}, reach))).toBeLessThanOrEqual(4);
  const { data: quote } = await ada.quote();
  const hash = await ada.pay(quote);
  const bought = await costOf((reach) => ada.report(hash, { quote_id: quote.quote_id }, reach));
  expect(bought.trips).toBeLessThanOrEqual(6);
  expect(bought.written).toBeLessThanOrEqual(60);
  const [policy] = await ada.policies();
  if (!policy) throw new Error('There is no policy');
  const claim = await costOf((reach) => submit(ada, policy, {}, {}, reach));
  expect(claim.trips).toBeLessThanOrEqual(5);
  expect(claim.written).toBeLessThanOrEqual(60);
  const body = { subject: 'Roof', message: 'Is hail covered?' };
  expect(await tripsOf((reach) => ada.call('/messages/create', { body }, reach))).toBeLessThanOrEqual(4);
});

test('a run of the schedule over two chains with nothing new takes at most 20 round trips', async () => {
  await scanFromHere();
  // Last month's report was written: on a month's first day it waits for the chains, and the daily jobs with it.
  const lastMonth = addMonths(monthOf(today(Date.now())), -1);
  await rows("INSERT INTO job_cursors (name, mark) VALUES ('monthly report', ?) RETURNING name", lastMonth);
  // The sweep starts, and the daily jobs end.
  const isDone = async () => (await rows("SELECT 1 FROM job_cursors WHERE name = 'daily jobs'")).length > 0;
  for (let run = 0; run < 20 && !(await isDone()); run += 1) await runSchedule();
  await runSchedule();
  const { DB, roundTrips } = countingDatabase();
  await runSchedule({}, { DB });
  expect(roundTrips()).toBeLessThanOrEqual(20);
});

test('each dirty day adds 3 round trips to recomputing the figures', async () => {
  async function tripsFor(...days: string[]) {
    for (const day of days) {
      await rows(
        'INSERT INTO figure_days (day, generation, computed, step) VALUES (?, 1, 0, 0) RETURNING day',
        day,
      );
    }
    const { DB, roundTrips } = countingDatabase();
    await runSchedule({}, { DB }, ['recompute figures']);
    return roundTrips();
  }
  await tripsFor();
  const one = await tripsFor('2025-03-01');
  expect(one).toBeLessThanOrEqual(8);
  expect((await tripsFor('2025-03-02', '2025-03-03', '2025-03-04')) - one).toBe(6);
});
