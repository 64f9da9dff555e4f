/** What underwriting rules do to drafts, quotes, policies and the desk. */
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { PolicyRequestDetail } from '#domain/admin/policies-schema.ts';
import type { UnderwritingTrial } from '#domain/admin/settings-schema.ts';
import type { PolicyAnswer } from '#domain/policy/schema.ts';
import type { UnderwritingRules } from '#domain/quote/underwriting.ts';
import { tryOn } from '#worker/admin/settings/try.ts';
import { openDatabase } from '#worker/platform/db/client.ts';
import { Admin } from '../../test/admin.ts';
import { deskCtx } from '../../test/desk.ts';
import { CAR, Customer, call, countingDatabase, HOME, rows, term, usual } from '../../test/harness.ts';
import { change, lines } from '../../test/settings.ts';

let hedy: Admin;
let grace: Admin;
beforeAll(async () => {
  [hedy, grace] = [await Admin.arrive('Hedy'), await Admin.arrive('Grace')];
});
afterEach(() =>
  rows(
    "UPDATE system_settings SET value = CASE WHEN key LIKE 'passport%' THEN '' ELSE '0' END WHERE key LIKE '%_review' OR key LIKE '%_decline'",
  ),
);

const set = (rules: Partial<UnderwritingRules>) => change(hedy, 'underwriting', rules);
const buy = async (ada: Customer, request: Record<string, unknown> = {}) => {
  const { insurance_type: product = 'home' } = request;
  const quote = await ada.quote({ ...term(30), ...request });
  const body = {
    wallet_address: ada.address,
    tx_hash: await ada.pay(quote.data),
    chain_id: usual.chain_id,
  };
  return (await ada.call<PolicyAnswer>(`/insurance/${product}-quote`, { body })).data;
};
const oldHome = { ...HOME, year_built: 1890 };
const AGE = new Date().getUTCFullYear() - 1890;

describe('a quote', () => {
  test('that a rule declines is refused before anything is signed or stored, as its draft is', async () => {
    const ada = await Customer.arrive();
    await set({ home_age_decline: AGE - 1 });
    const refusal = {
      status: 422,
      code: 'declined',
      message: `We do not insure homes that are more than ${AGE - 1} years old, and this one was built in 1890.`,
      issues: [{ path: 'details.year_built' }],
    };
    expect(await ada.quote({ details: oldHome, ...term(30) })).toMatchObject(refusal);
    const body = { insurance_type: 'home', details: oldHome, ...term(30) };
    expect(await ada.call('/insurance/drafts', { body })).toMatchObject(refusal);
    const own = ada.address.toLowerCase();
    expect(await rows('SELECT id FROM quotes WHERE wallet = ?', own)).toEqual([]);
    expect(await rows('SELECT id FROM drafts WHERE wallet = ?', own)).toEqual([]);
    await set({ home_age_decline: AGE });
    expect(await grace.confirmAll()).toBe(1);
    expect((await ada.quote({ details: oldHome, ...term(30) })).status).toBe(200);
  });

  test('that a rule reviews says so before payment, and its policy waits although the rule has ended', async () => {
    const ada = await Customer.arrive();
    await set({ home_age_review: AGE - 1 });
    const quote = await ada.quote({ details: oldHome, ...term(30) });
    const reason = `The home was built in 1890, and we review homes that are more than ${AGE - 1} years old.`;
    expect(quote.data.review).toEqual([reason]);
    await set({ home_age_review: 0 });
    expect(await grace.confirmAll()).toBe(1);
    const policy = (await ada.report(await ada.pay(quote.data))).data;
    expect(policy.status).toBe('pending');
    const { data } = await hedy.call<PolicyRequestDetail>(`/admin/policies/${policy.id}`);
    expect(data).toMatchObject({ needs_review: true, review: [reason] });
    // A month's home costs 99 dollars, which no rule reviews.
    expect((await ada.quote(term(30))).data.review).toEqual([]);
  });

  test('counts the policies of its wallet for the same product that have not ended at its start', async () => {
    const ada = await Customer.arrive();
    await set({ wallet_policies_decline: 1 });
    await buy(ada);
    expect((await ada.quote({ insurance_type: 'car', details: CAR, ...term(30) })).status).toBe(200);
    expect(await ada.quote(term(30))).toMatchObject({
      status: 422,
      message: 'We sell one wallet at most 1 policy for homes at a time, and yours has 1.',
    });
    expect((await ada.quote(term(30, 31))).status).toBe(200);
    expect((await (await Customer.arrive()).quote(term(30))).status).toBe(200);
  });

  test('is asked about with rules that anyone can read', async () => {
    await set({ car_age_review: 12, passport_decline: 'ghana,brazil' });
    expect((await call<UnderwritingRules>('/insurance/underwriting')).data).toEqual({
      auto_approve_below_usd: 10_000,
      home_age_review: 0,
      home_age_decline: 0,
      car_age_review: 12,
      car_age_decline: 0,
      car_mileage_review: 0,
      car_mileage_decline: 0,
      passport_review: '',
      passport_decline: 'brazil,ghana',
      wallet_policies_review: 0,
      wallet_policies_decline: 0,
    });
  });
});

describe('a change of the underwriting rules', () => {
  test('holds at once where it tightens, and needs a second administrator where it lets more in', async () => {
    const waiting = async (rules: Partial<UnderwritingRules>) => (await set(rules)).data.waiting;
    expect(await waiting({ car_age_decline: 30, passport_review: 'ghana,japan' })).toEqual([]);
    expect(await waiting({ car_age_decline: 20, passport_review: 'ghana,japan,brazil' })).toEqual([]);
    expect(await waiting({ car_age_decline: 21, passport_review: 'japan' })).toEqual([
      ...['car_age_decline', 'passport_review'],
    ]);
    expect(await waiting({ car_age_decline: 0 })).toEqual(['car_age_decline']);
    expect((await lines('setting:underwriting')).at(-1)).toMatchObject({
      action: 'settings.changed',
      after: '{"car_age_decline":"20","passport_review":"japan,brazil,ghana"}',
    });
    await rows('DELETE FROM approvals');
  });

  test('is refused for a country that no form offers and for a limit below zero', async () => {
    expect((await set({ passport_review: 'atlantis' })).status).toBe(422);
    expect((await set({ home_age_review: -1 })).status).toBe(422);
    const underwriter = await Admin.arrive('Una', 'underwriter');
    expect((await change(underwriter, 'underwriting', { home_age_review: 5 })).status).toBe(403);
  });
});

describe('a trial of underwriting rules', () => {
  const trial = (rules: Partial<UnderwritingRules>) =>
    hedy.call<UnderwritingTrial>('/admin/settings/underwriting/try', { body: rules });

  test('counts what they would have declined and reviewed of past policies, and changes nothing', async () => {
    const ada = await Customer.arrive();
    await set({ car_mileage_review: 400_000 });
    const old = await buy(ada, { details: { ...HOME, year_built: 1801 } });
    const driven = await buy(ada, { insurance_type: 'car', details: { ...CAR, mileage: 345_678 } });
    await rows(
      'UPDATE quotes SET held_policies = 7 WHERE id = (SELECT quote_id FROM policies WHERE id = ?)',
      old.id,
    );
    const { status, data } = await trial({
      home_age_decline: 220,
      car_mileage_review: 300_000,
    });
    expect(status).toBe(200);
    expect(data).toMatchObject({
      proposed: { declined: 1, reviewed: 1 },
      in_force: { declined: 0, reviewed: 0 },
      examples: [
        { id: driven.id, outcome: 'review' },
        { id: old.id, outcome: 'decline', reasons: [expect.stringContaining('built in 1801')] },
      ],
    });
    expect(data.rules.filter(({ declined, reviewed }) => declined + reviewed > 0)).toEqual([
      { rule: 'home_age', label: 'Age of the home', declined: 1, reviewed: 0 },
      { rule: 'car_mileage', label: 'Mileage', declined: 0, reviewed: 1 },
    ]);
    expect((await trial({ wallet_policies_review: 5 })).data.proposed).toEqual({ declined: 0, reviewed: 1 });
    expect((await call<UnderwritingRules>('/insurance/underwriting')).data.home_age_decline).toBe(0);
  });

  test('reads a bounded number of the newest policies, and of their quotes nothing that is encrypted', async () => {
    const { DB, rowsRead, statements } = countingDatabase();
    const admin = {
      id: hedy.id,
      email: hedy.email,
      name: 'Hedy',
      role: 'administrator',
      jti: 'test',
    } as const;
    const ctx = { ...deskCtx(), db: openDatabase(DB), admin };
    const [newest] = await rows<{ created_at: string }>('SELECT created_at FROM policies ORDER BY id DESC');
    const { policies, since } = await tryOn(ctx, { home_age_review: 1 }, 1);
    expect({ policies, since }).toEqual({ policies: 1, since: newest?.created_at });
    // One policy with its quote, and the settings with their index.
    expect(await rowsRead()).toBe(2 + 2 * 11);
    expect(statements).toHaveLength(2);
  });
});
