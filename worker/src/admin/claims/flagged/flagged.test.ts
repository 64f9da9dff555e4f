/** Filters of the claims' list that no index has: their flags, and what is claimed. */
import { beforeAll, expect, test } from 'vitest';
import { LISTED_FLAGS } from '#domain/admin/claim-flags.ts';
import type { AdminClaimDetail, AdminClaimEntry } from '#domain/admin/claims-schema.ts';
import { Admin } from '../../../../test/admin.ts';
import { claimed, png, submit, upload } from '../../../../test/claims.ts';
import { Customer, rows, scanFromHere } from '../../../../test/harness.ts';
import { queueOf } from '../../../../test/queue.ts';

let hedy: Admin;
beforeAll(async () => {
  await scanFromHere();
  hedy = await Admin.arrive('Hedy Lamarr');
});

const listed = async (query: string): Promise<number[]> =>
  (await hedy.call<{ claims: AdminClaimEntry[] }>(`/admin/claims?limit=200&${query}`)).data.claims
    .map(({ id }) => id)
    .sort((a, b) => a - b);
const flagsOf = async (id: number) =>
  (await hedy.call<AdminClaimDetail>(`/admin/claims/${id}`)).data.flags.map(({ kind }) => kind);

test('the list finds by each flag the claims that show it, and the queue names the same', async () => {
  const [plain, two, moved, inactive, first, second] = [
    await claimed(),
    await claimed(),
    await claimed(),
    await claimed(),
    await claimed(),
    await claimed(),
  ];
  const ids = [plain, two, moved, inactive, first, second].map(({ claim }) => claim.id);
  const old =
    "UPDATE policies SET cover_from = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ?) WHERE id = ? RETURNING id";
  for (const { policy } of [two, moved, inactive, first, second]) await rows(old, '-20 days', policy.id);
  await rows(old, '-14 days', plain.policy.id);
  ids.push((await submit(two.customer, two.policy, { claim_amount: 3000 })).data.id);
  const heir = await Customer.arrive();
  await rows(
    'UPDATE policies SET wallet = ? WHERE id = ? RETURNING id',
    heir.address.toLowerCase(),
    moved.policy.id,
  );
  await rows(
    "UPDATE accounts SET status = 'inactive' WHERE wallet = ? RETURNING id",
    inactive.customer.address.toLowerCase(),
  );
  for (const { customer, claim } of [first, second]) {
    await upload(customer, claim.id, [{ name: 'roof.png', bytes: png('the same') }]);
  }
  await hedy.call(`/admin/claims/${plain.claim.id}/status`, {
    method: 'PATCH',
    body: { status: 'approved' },
  });
  await hedy.call(`/admin/claims/${plain.claim.id}/payout`, { body: {} });
  const vetoed = `UPDATE transfers SET state = 'vetoed', ended_at = prepared_at,
    event_id = (SELECT purchase_event_id FROM policies WHERE quote_id = transfers.quote_id) WHERE claim_id = ? RETURNING id`;
  expect(await rows(vetoed, plain.claim.id)).toHaveLength(1);

  const shown = new Map<number, string[]>();
  for (const id of ids) shown.set(id, await flagsOf(id));
  for (const flag of LISTED_FLAGS) {
    const having = ids.filter((id) => shown.get(id)?.includes(flag));
    expect(having.length, flag).toBeGreaterThan(0);
    expect(
      (await listed(`flag=${flag}`)).filter((id) => ids.includes(id)),
      flag,
    ).toEqual(having);
  }
  const { items } = await queueOf(hedy);
  const item = items.find(({ kind, id }) => kind === 'claims_due' && id === String(two.claim.id));
  expect(item).toMatchObject({
    product: 'home',
    amount_usd: 5000,
    flags: ['several_claims'],
    priority: null,
  });
});

test('the list finds claims by a range of what is claimed, beside any other filter', async () => {
  const { customer, policy, claim } = await claimed({ claim_amount: 10_000 });
  const small = (await submit(customer, policy, { claim_amount: 2500 })).data.id;
  const large = (await submit(customer, policy, { claim_amount: 10_001 })).data.id;
  const own = async (query: string) => {
    const ids = await listed(query);
    return [small, claim.id, large].filter((id) => ids.includes(id));
  };
  expect(await own('amount=small')).toEqual([small]);
  expect(await own('amount=medium&policy_type=home')).toEqual([claim.id]);
  expect(await own('amount=large&status=pending&flag=several_claims')).toEqual([large]);
  expect(await own('queue=claims_due&amount=large')).toEqual([large]);
  expect((await hedy.call('/admin/claims?amount=huge')).status).toBe(422);
});
