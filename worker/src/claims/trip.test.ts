/** Claims about a trip: before its departure, and for one of its travelers. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { AdminClaimDetail } from '#domain/admin/claims-schema.ts';
import { type ClaimDecision, decideClaim } from '#worker/admin/claims/decide.ts';
import { Admin } from '../../test/admin.ts';
import { claimDetail, submit } from '../../test/claims.ts';
import { decide, prepare, report } from '../../test/decided.ts';
import { CLAIMS, deskCtx, insured, raced, sendReady } from '../../test/desk.ts';
import { readChain, rows, scanFromHere, TRAVEL, term } from '../../test/harness.ts';

const BYRON = {
  name: 'Byron King',
  birth_date: '2015-05-12',
  passport_number: 'CD7654321',
  passport_country: 'france',
};
const FAMILY = { ...TRAVEL, additional_travelers: [BYRON] };
const canceled = { cause: 'cancellation', description: 'The doctor says that I cannot fly.' };

let hedy: Admin;
beforeEach(async () => {
  await scanFromHere();
  hedy = await Admin.arrive('Hedy Lamarr');
});

const family = (fromToday = 60) =>
  insured({ insurance_type: 'travel', details: FAMILY, ...term(31, fromToday) });
const atDesk = async (id: number) => (await hedy.call<AdminClaimDetail>(`/admin/claims/${id}`)).data;

describe('a trip that falls through', () => {
  test('is claimed before departure, approved and paid on chain', async () => {
    const { customer, policy } = await family();
    const { status, data } = await submit(customer, policy, {
      ...canceled,
      traveler: 1,
      claim_amount: 3200.5,
    });
    expect(status).toBe(201);
    expect(data).toMatchObject({ cause: 'cancellation', traveler: 1 });
    expect(await claimDetail(customer, data.id)).toMatchObject({
      traveler_name: 'Ada Lovelace',
      remaining_cover: 5000,
    });
    expect(await decide(hedy, data.id, 'approved')).toMatchObject({ data: { payout_amount: 3200 } });
    const ready = await prepare(await Admin.arrive(), data.id);
    const hash = await sendReady(ready.data, CLAIMS);
    await report(hedy, data.id, hash);
    await readChain();
    const paid = await claimDetail(customer, data.id);
    expect(paid).toMatchObject({
      status: 'paid',
      payout: { usd: 3200, tx_hash: hash },
      remaining_cover: 1800,
    });
  });

  test('pays at most 5,000 dollars for each traveler, at submission and at the payout', async () => {
    const { customer, policy } = await family();
    const claim = (traveler: number, claim_amount: number) =>
      submit(customer, policy, {
        ...canceled,
        traveler,
        claim_amount,
        description: `Canceled by ${traveler} ${claim_amount}`,
      });
    expect(await claim(1, 5000.01)).toMatchObject({
      status: 422,
      message:
        'At most $5,000 can be claimed, because that is the remaining coverage. This cause is limited to $5,000 for each traveler.',
      issues: [{ path: 'claim_amount' }],
    });
    const [one, two, other] = [await claim(1, 4000), await claim(1, 4500), await claim(2, 5000)];
    expect([one.status, two.status, other.status]).toEqual([201, 201, 201]);
    await decide(hedy, one.data.id, 'approved');
    // What is promised is no longer there for the same traveler, and still is for another.
    expect(await atDesk(two.data.id)).toMatchObject({
      suggested_payout: 1000,
      suggested_because: 'This cause is limited to $5,000 for each traveler.',
      traveler: { number: 1, name: 'Ada Lovelace', cover_usd: 100_000, sold_as_child: null },
    });
    expect((await decide(hedy, two.data.id, 'approved', { payout_amount: 1001 })).message).toBe(
      'Only $1,000 of coverage remains for this claim.',
    );
    expect(await decide(hedy, other.data.id, 'approved')).toMatchObject({ data: { payout_amount: 5000 } });
  });

  test('is covered only for its cancellation until departure, and for everything else from then on', async () => {
    const { customer, policy } = await family();
    const early = await submit(customer, policy, { cause: 'medical', traveler: 1 });
    expect(early).toMatchObject({ status: 422, issues: [{ path: 'cause' }] });
    expect(early.message).toMatch(/^Before the trip begins on .*, only its cancellation is covered\./);
    expect((await submit(customer, policy, { traveler: 1 })).status).toBe(422);

    const begun = await family(0);
    const medical = await submit(begun.customer, begun.policy, { cause: 'medical', traveler: 2 });
    expect(medical.status).toBe(201);
  });

  test('keeps its cause when a handler wants to make it another', async () => {
    const { customer, policy } = await family();
    const { data } = await submit(customer, policy, { ...canceled, traveler: 1, claim_amount: 900 });
    const change = (cause: string) =>
      hedy.call(`/admin/claims/${data.id}/cause`, { method: 'PATCH', body: { cause } });
    expect(await change('medical')).toMatchObject({ status: 422, issues: [{ path: 'cause' }] });
  });
});

describe('a claim of one of several travelers', () => {
  test('has to name one of the policy’s travelers', async () => {
    const { customer, policy } = await family(0);
    expect(await submit(customer, policy)).toMatchObject({ status: 422, issues: [{ path: 'traveler' }] });
    expect(await submit(customer, policy, { traveler: 3 })).toMatchObject({
      status: 422,
      message: 'This policy has no such traveler.',
    });
    const home = await insured();
    expect((await submit(home.customer, home.policy, { traveler: 1 })).status).toBe(422);
    const alone = await insured({ insurance_type: 'travel', details: TRAVEL, ...term(31) });
    expect((await submit(alone.customer, alone.policy, { claim_amount: 700 })).data).toMatchObject({
      traveler: 1,
    });
  });

  test('is limited to the cover of that traveler, not of the policy', async () => {
    const { customer, policy } = await family(0);
    expect((await submit(customer, policy, { traveler: 2, claim_amount: 100_001 })).status).toBe(422);
    const first = await submit(customer, policy, { traveler: 2, claim_amount: 90_000, cause: 'medical' });
    const second = await submit(customer, policy, { traveler: 2, claim_amount: 20_000, cause: 'luggage' });
    await rows(
      "UPDATE claims SET status = 'approved', payout_usd = 90000, needs_confirmation = 0 WHERE id = ?",
      first.data.id,
    );
    expect(
      (await decide(hedy, second.data.id, 'approved', { payout_amount: 10_001, admin_notes: 'x' })).message,
    ).toBe('Only $10,000 of coverage remains for this claim.');
    expect(await decide(hedy, second.data.id, 'approved')).toMatchObject({ data: { payout_amount: 10_000 } });
  });

  test('is not approved beyond that cover over another approval for the traveler that came in between', async () => {
    const { customer, policy } = await family(0);
    const first = await submit(customer, policy, { traveler: 2, claim_amount: 90_000, cause: 'medical' });
    const second = await submit(customer, policy, { traveler: 2, claim_amount: 20_000, cause: 'luggage' });
    const admin = { id: hedy.id, email: '', name: '', role: 'administrator' as const, jti: '' };
    const other =
      "UPDATE claims SET status = 'approved', payout_usd = 90000, needs_confirmation = 0 WHERE id = ?";
    const ctx = { ...raced(deskCtx(), other, first.data.id), admin };
    const input = { id: second.data.id, status: 'approved', payout_amount: 20_000 } as ClaimDecision;
    await expect(decideClaim(ctx, input)).rejects.toThrow('Only $10,000 of coverage remains for this claim.');
  });

  test('keeps the cause that it was approved for where another one pays less', async () => {
    const { customer, policy } = await family(0);
    const { data } = await submit(customer, policy, { traveler: 2, claim_amount: 9000, cause: 'medical' });
    expect((await decide(hedy, data.id, 'approved')).data).toMatchObject({ payout_amount: 9000 });
    const body = { cause: 'cancellation' };
    expect(await hedy.call(`/admin/claims/${data.id}/cause`, { method: 'PATCH', body })).toMatchObject({
      status: 409,
      message: `${data.claim_number} is approved for $9,000, and this cause pays at most $5,000 of it.`,
    });
  });

  test('is reduced in proportion when an age turns out false, with the reserve, and at most once', async () => {
    const { customer, policy } = await family(0);
    const { data } = await submit(customer, policy, { traveler: 2, claim_amount: 1000, cause: 'medical' });
    const adult = await submit(customer, policy, { traveler: 1, claim_amount: 1100, cause: 'medical' });
    expect(await atDesk(data.id)).toMatchObject({
      suggested_payout: 1000,
      suggested_because: null,
      traveler: { number: 2, name: 'Byron King', sold_as_child: { paid: 13, due: 25 }, age_is_false: false },
    });
    const correct = (id: number, age_is_false: boolean, reason = 'Born in 2007, says the hospital.') =>
      hedy.call(`/admin/claims/${id}/age`, { method: 'PATCH', body: { age_is_false, reason } });
    expect((await correct(data.id, true, ' ')).status).toBe(422);
    expect((await correct(adult.data.id, true)).status).toBe(422);
    expect(await correct(data.id, true)).toMatchObject({ status: 200, data: { suggested_payout: 520 } });
    expect(await atDesk(data.id)).toMatchObject({
      suggested_payout: 520,
      suggested_because:
        'The stated age was false: $13 of the $25 premium due was paid, so the payout is reduced in proportion.',
      reserve: { usd: 520, suggested_usd: 520 },
      traveler: { age_is_false: true },
    });
    expect((await correct(data.id, true)).status).toBe(200);
    const said = await rows<{ after: string }>(
      "SELECT after FROM audit_log WHERE subject = ? AND action = 'claim.age_corrected'",
      `claim:${data.id}`,
    );
    expect(said.map(({ after }) => JSON.parse(after).premium_due_usd)).toEqual([25]);
    expect(await decide(hedy, data.id, 'approved')).toMatchObject({ data: { payout_amount: 520 } });
    expect((await correct(data.id, false)).status).toBe(409);
  });

  test('that was reduced for a false age and paid with less suggests, looked at again, the rest of the reduced payout', async () => {
    const { customer, policy } = await family(0);
    const { data } = await submit(customer, policy, { traveler: 2, claim_amount: 1000, cause: 'medical' });
    const correct = (id: number, age_is_false: boolean) =>
      hedy.call(`/admin/claims/${id}/age`, {
        method: 'PATCH',
        body: { age_is_false, reason: 'Born in 2007.' },
      });
    await correct(data.id, true);
    await decide(hedy, data.id, 'approved', { payout_amount: 300, admin_notes: 'Two of three nights.' });
    await sendReady((await prepare(hedy, data.id)).data, CLAIMS);
    await readChain();
    const rest = await customer.call<{ id: number; claim_amount: number }>(`/claims/${data.id}/second-look`, {
      body: { reason: 'All three nights were needed.' },
    });
    expect(rest).toMatchObject({ status: 201, data: { claim_amount: 700 } });
    expect(await atDesk(rest.data.id)).toMatchObject({
      suggested_payout: 220,
      reserve: { usd: 220, suggested_usd: 220 },
      traveler: { age_is_false: true },
    });
    expect(await correct(rest.data.id, false)).toMatchObject({ data: { suggested_payout: 700 } });
    expect((await atDesk(rest.data.id)).reserve).toMatchObject({ usd: 700 });
  });
});
