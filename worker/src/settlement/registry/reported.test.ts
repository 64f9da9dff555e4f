/** Payouts and refunds that administrators report: whose name the audit log has, and which receipts are believed. */
import { beforeEach, expect, test } from 'vitest';
import type { PreparedPayout } from '#worker/settlement/payouts/payout.ts';
import { prepareRefund } from '#worker/settlement/refunds/prepare.ts';
import { Admin } from '../../../test/admin.ts';
import { submit } from '../../../test/claims.ts';
import { approvedBy, decide, logged, prepare, report, stateOf } from '../../../test/decided.ts';
import { CLAIMS, cancelPolicy, deskCtx, insured, sendReady, UNDERWRITER } from '../../../test/desk.ts';
import {
  Customer,
  later,
  readChains,
  rows,
  scanFromHere,
  shakyChain,
  workerWith,
} from '../../../test/harness.ts';

let hedy: Admin;
let grace: Admin;

beforeEach(async () => {
  await scanFromHere();
  [hedy, grace] = await Promise.all([Admin.arrive('Hedy Lamarr'), Admin.arrive('Grace Hopper')]);
});

const confirmed = async (id: number) =>
  (await logged(id)).filter(({ action }) => action === 'claim.payment_confirmed');

test('leaves one line about a payout that five reports and a scheduled run confirm at once', async () => {
  const { claim } = await approvedBy(hedy);
  const hash = await sendReady((await prepare(hedy, claim.id)).data, CLAIMS);
  await Promise.all([
    ...Array.from({ length: 5 }, (_, index) => report(index % 2 ? hedy : grace, claim.id, hash)),
    readChains(),
  ]);
  await readChains();
  expect((await stateOf(claim.id)).status).toBe('paid');
  expect(await confirmed(claim.id)).toHaveLength(1);
});

test('leaves a line without a name about a payout that nobody reported', async () => {
  const { claim } = await approvedBy(hedy);
  const hash = await sendReady((await prepare(hedy, claim.id)).data, CLAIMS);
  await readChains();
  expect(await confirmed(claim.id)).toEqual([{ admin_id: 0, action: 'claim.payment_confirmed' }]);
  expect((await report(grace, claim.id, hash)).status).toBe(200);
  expect(await confirmed(claim.id)).toHaveLength(1);
});

test('names who reported a payout first, also when the scheduled run confirms it', async () => {
  // That chain may run ahead of the clock a little, after the reorganizations of other tests.
  const ahead = workerWith(later(600_000));
  const { customer, policy } = await insured({}, shakyChain);
  const { data: claim } = await submit(customer, policy, {}, {}, ahead);
  await decide(hedy, claim.id, 'approved');
  const path = `/admin/claims/${claim.id}/payout`;
  const ready = await hedy.call<PreparedPayout>(path, { method: 'POST' }, ahead);
  const hash = await sendReady(ready.data, CLAIMS, shakyChain);
  expect((await report(grace, claim.id, hash)).status).toBe(202);
  expect((await report(hedy, claim.id, hash)).status).toBe(202);
  expect(await confirmed(claim.id)).toEqual([]);
  await shakyChain.mine({ blocks: 2 });
  await readChains();
  expect(await confirmed(claim.id)).toEqual([{ admin_id: grace.id, action: 'claim.payment_confirmed' }]);
});

test('leaves one line about a refund that five reports and a scheduled run confirm at once', async () => {
  const { customer, policy } = await insured();
  await cancelPolicy(customer, policy.id);
  const ready = await prepareRefund(deskCtx(), { policyId: policy.id, outcome: 'cancelled' });
  const transaction_hash = await sendReady(ready, UNDERWRITER);
  const path = `/admin/policies/${policy.id}/refund/confirm`;
  await Promise.all([
    ...Array.from({ length: 5 }, () => grace.call(path, { body: { transaction_hash } })),
    readChains(),
  ]);
  expect(
    await rows(
      "SELECT before, after FROM audit_log WHERE action = 'policy.refund_confirmed' AND subject = ?",
      `policy:${policy.id}`,
    ),
  ).toEqual([
    {
      before: '{"status":"active"}',
      after: `{"status":"cancelled","tx_hash":"${transaction_hash}"}`,
    },
  ]);
});

/** A worker whose node shows another block at every height than the one in its receipts. */
const lostBranch = () =>
  workerWith({
    fetch: async (input, init) => {
      const calls = JSON.parse(String(init?.body)) as { id: number; method: string }[];
      const answers = (await (await fetch(input, init)).json()) as { id: number; result: { hash: string } }[];
      return Response.json(
        answers.map((answer) => {
          const isBlock = calls.find(({ id }) => id === answer.id)?.method === 'eth_getBlockByNumber';
          if (!isBlock || !answer.result) return answer;
          return { ...answer, result: { ...answer.result, hash: `0x${'ab'.repeat(32)}` } };
        }),
      );
    },
  });

test('ignores a receipt whose block is not the one that the chain shows at its height', async () => {
  const { claim } = await approvedBy(hedy);
  const hash = await sendReady((await prepare(hedy, claim.id)).data, CLAIMS);
  const body = { transaction_hash: hash };
  const path = `/admin/claims/${claim.id}/payment`;
  expect((await hedy.call(path, { body }, lostBranch())).status).toBe(202);
  expect((await stateOf(claim.id)).paid_event_id).toBeNull();
  expect(await rows("SELECT id FROM chain_events WHERE kind = 'claim_paid' AND tx_hash = ?", hash)).toEqual(
    [],
  );

  const customer = await Customer.arrive();
  const quote = (await customer.quote()).data;
  const paid = await customer.pay(quote);
  expect((await customer.report(paid, {}, lostBranch())).status).toBe(202);
  expect(await customer.policies()).toEqual([]);
  expect((await customer.report(paid)).status).toBe(201);
  expect((await hedy.call(path, { body })).status).toBe(200);
});
