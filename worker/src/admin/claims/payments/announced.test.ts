/** Payouts that have to be announced on chain, at the desk: the last numbers of a policy, a lapse, and a veto that is undone. */
import {
  type Account,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  keccak256,
  numberToHex,
} from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insurancePaymentAbi } from '#domain/abi/insurance-payment.ts';
import type { AdminClaimDetail } from '#domain/admin/claims-schema.ts';
import { announcedData } from '#domain/payouts/announced.ts';
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import { type PreparedPayout, preparePayout } from '#worker/settlement/payouts/payout.ts';
import type { Admin } from '../../../../test/admin.ts';
import { claimed, submit } from '../../../../test/claims.ts';
import { approvedBy, decide, lastMessage, stateOf, twoAtTheDesk } from '../../../../test/decided.ts';
import {
  ADMIN,
  allowanceCall,
  CLAIMS,
  deskCtx,
  GUARDIAN,
  sendReady,
  vetoPayout,
} from '../../../../test/desk.ts';
import {
  later,
  localAccount,
  readChains,
  rows,
  shaky,
  shakyChain,
  workerWith,
} from '../../../../test/harness.ts';
import type { Queue } from '../../../../test/queue.ts';
import { changeHolder, overtake, revertTo } from '../../../../test/registry.ts';
import { statesOf } from '../../../../test/transfers.ts';

const ON = { on: shakyChain, policy: { chain_id: shakyChain.chain.id } };
const DAY = 86_400;
/** In the contract's order of roles. */
const GUARDIAN_ROLE = 1;
const CLAIMS_ROLE = 2;
const TREASURER_ROLE = 4;
/** The chain may run ahead of the clock. */
const ahead = workerWith(later(20 * 60_000));
/** Of the schedule what reads this chain. */
const readHere = () => readChains({}, { CHAINS: JSON.stringify([shaky]) });
const mined = async () => {
  await shakyChain.mine({ blocks: 3 });
  await readHere();
};
const pass = async (seconds: number) => {
  await shakyChain.increaseTime({ seconds });
  await mined();
};

let hedy: Admin;
let before: Hex;
let own: Hex;
beforeAll(async () => {
  before = await shakyChain.snapshot();
  // What an earlier file paid a moment ago still counts.
  await shakyChain.increaseTime({ seconds: 60 });
  const data = await allowanceCall('tightenLimits', 2000);
  await sendReady({ to: shaky.contract, data }, ADMIN, shakyChain);
});
afterAll(async () => {
  await shakyChain.revert({ id: before });
  await overtake(1);
});
beforeEach(async () => {
  own = await shakyChain.snapshot();
  ({ hedy } = await twoAtTheDesk());
});
// Each test restores the time that it fast-forwards.
afterEach(async () => {
  await shakyChain.revert({ id: own });
  await overtake(1);
});

const prepare = (id: number) =>
  hedy.call<PreparedPayout>(`/admin/claims/${id}/payout`, { method: 'POST' }, ahead);

const CLAIMS_AT = 245n;
const CLAIMS_MASK = 0x3fn;

/** Where the contract stores a policy: the mapping's slot is found by what it holds. */
async function slotOf(quoteId: Hex, holder: string): Promise<{ slot: Hex; word: bigint }> {
  for (let index = 0n; index < 64n; index += 1n) {
    const slot = keccak256(encodeAbiParameters([{ type: 'bytes32' }, { type: 'uint256' }], [quoteId, index]));
    const word = BigInt((await shakyChain.getStorageAt({ address: shaky.contract as Hex, slot })) ?? 0);
    if (word !== 0n && (word & ((1n << 160n) - 1n)) === BigInt(holder)) return { slot, word };
  }
  throw new Error('The contract holds no such policy');
}

/** A claim to pay on a policy of which the contract and our records count this many payouts. */
async function afterPayouts(count: number): Promise<number> {
  const { customer, policy, claim } = await approvedBy(hedy, { claim_amount: 2600 }, ON);
  await sendReady((await prepare(claim.id)).data, CLAIMS, shakyChain);
  await mined();
  expect((await stateOf(claim.id)).status).toBe('paid');
  const next = (await submit(customer, policy, { claim_amount: 2600, description: 'Another pipe burst.' }))
    .data;
  expect((await decide(hedy, next.id, 'approved')).status).toBe(200);
  const { slot, word } = await slotOf(policy.quote_id as Hex, customer.address);
  const counted = (word & ~(CLAIMS_MASK << CLAIMS_AT)) | (BigInt(count) << CLAIMS_AT);
  const value = numberToHex(counted, { size: 32 });
  await shakyChain.setStorageAt({ address: shaky.contract as Hex, index: slot, value });
  const recorded =
    "UPDATE chain_events SET claim_number = ? WHERE quote_id = ? AND kind = 'claim_paid' RETURNING id";
  expect(await rows(recorded, count, policy.quote_id)).toHaveLength(1);
  return next.id;
}

describe('the last claim numbers of a policy', () => {
  test('the 31st payout is paid at once, and the 32nd is announced however small it is', async () => {
    // The next run sets the recorded number right, so each is prepared at once.
    expect(await prepare(await afterPayouts(30))).toMatchObject({
      status: 200,
      data: { step: 'pay', claim_number: 31 },
    });
    expect(await prepare(await afterPayouts(31))).toMatchObject({
      status: 200,
      data: { step: 'announce', claim_number: 32 },
    });
  });

  test('the 63rd payout is announced, and the desk names another method for the 64th', async () => {
    expect(await prepare(await afterPayouts(62))).toMatchObject({
      status: 200,
      data: { step: 'announce', claim_number: 63 },
    });
    const none = await afterPayouts(63);
    expect(await prepare(none)).toMatchObject({
      status: 409,
      message:
        'The registry already holds 63 payouts on this policy and accepts no more. Pay this claim by another method.',
    });
    expect(await statesOf(none)).toEqual([]);
    const transfer = { payout_amount: 100, payment_method: 'bank_transfer', reference: 'MT103 64' };
    expect((await hedy.call(`/admin/claims/${none}/payment`, { body: transfer })).status).toBe(202);
  });
});

describe('an announced payout', () => {
  async function announced() {
    const { customer, policy, claim } = await claimed({}, ON);
    await decide(hedy, claim.id, 'approved');
    const ready = await prepare(claim.id);
    expect(ready).toMatchObject({ status: 200, data: { step: 'announce' } });
    await sendReady(ready.data, CLAIMS, shakyChain);
    await mined();
    expect(await statesOf(claim.id)).toEqual(['announced']);
    return { customer, policy, id: claim.id };
  }

  const contractCall = (
    functionName: 'vetoAll' | 'revokeRole' | 'grantRole' | 'announce' | 'veto',
    args: readonly (number | string)[] = [],
  ) =>
    encodeFunctionData({ abi: insurancePaymentAbi, functionName, args } as Parameters<
      typeof encodeFunctionData
    >[0]);
  const send = (account: Account, data: Hex) => sendReady({ to: shaky.contract, data }, account, shakyChain);
  const grant = async (role: number, address: string) => {
    const call = contractCall('grantRole', [role, address]);
    await send(ADMIN, contractCall('announce', [call]));
    await pass(121);
    return send(ADMIN, call);
  };
  const timelineOf = async ({
    customer,
    policy,
  }: Pick<Awaited<ReturnType<typeof announced>>, 'customer' | 'policy'>) =>
    (await customer.call<PolicyDetailAnswer>(`/insurance/policy/${policy.id}`)).data.timeline.map(
      ({ kind }) => kind,
    );
  const flagsOf = async (id: number) =>
    (await hedy.call<AdminClaimDetail>(`/admin/claims/${id}`)).data.flags.flatMap(({ kind, reason }) =>
      kind === 'payout_vetoed' ? [reason] : [],
    );
  const flagOf = async (id: number) => (await flagsOf(id))[0];
  const changedHands =
    'The payout of $2,500 became void, because the claims or the guardian role changed hands, on ';

  test('is recorded as soon as its transaction is reported, so that the queue moves it on', async () => {
    const { claim } = await claimed({}, ON);
    await decide(hedy, claim.id, 'approved');
    const announcements = () =>
      rows<{ state: string }>('SELECT state FROM transfers WHERE claim_id = ?', claim.id);
    const ready = await prepare(claim.id);
    expect(await announcements()).toEqual([{ state: 'prepared' }]);
    const hash = await sendReady(ready.data, CLAIMS, shakyChain);
    await shakyChain.mine({ blocks: 3 });
    const report = (transaction: string) =>
      hedy.call<{ status: string; payout_amount: number }>(`/admin/claims/${claim.id}/payment`, {
        body: { payment_method: 'blockchain', transaction_hash: transaction },
      });
    const recorded = { status: 200, data: { status: 'approved', payout_amount: 2500 } };
    expect(await report(hash)).toMatchObject(recorded);
    expect(await announcements()).toEqual([{ state: 'announced' }]);
    expect(await report(hash)).toMatchObject(recorded);
  });

  test.each([
    ['that was prepared again', ['discarded', 'sent']],
    ['that was prepared elsewhere', ['sent']],
  ])('is being paid once a payment %s is reported, however often', async (how, states) => {
    const { policy, id } = await announced();
    await pass(61);
    const terms = { policyId: policy.id, usd: 2500, incidentAt: String((await stateOf(id)).incident_at) };
    const again = how === 'that was prepared again';
    const ready = again ? (await prepare(id)).data : await preparePayout(deskCtx(later(20 * 60_000)), terms);
    const hash = await sendReady(ready, CLAIMS, shakyChain);
    const report = () =>
      hedy.call<{ status: string }>(`/admin/claims/${id}/payment`, {
        body: { payment_method: 'blockchain', transaction_hash: hash },
      });
    for (let times = 0; times < 2; times += 1) {
      expect(await report()).toMatchObject({ status: 202, data: { status: 'processing_payment' } });
      expect(await statesOf(id)).toEqual(states);
    }
    await mined();
    expect(await report()).toMatchObject({ status: 200, data: { status: 'paid' } });
    expect(await statesOf(id)).toEqual(states.with(-1, 'confirmed'));
  });

  test('waits for time in the work queue until it can be paid', async () => {
    const { policy, id } = await announced();
    const found = async (reach?: Parameters<Admin['call']>[2]) =>
      (await hedy.call<Queue>('/admin/queue', {}, reach)).data.items.filter((item) => item.id === String(id));
    const [payable] = await rows<{ payable_at: string }>(
      'SELECT payable_at FROM transfers WHERE claim_id = ?',
      id,
    );
    const [event] = await rows<{ block_time: string }>(
      "SELECT block_time FROM chain_events WHERE quote_id = ? AND kind = 'payout_announced'",
      policy.quote_id,
    );
    // The local contract's delay.
    const delay = Date.parse(payable?.payable_at ?? '') - Date.parse(event?.block_time ?? '');
    expect(delay).toBe(60_000);
    // The chain's time is not ours.
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    await rows('UPDATE transfers SET payable_at = ? WHERE claim_id = ? RETURNING id', inAnHour, id);
    expect(await found()).toMatchObject([{ section: 'time', kind: 'payouts_under_way', ready_at: inAnHour }]);
    expect(await found(workerWith(later(3_600_001)))).toMatchObject([
      { section: 'to_do', kind: 'payouts_to_send' },
    ]);
  });

  test('that is vetoed leaves its claim flagged with who and when, and waiting for a new decision', async () => {
    const { policy, id } = await announced();
    const hash = await vetoPayout(GUARDIAN, policy.quote_id);
    await mined();
    expect(await stateOf(id)).toMatchObject({ status: 'under_review', payout_usd: null, decided_by: null });
    expect((await prepare(id)).status).toBe(409);
    const items = (await hedy.call<Queue>('/admin/queue')).data.items.filter(
      (item) => item.id === String(id),
    );
    expect(items).toMatchObject([{ kind: 'claims_due', section: 'to_do' }]);
    expect((await lastMessage(id))?.text).toContain('The payout of $2,500 for your claim CLM-');
    expect((await lastMessage(id))?.text).toContain('was stopped before it was sent, so no money has moved.');
    const wallet = `${GUARDIAN.address.slice(0, 6)}…${GUARDIAN.address.slice(-4)}`.toLowerCase();
    expect((await flagOf(id))?.toLowerCase()).toContain(
      `the payout of $2,500 was vetoed by the wallet ${wallet} on `,
    );

    // Its reason at the desk is in the audit log of the claim.
    const body = { action: 'veto', transaction_hash: hash, quote_id: policy.quote_id, reason: 'No invoice.' };
    const path = `/admin/chains/${shakyChain.chain.id}/stops`;
    expect(await hedy.call(path, { body: { ...body, reason: ' ' } })).toMatchObject({
      status: 422,
      issues: [{ path: 'reason', message: 'Please give a reason.' }],
    });
    for (let times = 0; times < 2; times += 1) expect((await hedy.call(path, { body })).status).toBe(200);
    expect(await flagOf(id)).toContain('Hedy Lamarr with the wallet');
    expect(await flagOf(id)).toContain('The reason: No invoice.');
    expect(
      await rows(
        "SELECT admin_id, after FROM audit_log WHERE action = 'claim.veto_noted' AND subject = ?",
        `claim:${id}`,
      ),
    ).toEqual([{ admin_id: hedy.id, after: JSON.stringify({ tx_hash: hash, reason: 'No invoice.' }) }]);

    // It is decided again, and can then be paid.
    expect((await decide(hedy, id, 'approved')).status).toBe(200);
    expect((await prepare(id)).status).toBe(200);
  });

  test.each([
    ['a veto', (quoteId: string) => vetoPayout(GUARDIAN, quoteId), 'was vetoed by the wallet 0x'],
    [
      'a veto of everything that is announced',
      () => send(GUARDIAN, contractCall('vetoAll')),
      'was vetoed by the wallet 0x',
    ],
    ['a revoked claims role', () => send(ADMIN, contractCall('revokeRole', [CLAIMS_ROLE])), changedHands],
    ['another guardian', () => grant(GUARDIAN_ROLE, localAccount(7).address), changedHands],
  ])('that %s makes void leaves its claim flagged and waiting for a new decision, and is payable again after a reorganization', async (_, stop, flag) => {
    const { customer, policy, id } = await announced();
    const snapshot = await shakyChain.snapshot();
    await stop(policy.quote_id);
    await mined();
    expect(await statesOf(id)).toEqual(['vetoed']);
    expect(await stateOf(id)).toMatchObject({ status: 'under_review', payout_usd: null });
    expect(await timelineOf({ customer, policy })).toContain('payout_vetoed');
    expect(await flagOf(id)).toContain(flag);
    await revertTo(snapshot, 8);
    await readHere();
    await readHere();
    expect(await statesOf(id)).toEqual(['announced']);
    expect(await stateOf(id)).toMatchObject({ status: 'approved', payout_usd: 2500, decided_by: hedy.id });
  });

  /** Announces other dollars for the same claim number, as a stolen claims key can, and answers what it announced. */
  async function announceOther({ customer, policy }: Awaited<ReturnType<typeof announced>>): Promise<Hex> {
    const incidentAt = Date.parse(policy.cover_from ?? '') / 1000;
    const other = {
      quoteId: policy.quote_id,
      holder: customer.address,
      claimNumber: 1,
      incidentAt,
      usd: 4000,
    };
    const data = announcedData(other);
    await send(CLAIMS, contractCall('announce', [data]));
    return data;
  }

  test('is voided together with another one on its policy, whose history says so once, and is paid after a reorganization removes the veto', async () => {
    const own = await announced();
    await announceOther(own);
    await mined();
    const snapshot = await shakyChain.snapshot();
    await send(GUARDIAN, contractCall('vetoAll'));
    await mined();
    expect(await statesOf(own.id)).toEqual(['vetoed']);
    const lines = async (kind: string) => (await timelineOf(own)).filter((each) => each === kind).length;
    expect([await lines('payout_announced'), await lines('payout_vetoed')]).toEqual([2, 1]);
    await revertTo(snapshot, 8);
    await readHere();
    await readHere();
    expect(await statesOf(own.id)).toEqual(['announced']);
    expect(await lines('orphaned')).toBe(1);
    await pass(61);
    const due = await prepare(own.id);
    expect(due).toMatchObject({ status: 200, data: { step: 'pay', claim_number: 1 } });
    await sendReady(due.data, CLAIMS, shakyChain);
    await mined();
    expect((await stateOf(own.id)).status).toBe('paid');
  });

  test('that was vetoed and prepared again is paid after a reorganization removes the veto', async () => {
    const { policy, id } = await announced();
    const snapshot = await shakyChain.snapshot();
    await vetoPayout(GUARDIAN, policy.quote_id);
    await mined();
    expect((await decide(hedy, id, 'approved')).status).toBe(200);
    expect((await prepare(id)).data.step).toBe('announce');
    expect(await statesOf(id)).toEqual(['vetoed', 'prepared']);
    await revertTo(snapshot, 8);
    await readHere();
    await readHere();
    expect(
      await rows(
        'SELECT status FROM chain_events WHERE id IN (SELECT event_id FROM transfers WHERE claim_id = ?)',
        id,
      ),
    ).toEqual([{ status: 'orphaned' }]);
    await pass(61);
    const due = await prepare(id);
    expect(due).toMatchObject({ status: 200, data: { step: 'pay', claim_number: 1 } });
    await sendReady(due.data, CLAIMS, shakyChain);
    await mined();
    expect((await stateOf(id)).status).toBe('paid');
    await readHere();
    // Nothing is left under way that would keep the policy's next payout waiting.
    expect(await statesOf(id)).toEqual(['vetoed', 'discarded', 'confirmed']);
  });

  test('stays as it is when another one on its policy is announced, vetoed or reorganized away', async () => {
    const own = await announced();
    const announcement = () => rows('SELECT state, payable_at FROM transfers WHERE claim_id = ?', own.id);
    const before = await announcement();
    expect(before).toMatchObject([{ state: 'announced' }]);
    const snapshot = await shakyChain.snapshot();
    const other = await announceOther(own);
    await mined();
    expect(await announcement()).toEqual(before);
    await send(GUARDIAN, contractCall('veto', [other]));
    await mined();
    expect(await announcement()).toEqual(before);
    await revertTo(snapshot, 8);
    await readHere();
    await readHere();
    expect(await announcement()).toEqual(before);
    expect((await stateOf(own.id)).status).toBe('approved');
  });

  test('outlives a revoked treasurer and a changed limit', async () => {
    const { id } = await announced();
    await send(ADMIN, contractCall('revokeRole', [TREASURER_ROLE]));
    await send(ADMIN, await allowanceCall('tightenLimits', 1900));
    await mined();
    expect(await statesOf(id)).toEqual(['announced']);
  });

  test('is announced again after a veto of everything, a revoked claims role and a change of holder, and is paid to the new holder', async () => {
    const { policy, id } = await announced();
    const { address } = localAccount(6);
    const stops = [
      () => send(GUARDIAN, contractCall('vetoAll')),
      async () => {
        await send(ADMIN, contractCall('revokeRole', [CLAIMS_ROLE]));
        await grant(CLAIMS_ROLE, CLAIMS.address);
      },
      () => changeHolder(policy.quote_id, address, shakyChain),
    ];
    for (const stop of stops) {
      await stop();
      // What is announced in the second of a veto is void.
      await pass(1);
      expect(new Set(await statesOf(id))).toEqual(new Set(['vetoed']));
      expect(await stateOf(id)).toMatchObject({ status: 'under_review', payout_usd: null });
      expect((await decide(hedy, id, 'approved')).status).toBe(200);
      const again = await prepare(id);
      expect(again).toMatchObject({ status: 200, data: { step: 'announce' } });
      await sendReady(again.data, CLAIMS, shakyChain);
      await mined();
    }
    expect(await flagsOf(id)).toContainEqual(
      expect.stringContaining('The payout of $2,500 became void, because its policy changed hands, on '),
    );
    await pass(61);
    const before = await shakyChain.getBalance({ address });
    await sendReady((await prepare(id)).data, CLAIMS, shakyChain);
    await mined();
    expect((await stateOf(id)).status).toBe('paid');
    expect((await shakyChain.getBalance({ address })) - before).toBe(125n * 10n ** 16n);
  });

  test('that lapses leaves its claim approved', async () => {
    const { id } = await announced();
    await pass(6 * DAY);
    expect(await statesOf(id)).toEqual(['announced']);
    await pass(2 * DAY);
    expect(await statesOf(id)).toEqual(['dead']);
    expect((await stateOf(id)).status).toBe('approved');
  });
});
