import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { confirmRefund } from '#worker/settlement/refunds/confirm.ts';
import { prepareRefund } from '#worker/settlement/refunds/prepare.ts';
import { deskCtx, evmCall, insured, sendReady, UNDERWRITER } from '../../../test/desk.ts';
import { readChains, rows, scanFromHere, shakyChain, term } from '../../../test/harness.ts';
import {
  cancel,
  claimsPaid,
  detail,
  history,
  overtake,
  payOut,
  recorded,
  refund,
  revertTo,
} from '../../../test/registry.ts';

beforeEach(async () => {
  await env.DB.batch(
    ['policies', 'occurrence_data', 'payment_exceptions', 'chain_events', 'entries'].map((table) =>
      env.DB.prepare(`DELETE FROM ${table}`),
    ),
  );
  await scanFromHere();
});

describe('reorganizations of later events', () => {
  test('an orphaned refund reinstates the policy, and the refund ends it again when it returns', async () => {
    const { customer, policy } = await insured(term(211), shakyChain);
    await cancel(customer, policy.id);
    const ending = "SELECT sum(coverage_usd) n FROM cover_days WHERE edge = 'ends' AND day = ?";
    const sum = async () => (await rows<{ n: number }>(ending, policy.policy_end_date))[0]?.n ?? 0;
    const before = await sum();
    const snapshot = await shakyChain.snapshot();
    await refund(policy.id, shakyChain);
    await shakyChain.mine({ blocks: 2 });
    await readChains();
    expect((await detail(customer, policy.id)).status).toBe('cancelled');
    expect(await sum()).toBe(before - 500_000);

    await revertTo(snapshot, 6);
    await Promise.all([readChains(), readChains()]);
    await Promise.all([readChains(), readChains()]);
    const back = await detail(customer, policy.id);
    expect(back).toMatchObject({
      status: 'active',
      cover_from: policy.cover_from,
      cover_until: policy.cover_until,
      cancellation: { refunded_at: null },
    });
    expect(await sum()).toBe(before);

    await refund(policy.id, shakyChain);
    await shakyChain.mine({ blocks: 2 });
    await readChains();
    expect((await detail(customer, policy.id)).status).toBe('cancelled');
    expect(await sum()).toBe(before - 500_000);
    expect(await history(policy.id)).toEqual([
      'opened active',
      'cancellation_requested active',
      'cancelled cancelled',
      'orphaned active',
      'cancelled cancelled',
    ]);
  });

  test('a transaction that moves to another block counts there, and only once', async () => {
    const { customer, policy } = await insured({}, shakyChain);
    await cancel(customer, policy.id);
    const ready = await prepareRefund(deskCtx(), { policyId: policy.id, outcome: 'cancelled' });
    const snapshot = await shakyChain.snapshot();
    const request = await shakyChain.prepareTransactionRequest({
      account: UNDERWRITER,
      chain: shakyChain.chain,
      ...evmCall(ready),
      gas: 400_000n,
    });
    const raw = await UNDERWRITER.signTransaction(
      request as Parameters<typeof UNDERWRITER.signTransaction>[0],
    );
    const txHash = await shakyChain.sendRawTransaction({ serializedTransaction: raw });
    await shakyChain.waitForTransactionReceipt({ hash: txHash });
    await shakyChain.mine({ blocks: 3 });
    const report = { policyId: policy.id, txHash };
    expect(await confirmRefund(deskCtx(), report)).toMatchObject({ status: 200 });
    const seen = "UPDATE chain_events SET created_at = '2026-01-01T00:00:00.000Z' WHERE tx_hash = ?";
    await env.DB.prepare(seen).bind(txHash).run();
    await revertTo(snapshot, 2);
    await shakyChain.sendRawTransaction({ serializedTransaction: raw });
    await shakyChain.waitForTransactionReceipt({ hash: txHash });
    // Nobody has scanned: the report alone notices that the block is another one, and reverses nothing on its own.
    expect(await confirmRefund(deskCtx(), report)).toMatchObject({ status: 202 });
    expect((await detail(customer, policy.id)).status).toBe('cancelled');
    await shakyChain.mine({ blocks: 2 });
    await readChains();
    expect(await confirmRefund(deskCtx(), report)).toMatchObject({ status: 202 });
    await readChains();
    expect(await confirmRefund(deskCtx(), report)).toMatchObject({ status: 200 });
    expect(await history(policy.id)).toEqual([
      'opened active',
      'cancellation_requested active',
      'cancelled cancelled',
      'orphaned active',
      'cancelled cancelled',
    ]);
    expect(await recorded(policy)).toEqual(['premium_refunded confirmed']);
    // No record is older than the block that it is of.
    const [row] = await rows<{ created_at: string }>(
      'SELECT created_at FROM chain_events WHERE tx_hash = ?',
      txHash,
    );
    expect(row?.created_at).not.toBe('2026-01-01T00:00:00.000Z');
  });

  test('a reorganization above the cursor is noticed', async () => {
    const { customer, policy } = await insured({}, shakyChain);
    await cancel(customer, policy.id);
    await readChains();
    const snapshot = await shakyChain.snapshot();
    const txHash = await refund(policy.id, shakyChain);
    await shakyChain.mine({ blocks: 2 });
    await confirmRefund(deskCtx(), { policyId: policy.id, txHash });
    expect((await detail(customer, policy.id)).status).toBe('cancelled');
    await revertTo(snapshot, 6);
    await readChains();
    await readChains();
    expect((await detail(customer, policy.id)).status).toBe('active');
    expect(await recorded(policy)).toEqual(['premium_refunded orphaned']);
  });

  test('an orphaned claim is undone, and one too young to count is forgotten', async () => {
    const { customer, policy } = await insured({}, shakyChain);
    const other = await insured({}, shakyChain);
    await cancel(other.customer, other.policy.id);
    const snapshot = await shakyChain.snapshot();
    await payOut(policy, 900, shakyChain);
    await shakyChain.mine({ blocks: 2 });
    await refund(other.policy.id, shakyChain);
    await payOut(policy, 50, shakyChain);
    await readChains();
    const both = [policy, other.policy];
    expect(await recorded(...both)).toEqual([
      'claim_paid confirmed',
      'premium_refunded unconfirmed',
      'claim_paid unconfirmed',
    ]);
    expect(await claimsPaid()).toEqual({ n: 1, usd: 900 });
    await revertTo(snapshot, 8);
    await readChains();
    await readChains();
    const gone = ['claim_paid orphaned', 'premium_refunded orphaned', 'claim_paid orphaned'];
    expect(await recorded(...both)).toEqual(gone);
    // Claims of older tests may have come to light again; these two are no longer in the sum.
    const counted =
      "SELECT count(*) n, coalesce(sum(usd), 0) usd FROM chain_events WHERE kind = 'claim_paid'";
    expect(await claimsPaid()).toEqual((await rows(`${counted} AND status = 'confirmed'`))[0]);
    expect((await detail(customer, policy.id)).paid_out_usd).toBe(0);
    expect((await detail(other.customer, other.policy.id)).status).toBe('active');
  });

  test('a policy whose purchase and refund are orphaned is pending, and both return in order', async () => {
    const { customer, quote, policy } = await insured({}, shakyChain);
    await cancel(customer, policy.id);
    await readChains();
    const ready = await prepareRefund(deskCtx(), { policyId: policy.id, outcome: 'cancelled' });
    const snapshot = await shakyChain.snapshot();
    await sendReady(ready, UNDERWRITER, shakyChain);
    await shakyChain.mine({ blocks: 2 });
    await readChains();
    expect((await detail(customer, policy.id)).status).toBe('cancelled');

    // The purchase's block loses as well: the one that is stored is no longer the chain's.
    await shakyChain.revert({ id: snapshot });
    await env.DB.prepare(
      "UPDATE chain_events SET block_hash = 'gone', block_number = block_number + 1 WHERE kind = 'purchased' AND quote_id = ?",
    )
      .bind(quote.quote_id)
      .run();
    await overtake(6);
    await readChains();
    await readChains();
    expect(await detail(customer, policy.id)).toMatchObject({
      status: 'active',
      cover_from: policy.cover_from,
      cover_until: policy.cover_until,
    });
    expect(await history(policy.id)).toEqual([
      'opened active',
      'cancellation_requested active',
      'cancelled cancelled',
      'orphaned cancelled',
      'orphaned pending',
      'reappeared pending',
      'activated active',
    ]);
  });
});
