/** A payout, or its announcement, that a reorganization removes or replaces by another transaction with its claim number. */
import { beforeEach, expect, test } from 'vitest';
import { type PreparedPayout, preparePayout } from '#worker/settlement/payouts/payout.ts';
import { Admin } from '../../../test/admin.ts';
import { submit } from '../../../test/claims.ts';
import { decide, stateOf } from '../../../test/decided.ts';
import { ADMIN, allowanceCall, CLAIMS, deskCtx, insured, sendReady } from '../../../test/desk.ts';
import { readChains, rows, scanFromHere, shaky, shakyChain, workerWith } from '../../../test/harness.ts';
import { revertTo } from '../../../test/registry.ts';
import { statesOf } from '../../../test/transfers.ts';

/** The chain that reorganizes may be ahead of the clock. */
const edges = { clock: () => Date.now() + 600_000 };

let admin: Admin;
beforeEach(async () => {
  await scanFromHere();
  admin = await Admin.arrive();
});

/** An approved claim and its prepared payout. */
async function prepared() {
  const { customer, policy } = await insured({}, shakyChain);
  const { data: claim } = await submit(customer, policy);
  await decide(admin, claim.id, 'approved');
  const path = `/admin/claims/${claim.id}/payout`;
  const { data } = await admin.call<PreparedPayout>(path, { method: 'POST' }, workerWith(edges));
  return { customer, policy, claim, data };
}

/** A claim that was paid, and the chain as it was before its payout. */
async function paid() {
  const { policy, claim, data } = await prepared();
  const snapshot = await shakyChain.snapshot();
  await sendReady(data, CLAIMS, shakyChain);
  await shakyChain.mine({ blocks: 2 });
  await readChains(edges);
  expect((await stateOf(claim.id)).status).toBe('paid');
  return { policy, claim, ready: data, snapshot };
}

const settled = async () => {
  await shakyChain.mine({ blocks: 8 });
  for (let runs = 0; runs < 3; runs += 1) await readChains(edges);
};

test('a claim is paid by the same payout in another transaction, and by nothing else', async () => {
  const { policy, claim, ready, snapshot } = await paid();
  await revertTo(snapshot, 2);
  await settled();
  // It is known to have been sent, so it isn't discarded while it can arrive again.
  expect(await statesOf(claim.id)).toEqual(['sent']);
  // The transaction's nonce is spent, so the same call has another hash.
  await shakyChain.sendTransaction({ account: CLAIMS, chain: shakyChain.chain, to: CLAIMS.address });
  const hash = await sendReady(ready, CLAIMS, shakyChain);
  await settled();
  expect((await stateOf(claim.id)).status).toBe('paid');
  expect(await statesOf(claim.id)).toEqual(['confirmed']);
  expect(
    await rows(
      "SELECT tx_hash FROM chain_events WHERE quote_id = ? AND kind = 'claim_paid' AND status = 'confirmed'",
      policy.quote_id,
    ),
  ).toEqual([{ tx_hash: hash }]);
  expect(
    await rows(
      'SELECT x.reason FROM payment_exceptions x JOIN chain_events e ON e.id = x.event_id WHERE e.quote_id = ?',
      policy.quote_id,
    ),
  ).toEqual([]);
});

test('of two payouts under one number, a reorganization leaves only the one that was on the chain alive', async () => {
  const { customer, policy, claim, data } = await prepared();
  await admin.call(`/admin/claims/${claim.id}/payout?not_signed=true`, { method: 'DELETE' });
  const smaller = { claim_amount: 2600, description: 'Another pipe burst.' };
  const { data: other } = await submit(customer, policy, smaller);
  await decide(admin, other.id, 'approved');
  const path = `/admin/claims/${other.id}/payout`;
  expect((await admin.call(path, { method: 'POST' }, workerWith(edges))).status).toBe(200);
  const snapshot = await shakyChain.snapshot();
  await sendReady(data, CLAIMS, shakyChain);
  await shakyChain.mine({ blocks: 2 });
  await readChains(edges);
  const states = async () => [await statesOf(claim.id), await statesOf(other.id)];
  expect(await states()).toEqual([['confirmed'], ['dead']]);
  await revertTo(snapshot, 2);
  await settled();
  expect(await states()).toEqual([['sent'], ['dead']]);
  await sendReady(data, CLAIMS, shakyChain);
  await settled();
  expect(await states()).toEqual([['confirmed'], ['dead']]);
  expect((await stateOf(claim.id)).status).toBe('paid');
});

test('a claim can be paid again after another payout took the number of the one that a reorganization dropped', async () => {
  const { policy, claim, snapshot } = await paid();
  await revertTo(snapshot, 2);
  const incidentAt = String((await stateOf(claim.id)).incident_at);
  const foreign = await preparePayout(deskCtx(edges), { policyId: policy.id, usd: 77, incidentAt });
  await sendReady(foreign, CLAIMS, shakyChain);
  await settled();
  expect((await stateOf(claim.id)).status).toBe('approved');
  expect(await statesOf(claim.id)).toEqual(['dead']);
});

test('after a reorganization two payouts of a policy are under way, and the one that is named is discarded', async () => {
  const { customer, policy } = await insured({}, shakyChain);
  const { data: first } = await submit(customer, policy);
  await decide(admin, first.id, 'approved');
  const prepare = (id: number) =>
    admin.call<PreparedPayout>(`/admin/claims/${id}/payout`, { method: 'POST' }, workerWith(edges));
  const { data } = await prepare(first.id);
  const snapshot = await shakyChain.snapshot();
  await sendReady(data, CLAIMS, shakyChain);
  await shakyChain.mine({ blocks: 2 });
  await readChains(edges);
  const { data: second } = await submit(customer, policy, {
    claim_amount: 2600,
    description: 'Another pipe burst.',
  });
  await decide(admin, second.id, 'approved');
  expect((await prepare(second.id)).status).toBe(200);
  await revertTo(snapshot, 2);
  await settled();
  expect([await statesOf(first.id), await statesOf(second.id)]).toEqual([['sent'], ['prepared']]);
  const [row] = await rows<{ id: string }>('SELECT id FROM transfers WHERE claim_id = ?', second.id);
  const body = { not_signed: true };
  expect((await admin.call(`/admin/transfers/${row?.id}/discard`, { body }, workerWith(edges))).status).toBe(
    200,
  );
  expect([await statesOf(first.id), await statesOf(second.id)]).toEqual([['sent'], ['discarded']]);
});

test('a payout whose announcement a reorganization drops is announced again by the same call', async () => {
  const before = await shakyChain.snapshot();
  const tightened = await allowanceCall('tightenLimits', 1);
  await sendReady({ to: shaky.contract, data: tightened }, ADMIN, shakyChain);
  const { claim, data } = await prepared();
  expect(data.step).toBe('announce');
  const snapshot = await shakyChain.snapshot();
  const kept = () => rows('SELECT state, payable_at, until FROM transfers WHERE claim_id = ?', claim.id);
  const unsent = { state: 'prepared', payable_at: null, until: data.valid_until };
  const waits = { state: 'announced', payable_at: expect.any(String) };
  expect(await kept()).toEqual([unsent]);
  await sendReady(data, CLAIMS, shakyChain);
  await settled();
  expect(await kept()).toMatchObject([waits]);
  await revertTo(snapshot, 8);
  await settled();
  expect(await kept()).toEqual([{ ...unsent, state: 'sent' }]);
  await sendReady(data, CLAIMS, shakyChain);
  await settled();
  expect(await kept()).toMatchObject([waits]);
  await revertTo(before, 8);
});
