/** The steps of a purchase, and where visitors leave. */
import { beforeEach, describe, expect, test } from 'vitest';
import { Customer, rows, runSchedule, scanFromHere } from '../../test/harness.ts';
import { forgetVisits, IPHONE, Site, step, view } from '../../test/visits.ts';

const NOON = '2026-11-22T12:00:00Z';
let site: Site;
beforeEach(async () => {
  await forgetVisits();
  site = new Site(NOON);
});

const steps = async (at = site) => (await at.figures()).funnel.steps.map(({ count }) => count);
const leftAt = async (index: number) => (await site.figures()).funnel.steps[index]?.leftAt;

describe('the purchase funnel', () => {
  test('counts each step once per visitor and day, and where they leave', async () => {
    await site.visit([view('/'), step('price_seen', '/')]);
    expect(await steps()).toEqual([1, 0, 0, 0, 0, 0, 0]);
    expect(await leftAt(0)).toEqual([{ path: '/', visitors: 1 }]);
    await site.visit([step('price_seen', '/')]);
    await site.visit([view('/quote/:type'), step('form_complete', '/quote/:type')]);
    expect(await steps()).toEqual([1, 1, 0, 0, 0, 0, 0]);
    expect([await leftAt(0), await leftAt(1)]).toEqual([[], [{ path: '/quote/:type', visitors: 1 }]]);
    await site.visit([step('wallet_connected', '/quote/:type')]);
    expect(await steps()).toEqual([1, 1, 1, 0, 0, 0, 0]);
    expect([await leftAt(1), await leftAt(2)]).toEqual([[], [{ path: '/quote/:type', visitors: 1 }]]);
    await site.visit([view('/payment')]);
    expect(await leftAt(2)).toEqual([{ path: '/payment', visitors: 1 }]);
    await site.visit([step('quote', '/payment')]);
    expect(await steps()).toEqual([1, 1, 1, 1, 0, 0, 0]);
    expect(await leftAt(3)).toEqual([{ path: '/payment', visitors: 1 }]);
    await site.visit([step('wallet_opened', '/payment')]);
    expect(await steps()).toEqual([1, 1, 1, 1, 1, 0, 0]);
    expect(await leftAt(4)).toEqual([{ path: '/payment', visitors: 1 }]);
    // Whoever follows a sent payment did not leave.
    await site.visit([view('/confirmation')]);
    expect(await leftAt(4)).toEqual([]);
    await site.visit([view('/')]);
    expect(await leftAt(4)).toEqual([]);
    expect(await steps()).toEqual([1, 1, 1, 1, 1, 0, 0]);

    await site.visit([view('/'), step('price_seen', '/')], { userAgent: IPHONE });
    expect((await site.figures()).funnel.steps.map(({ drop }) => drop)).toEqual([
      null,
      50,
      0,
      0,
      0,
      100,
      null,
    ]);
  });

  test('counts a wallet that was connected first only once the form is complete', async () => {
    await site.visit([view('/dashboard'), step('wallet_connected', '/dashboard')]);
    expect(await steps()).toEqual([0, 0, 0, 0, 0, 0, 0]);
    await site.visit([view('/quote/:type'), step('price_seen', '/quote/:type')]);
    expect(await steps()).toEqual([1, 0, 0, 0, 0, 0, 0]);
    expect(await leftAt(0)).toEqual([{ path: '/quote/:type', visitors: 1 }]);
    await site.visit([step('form_complete', '/quote/:type')]);
    expect(await steps()).toEqual([1, 1, 1, 0, 0, 0, 0]);
    expect([await leftAt(0), await leftAt(1), await leftAt(2)]).toEqual([
      [],
      [],
      [{ path: '/quote/:type', visitors: 1 }],
    ]);
  });

  test('counts the steps before a form or a quote that was reached without them', async () => {
    await site.visit([view('/quote/:type'), step('form_complete', '/quote/:type')]);
    expect(await steps()).toEqual([1, 1, 0, 0, 0, 0, 0]);
    await site.visit([view('/payment'), step('quote', '/payment')], { userAgent: IPHONE });
    expect(await steps()).toEqual([2, 2, 1, 1, 0, 0, 0]);
  });

  test('counts a visitor who sees a confirmation without opening the wallet as leaving', async () => {
    await site.visit([step('price_seen', '/'), view('/confirmation')]);
    expect(await leftAt(0)).toEqual([{ path: '/confirmation', visitors: 1 }]);
  });

  test('counts paid and active from the chain, each policy once', async () => {
    await scanFromHere();
    const today = new Site();
    const before = await steps(today);
    const ada = await Customer.arrive();
    const quote = (await ada.quote()).data;
    const hash = await ada.pay(quote);
    await ada.report(hash);
    await ada.report(hash);
    await runSchedule();
    await runSchedule();
    const after = await steps(today);
    expect(after.map((count, index) => count - (before[index] ?? 0))).toEqual([0, 0, 0, 0, 0, 1, 1]);
    // A policy that becomes active again after a reorganization.
    const [policy] = await ada.policies();
    await rows(
      `INSERT INTO journal (policy_id, about, kind, v, key, at, actor_kind, data, request_id)
       VALUES (?, 'policy:1', 'policy.reappeared', 1, 'again', ?, 'server', '{"from_status":"pending","to_status":"active"}', 'r')`,
      policy?.id,
      new Date().toISOString(),
    );
    expect(await steps(today)).toEqual(after);
  });
});
