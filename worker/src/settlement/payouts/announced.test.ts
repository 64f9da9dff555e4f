/** Payouts above the daily allowance, on the chain that may run ahead of the clock. */
import { encodeFunctionData, type Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insurancePaymentAbi as abi } from '#domain/abi/insurance-payment.ts';
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import { Admin } from '../../../test/admin.ts';
import {
  ADMIN,
  allowanceCall,
  CLAIMS,
  deskCtx,
  GUARDIAN,
  insured,
  sendReady,
  vetoPayout,
} from '../../../test/desk.ts';
import { later, readChains, rows, scanFromHere, shaky, shakyChain } from '../../../test/harness.ts';
import { confirmPayout, preparePayout } from './payout.ts';

const ALLOWANCE = 1_000_000_000;
const ahead = later(20 * 60_000);

const send = (data: Hex) => sendReady({ to: shaky.contract, data }, ADMIN, shakyChain);
const pass = async (seconds: number) => {
  await shakyChain.increaseTime({ seconds });
  await shakyChain.mine({ blocks: 1 });
};

beforeAll(async () => {
  // What an earlier file paid a moment ago still counts. At the high allowance it drains within seconds.
  await pass(60);
  await send(await allowanceCall('tightenLimits', 2000));
});
afterAll(async () => {
  const data = await allowanceCall('loosenLimits', ALLOWANCE);
  await send(encodeFunctionData({ abi, functionName: 'announce', args: [data] }));
  await pass(61);
  await send(data);
});
beforeEach(scanFromHere);

const claim = ({ id, cover_from }: { id: number; cover_from: string | null }, usd: number) => ({
  policyId: id,
  usd,
  incidentAt: cover_from ?? '',
});

describe('payouts above the daily allowance', () => {
  test("announces a large payout, makes it wait, and pays it at that day's rate", async () => {
    const { customer, policy } = await insured({}, shakyChain);
    const ready = await preparePayout(deskCtx(ahead), claim(policy, 5000));
    expect(ready).toMatchObject({
      kind: 'evm',
      chain_id: 31_337,
      step: 'announce',
      usd: 5000,
      claim_number: 1,
    });
    const before = await shakyChain.getBalance({ address: customer.address });
    await sendReady(ready, CLAIMS, shakyChain);
    expect(await shakyChain.getBalance({ address: customer.address })).toBe(before);

    await expect(preparePayout(deskCtx(ahead), claim(policy, 5000))).rejects.toMatchObject({
      code: 'conflict',
      message: 'The payout is announced and has to wait before it can be paid.',
    });
    // Other dollars are another payout.
    expect((await preparePayout(deskCtx(ahead), claim(policy, 4000))).step).toBe('announce');

    await pass(61);
    const due = await preparePayout(deskCtx(ahead), claim(policy, 5000));
    expect(due).toMatchObject({ step: 'pay', usd: 5000, amount: '2500000000000000000' });
    const txHash = await sendReady(due, CLAIMS, shakyChain);
    expect((await shakyChain.getBalance({ address: customer.address })) - before).toBe(25n * 10n ** 17n);
    await shakyChain.mine({ blocks: 3 });
    const incidentAt = policy.cover_from ?? '';
    expect(
      await confirmPayout(deskCtx(), { policyId: policy.id, txHash, usd: 5000, incidentAt }),
    ).toMatchObject({ status: 200, data: { usd: 5000, claim_number: 1 } });
    await readChains();
    const { data } = await customer.call<PolicyDetailAnswer>(`/insurance/policy/${policy.id}`);
    expect(data.paid_out_usd).toBe(5000);
    expect(data.timeline.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['payout_announced', 'claim_paid']),
    );
  });

  test('lets the guardian veto an announced payout and the claims role announce it again', async () => {
    const { customer, policy } = await insured({}, shakyChain);
    const grace = await Admin.arrive('Grace');
    const body = { veto: true };
    await grace.call('/admin/settings/notifications', { method: 'PATCH', body });
    await sendReady(await preparePayout(deskCtx(ahead), claim(policy, 5000)), CLAIMS, shakyChain);
    await shakyChain.mine({ blocks: 3 });
    await readChains(ahead, {}, ['watch contracts']);
    await vetoPayout(GUARDIAN, policy.quote_id);
    await shakyChain.mine({ blocks: 3 });
    await readChains(ahead, {}, ['watch contracts']);
    const { data } = await customer.call<PolicyDetailAnswer>(`/insurance/policy/${policy.id}`);
    expect(data.timeline.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['payout_announced', 'payout_vetoed']),
    );
    const letters = await rows<{ target: string; body: string }>(
      "SELECT target, body FROM outbox WHERE kind = 'contract_watched' ORDER BY rowid",
    );
    expect(letters.map(({ target }) => target)).toEqual([grace.email, grace.email]);
    expect(letters[0]?.body).toMatch(
      / announced “Pay claim 1 of policy 0x\w{64} to 0x\w{40}: \$5,000”, executable from /,
    );
    expect(letters[1]?.body).toMatch(
      /The announced call “Pay claim 1 of policy 0x\w{64} to 0x\w{40}: \$5,000” was vetoed by /,
    );
    expect((await preparePayout(deskCtx(ahead), claim(policy, 4000))).step).toBe('announce');
  });

  test('pays at once what fits into the allowance', async () => {
    const { policy } = await insured({}, shakyChain);
    expect((await preparePayout(deskCtx(ahead), claim(policy, 2000))).step).toBe('pay');
    expect((await preparePayout(deskCtx(ahead), claim(policy, 2001))).step).toBe('announce');
  });

  test('announces every payout on a policy on which 31 claims were paid, however small', async () => {
    const { policy } = await insured({}, shakyChain);
    const small = claim(policy, 1);
    for (let number = 1; number <= 31; number += 1) {
      const ready = await preparePayout(deskCtx(ahead), small);
      expect(ready).toMatchObject({ step: 'pay', claim_number: number });
      await sendReady(ready, CLAIMS, shakyChain);
    }
    const next = await preparePayout(deskCtx(ahead), small);
    expect(next).toMatchObject({ step: 'announce', claim_number: 32 });
    await sendReady(next, CLAIMS, shakyChain);
    await pass(61);
    const due = await preparePayout(deskCtx(ahead), small);
    expect(due).toMatchObject({ step: 'pay', claim_number: 32 });
    await sendReady(due, CLAIMS, shakyChain);
    expect(await preparePayout(deskCtx(ahead), small)).toMatchObject({ step: 'announce', claim_number: 33 });
  });
});
