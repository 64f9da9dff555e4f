/** Decisions about money take two people, and a payout is never above its claim. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { AdminClaimDetail } from '#domain/admin/claims-schema.ts';
import { Admin } from '../../../test/admin.ts';
import { claimDetail, claimed } from '../../../test/claims.ts';
import {
  approvedBy,
  decide,
  lastMessage,
  prepare,
  report,
  stateOf,
  twoAtTheDesk,
} from '../../../test/decided.ts';
import { CLAIMS, sendReady } from '../../../test/desk.ts';
import { readChain, rows } from '../../../test/harness.ts';

let hedy: Admin;
let grace: Admin;
beforeEach(async () => {
  ({ hedy, grace } = await twoAtTheDesk());
});

const detail = async (admin: Admin, id: number) =>
  (await admin.call<AdminClaimDetail>(`/admin/claims/${id}`)).data;
const setting = (usd: number) =>
  rows(
    "INSERT INTO system_settings (key, value) VALUES ('four_eyes_usd', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value RETURNING key",
    String(usd),
  );

describe('a payout', () => {
  test('is never above its claim, whatever the reason', async () => {
    const { claim } = await claimed({ claim_amount: 880 });
    expect(
      await decide(hedy, claim.id, 'approved', { payout_amount: 9000, admin_notes: 'In good will.' }),
    ).toMatchObject({
      status: 422,
      issues: [{ path: 'payout_amount', message: 'The claim is for $880, and a payout is never above it.' }],
    });
    expect((await stateOf(claim.id)).status).toBe('pending');
  });

  test('above the suggestion waits for a second administrator, and one of the suggestion does not', async () => {
    const more = { payout_amount: 880, admin_notes: 'In good will.' };
    const { claim } = await claimed({ claim_amount: 880 });
    expect((await decide(hedy, claim.id, 'approved', more)).data).toMatchObject({
      payout_amount: 880,
      needs_confirmation: true,
    });
    expect((await lastMessage(claim.id))?.text).toContain(
      'Because it is more than our rules suggest, a second member of our team must confirm it first.',
    );
    expect((await prepare(grace, claim.id)).status).toBe(409);
    expect((await decide(hedy, claim.id, 'approved', more)).status).toBe(409);
    expect((await decide(grace, claim.id, 'approved')).data.needs_confirmation).toBe(false);
    const other = await claimed({ claim_amount: 5000 });
    expect((await decide(hedy, other.claim.id, 'approved')).data.needs_confirmation).toBe(false);
  });

  test('above $2,500 is prepared by somebody else than approved it, and one of $2,500 by anybody', async () => {
    const { claim } = await approvedBy(hedy, { claim_amount: 5001 });
    expect(await detail(hedy, claim.id)).toMatchObject({ other_payer: { not_you: true, nobody: false } });
    expect(await prepare(hedy, claim.id)).toMatchObject({
      status: 403,
      code: 'second_person_required',
      message: 'You approved this payout. Above $2,500 somebody else has to prepare it.',
    });
    const child = await Admin.arrive('Child', 'claims');
    await rows('UPDATE admins SET created_by = ? WHERE id = ? RETURNING id', hedy.id, child.id);
    expect(await prepare(child, claim.id)).toMatchObject({ status: 403, code: 'second_person_required' });
    expect((await prepare(grace, claim.id)).status).toBe(200);
    const { claim: small } = await approvedBy(hedy, { claim_amount: 5000 });
    expect((await detail(hedy, small.id)).other_payer).toBeNull();
    expect((await prepare(hedy, small.id)).status).toBe(200);
  });

  test('shows who approved, confirmed, prepared and reported it', async () => {
    const joan = await Admin.arrive('Joan Clarke', 'claims');
    const { claim } = await claimed({ claim_amount: 12_501 });
    await decide(hedy, claim.id, 'approved');
    await decide(grace, claim.id, 'approved');
    const ready = await prepare(joan, claim.id);
    const hash = await sendReady(ready.data, CLAIMS);
    expect((await report(grace, claim.id, hash)).status).toBe(200);
    expect((await detail(hedy, claim.id)).decision).toMatchObject({
      decided_by: 'Hedy Lamarr',
      confirmed_by: 'Grace Hopper',
      prepared_by: 'Joan Clarke',
      reported_by: 'Grace Hopper',
    });
  });

  test('that one person approved and prepared counts once the chain shows it, and raises a flag', async () => {
    await setting(10_000);
    const { customer, claim } = await approvedBy(hedy, { claim_amount: 9000 });
    const ready = await prepare(hedy, claim.id);
    expect(ready.status).toBe(200);
    await setting(2500);
    await sendReady(ready.data, CLAIMS);
    await readChain();
    expect(await claimDetail(customer, claim.id)).toMatchObject({ status: 'paid', payout_amount: 6500 });
    expect((await detail(grace, claim.id)).flags).toContainEqual({
      kind: 'one_person',
      reason:
        'Hedy Lamarr prepared this payout of $6,500 and approved it, or counts as the same person as who did.',
      links: [],
    });
    const other = await approvedBy(hedy, { claim_amount: 9000 });
    await sendReady((await prepare(grace, other.claim.id)).data, CLAIMS);
    await readChain();
    expect((await detail(grace, other.claim.id)).flags.map(({ kind }) => kind)).not.toContain('one_person');
  });

  test('that nobody else may prepare says so on its claim', async () => {
    const { claim } = await approvedBy(hedy, { claim_amount: 5001 });
    await rows("UPDATE admins SET status = 'inactive' WHERE id <> ? RETURNING id", hedy.id);
    expect((await detail(hedy, claim.id)).other_payer).toEqual({ not_you: true, nobody: true });
    await rows("UPDATE admins SET status = 'active' WHERE id = ? RETURNING id", grace.id);
    expect((await detail(hedy, claim.id)).other_payer).toEqual({ not_you: true, nobody: false });
  });
});
