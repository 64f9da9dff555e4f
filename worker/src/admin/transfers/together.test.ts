/** Payouts and refunds that a wallet sent in one transaction. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { Admin } from '../../../test/admin.ts';
import { sendTogether } from '../../../test/batched.ts';
import { approvedBy, prepare, report, stateOf, twoAtTheDesk } from '../../../test/decided.ts';
import { CLAIMS, cancelPolicy, insured, UNDERWRITER } from '../../../test/desk.ts';
import { chain, readChains, rows } from '../../../test/harness.ts';
import { statesOf } from '../../../test/transfers.ts';

let hedy: Admin;
beforeEach(async () => {
  ({ hedy } = await twoAtTheDesk());
});

type Ready = Parameters<typeof sendTogether>[0][number]['ready'];

/** Two approved claims of this much, and a canceled policy. */
async function waiting(first: number, second: number) {
  const one = await approvedBy(hedy, { claim_amount: first });
  const two = await approvedBy(hedy, { claim_amount: second });
  const canceled = await insured();
  await cancelPolicy(canceled.customer, canceled.policy.id);
  return { claims: [one, two] as const, canceled };
}

const prepareRefund = (id: number) =>
  hedy.call<Ready & { amount: string }>(`/admin/policies/${id}/refund`, { method: 'POST' });
const reportRefund = (id: number, transaction_hash: string) =>
  hedy.call(`/admin/policies/${id}/refund/confirm`, { body: { transaction_hash } });

const booked = (hash: string) =>
  rows<{ kind: string; n: number }>(
    'SELECT kind, count(*) n FROM entries WHERE tx_hash = ? AND sign = 1 GROUP BY kind ORDER BY kind',
    hash,
  );

describe('two payouts and a refund in one transaction', () => {
  test.each([
    ['unequal amounts', 4000, 5000],
    ['equal amounts', 4500, 4500],
  ])('of %s are each booked once, however often each is reported', async (_, first, second) => {
    const { claims, canceled } = await waiting(first, second);
    const payouts = [];
    for (const { claim } of claims) payouts.push((await prepare(hedy, claim.id)).data);
    const refund = (await prepareRefund(canceled.policy.id)).data;
    const holders = [...claims, canceled].map(({ customer }) => customer.address);
    const balances = () => Promise.all(holders.map((address) => chain.getBalance({ address })));
    const before = await balances();
    const hash = await sendTogether(
      [...payouts.map((ready) => ({ ready, from: CLAIMS })), { ready: refund, from: UNDERWRITER }],
      chain,
    );
    expect((await balances()).map((now, index) => now - (before[index] ?? 0n))).toEqual(
      [...payouts, refund].map(({ amount }) => BigInt(amount)),
    );
    // The first report reads the whole transaction. The others and the scan find what is recorded.
    for (let times = 0; times < 2; times += 1) {
      for (const { claim } of claims) {
        expect(await report(hedy, claim.id, hash)).toMatchObject({ status: 200, data: { status: 'paid' } });
      }
      // Each is answered by its own event, and not by the transaction's first.
      expect(await reportRefund(canceled.policy.id, hash)).toMatchObject({
        status: 200,
        data: { quote_id: canceled.policy.quote_id, amount: refund.amount, outcome: 'cancelled' },
      });
      await readChains();
    }
    for (const { claim } of claims) {
      expect((await stateOf(claim.id)).status).toBe('paid');
      expect(await statesOf(claim.id)).toEqual(['confirmed']);
    }
    expect(
      await rows('SELECT state, tx_hash FROM transfers WHERE quote_id = ?', canceled.policy.quote_id),
    ).toEqual([{ state: 'confirmed', tx_hash: hash }]);
    const events = await rows<{ kind: string; status: string; quote_id: string }>(
      'SELECT kind, status, quote_id FROM chain_events WHERE tx_hash = ? ORDER BY event_index',
      hash,
    );
    expect(events).toEqual([
      ...claims.map(({ policy }) => ({ kind: 'claim_paid', status: 'confirmed', quote_id: policy.quote_id })),
      { kind: 'premium_refunded', status: 'confirmed', quote_id: canceled.policy.quote_id },
    ]);
    expect(await booked(hash)).toEqual([
      { kind: 'claim_paid', n: 2 },
      { kind: 'refund', n: 1 },
    ]);
  });

  test('are all found by the scan alone, and a report of a payment that was not among them is refused', async () => {
    const { claims, canceled } = await waiting(4000, 4000);
    const [one, two] = claims;
    const payout = (await prepare(hedy, one.claim.id)).data;
    await prepare(hedy, two.claim.id);
    const refund = (await prepareRefund(canceled.policy.id)).data;
    const hash = await sendTogether(
      [
        { ready: payout, from: CLAIMS },
        { ready: refund, from: UNDERWRITER },
      ],
      chain,
    );
    await readChains();
    expect((await stateOf(one.claim.id)).status).toBe('paid');
    expect(await report(hedy, two.claim.id, hash)).toMatchObject({ status: 422 });
    expect((await stateOf(two.claim.id)).status).toBe('approved');
    expect(await statesOf(two.claim.id)).toEqual(['prepared']);
    expect(await booked(hash)).toEqual([
      { kind: 'claim_paid', n: 1 },
      { kind: 'refund', n: 1 },
    ]);
  });
});
