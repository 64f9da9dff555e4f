/** Rows of the ledger that are lost or damaged: what was recorded before is as it was, once the chain is read again. */
import { env } from 'cloudflare:workers';
import { encodeFunctionData } from 'viem';
import { beforeAll, describe, expect, test } from 'vitest';
import { insurancePaymentAbi as abi } from '../../../../domain/abi/insurance-payment.ts';
import { Admin } from '../../../test/admin.ts';
import { submit } from '../../../test/claims.ts';
import { decide, prepare, report, stateOf } from '../../../test/decided.ts';
import {
  ADMIN,
  CLAIMS,
  cancelPolicy,
  deskCtx,
  GUARDIAN,
  insured,
  onContract,
  paidTwice,
  sendReady,
  UNDERWRITER,
} from '../../../test/desk.ts';
import {
  type Customer,
  chain,
  countingDatabase,
  later,
  readChain,
  rows,
  scanFromHere,
  usual,
} from '../../../test/harness.ts';
import { type Books, books, DAMAGES, damage, ledger, lose, repaired } from '../../../test/ledger.ts';
import { changeHolder, payOut } from '../../../test/registry.ts';
import { setPaidOut } from '../../policies/ledger/repository.ts';
import { setClaimsPaid } from '../effects/repository.ts';
import { preparePayout } from '../payouts/prepare.ts';
import { prepareRefund } from '../refunds/prepare.ts';
import { sweepChain } from '../scan/sweep.ts';

const HOUR = 3_600_000;
const HEIR = `0x${'7e'.repeat(20)}` as const;

const callOn = (
  customer: Customer,
  functionName: 'consentToCancellation' | 'revokeConsent',
  ...args: unknown[]
) =>
  sendReady(
    { to: usual.contract, data: encodeFunctionData({ abi, functionName, args: args as never }) },
    customer.account,
  );

/** Two claims of one policy, paid on chain, and the first one's dollars paid again for no claim. */
async function claimsPaid(admin: Admin, amounts: readonly [number, number]) {
  const { customer, policy } = await insured();
  for (const [index, payout_amount] of amounts.entries()) {
    // The same text again would be the same claim.
    const description = `A pipe burst on floor ${index}, and the floor is ruined.`;
    const { data: claim } = await submit(customer, policy, { claim_amount: 5000, description });
    await decide(admin, claim.id, 'approved', { payout_amount, admin_notes: 'As the invoices show.' });
    const { status, message, data: ready } = await prepare(admin, claim.id);
    expect([status, message]).toEqual([200, undefined]);
    expect((await report(admin, claim.id, await sendReady(ready, CLAIMS))).status).toBe(200);
  }
  const [claim] = await rows<{ incident_at: string }>('SELECT incident_at FROM claims');
  const again = { policyId: policy.id, usd: amounts[0], incidentAt: claim?.incident_at ?? '' };
  await sendReady(await preparePayout(deskCtx(), again), CLAIMS);
  return policy;
}

/** A claim's money that its holder could not take at first. */
async function owedFirst() {
  const { customer, policy } = await insured();
  await chain.setCode({ address: customer.address, bytecode: '0x5f5ffd' });
  await payOut(policy, 200);
  await chain.setCode({ address: customer.address, bytecode: '0x' });
  await onContract(customer.account, 'pull', policy.quote_id, chain, customer.address);
}

async function holdersChanged() {
  const { customer, policy } = await insured();
  const { quote_id: id } = policy;
  await onContract(UNDERWRITER, 'proposeHolderChange', id, chain, HEIR);
  await onContract(ADMIN, 'confirmHolderChange', id, chain, HEIR);
  await onContract(customer.account, 'contestHolderChange', id);
  await onContract(GUARDIAN, 'stopHolderChange', id);
  await changeHolder((await insured()).policy.quote_id, HEIR);
}

async function proposed() {
  const { policy } = await insured();
  const at = BigInt(Math.floor(Date.parse(policy.cover_from ?? '') / 1000));
  const args = [policy.quote_id as `0x${string}`, 1n, at, 3000n, 4_102_444_800n] as const;
  const data = encodeFunctionData({ abi, functionName: 'proposePayout', args });
  await sendReady({ to: usual.contract, data }, CLAIMS);
  await onContract(GUARDIAN, 'vetoPayout', policy.quote_id);
}

/** A consent that is revoked, and one that the holder gives later and that stands. */
async function consented() {
  const until = (days: number) => BigInt(Math.floor(Date.now() / 1000) + days * 86_400);
  const { customer, policy, quote } = await insured();
  const consent = (days: number) =>
    callOn(customer, 'consentToCancellation', policy.quote_id, BigInt(quote.amount), until(days));
  await consent(10);
  await readChain();
  await callOn(customer, 'revokeConsent', policy.quote_id, 0n);
  await readChain();
  await chain.mine({ blocks: 1 });
  await consent(11);
}

/** A policy that ended, a second payment that was refunded, and one that is owed back. */
async function refunded() {
  const ended = await insured({ payment_currency: 'USDC' });
  await cancelPolicy(ended.customer, ended.policy.id);
  const ready = await prepareRefund(deskCtx(), { policyId: ended.policy.id, outcome: 'cancelled' });
  await sendReady(ready, UNDERWRITER);
  const { customer } = await paidTwice();
  const [owed] = await rows<{ id: number }>(
    'SELECT id FROM payment_exceptions WHERE wallet = ?',
    customer.address.toLowerCase(),
  );
  await sendReady(await prepareRefund(deskCtx(), { exceptionId: owed?.id ?? 0 }), UNDERWRITER);
  await paidTwice();
}

const KINDS = [
  ...['purchased', 'claim_paid', 'premium_refunded', 'payment_owed', 'owed_paid', 'payout_proposed'],
  ...['payout_vetoed', 'cancellation_consented', 'consent_revoked', 'holder_change_proposed'],
  ...['holder_change_confirmed', 'holder_change_contested', 'holder_change_stopped', 'holder_changed'],
];

describe.each([
  ['of unequal amounts', [1000, 900]],
  ['of equal amounts', [1000, 1000]],
] as const)('a ledger %s', (_, amounts) => {
  let before: Books = {};

  beforeAll(async () => {
    await env.DB.batch(
      [
        ...['policies', 'policy_events', 'payment_exceptions', 'chain_events', 'claims', 'claim_events'],
        ...['chain_totals', 'exposures', 'exposure_starts', 'figure_days', 'figures'],
        ...['cancellations', 'figure_parts', 'reserve_events', 'audit_totals', 'desk_counts', 'outbox'],
      ].map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
    );
    await scanFromHere();
    const admin = await Admin.arrive();
    await rows(
      'INSERT INTO admin_preferences (admin_id, veto, payment_exception) VALUES (?, 1, 1)',
      admin.id,
    );
    await claimsPaid(admin, amounts);
    await owedFirst();
    await holdersChanged();
    await proposed();
    await consented();
    await refunded();
    for (let run = 0; run < 2; run += 1) await readChain();
    before = await books();
  });

  test('has every kind that a contract reports, confirmed, with each kind’s sums and exceptions', async () => {
    const kinds = new Set((await ledger()).map(({ kind }) => kind));
    expect([...kinds].toSorted()).toEqual(KINDS.toSorted());
    expect(await rows("SELECT id FROM chain_events WHERE status <> 'confirmed'")).toEqual([]);
    const sum = amounts[0] * 2 + amounts[1];
    expect(await rows('SELECT paid_out_usd usd FROM policies ORDER BY usd DESC LIMIT 2')).toEqual([
      { usd: sum },
      { usd: 200 },
    ]);
    expect(await rows('SELECT reason, status FROM payment_exceptions ORDER BY reason, status')).toEqual([
      { reason: 'claim_paid_twice', status: 'open' },
      { reason: 'duplicate', status: 'open' },
      { reason: 'duplicate', status: 'resolved' },
      { reason: 'payout_without_claim', status: 'open' },
    ]);
    expect(before.cancellations).toHaveLength(2);
    expect(before['claims paid']).toEqual([expect.stringContaining(`"claims_paid_usd":${sum + 200}`)]);
  });

  // Equal amounts matter only to which payout paid which claim.
  const lost = (kind: string) => amounts[0] !== amounts[1] || kind === 'claim_paid';

  test('is the same after each row was lost and the chain read again', async () => {
    for (const { id, kind } of (await ledger()).filter((row) => lost(row.kind))) {
      await lose(id);
      expect(await repaired(before, readChain), `${kind} ${id}`).toEqual(before);
    }
  });

  test.each(DAMAGES)('is the same after its rows %s and the chain is read again', async (_what, sql) => {
    await damage(sql);
    expect(await books()).not.toEqual(before);
    expect(await repaired(before, readChain)).toEqual(before);
    // A doubt about a block in which nothing is recorded ends with the next run.
    await readChain();
    expect(await rows('SELECT * FROM block_doubts')).toEqual([]);
  });

  test('is the same after rows far below the cursor were lost or damaged, once the sweep has passed', async () => {
    await chain.mine({ blocks: 300 });
    await readChain();
    await damage("DELETE FROM chain_events WHERE kind = 'claim_paid'");
    await damage(
      "UPDATE chain_events SET amount = '1', wallet = '0x' WHERE kind <> 'claim_paid' AND amount IS NOT NULL",
    );
    await readChain();
    expect(await books()).not.toEqual(before);
    for (let hours = 6; hours <= 7 * 24; hours += 6) {
      const ctx = deskCtx(later(hours * HOUR));
      for (const swept of ctx.chains) await sweepChain(ctx, swept);
    }
    expect(await books()).toEqual(before);
  });

  test('sets what was paid out by reading only its policy’s rows, and a day’s claims by reading only that day’s', async () => {
    const [policy] = await rows<{ quote_id: string }>(
      'SELECT quote_id FROM policies ORDER BY paid_out_usd DESC',
    );
    const [event] = await rows<{ chainId: string; blockTime: string }>(
      "SELECT chain_id chainId, block_time blockTime FROM chain_events WHERE kind = 'claim_paid'",
    );
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
       INSERT INTO chain_events (kind, chain_id, tx_hash, event_index, block_number, block_hash, block_time, quote_id, wallet, usd, status, created_at)
       SELECT 'claim_paid', '1337', '0xmany' || i, 0, -i, '0x', '2025-01-02T00:00:00.000Z', '0xmany' || i, '0x', 1, 'confirmed', '' FROM n`,
    ).run();
    for (const statement of [
      (db: ReturnType<typeof deskCtx>['db']) => setPaidOut(db, policy?.quote_id ?? ''),
      (db: ReturnType<typeof deskCtx>['db']) => setClaimsPaid(db, event ?? { chainId: '', blockTime: '' }),
    ]) {
      const { DB, rowsRead } = countingDatabase();
      await deskCtx({}, { DB }).db.batch([statement(deskCtx({}, { DB }).db)]);
      expect(await rowsRead()).toBeLessThan(60);
    }
    await env.DB.prepare("DELETE FROM chain_events WHERE tx_hash LIKE '0xmany%'").run();
    expect(await books()).toEqual(before);
  });
});

test('a claim that was paid twice over stays with the transaction that paid it', async () => {
  // Of the second ledger: two equal claims, and a third payout of the same dollars.
  const claims = await rows<{ id: number; paid_event_id: number }>('SELECT id, paid_event_id FROM claims');
  for (const { id, paid_event_id } of claims) {
    const [line] = await rows<{ tx_hash: string }>(
      "SELECT tx_hash FROM claim_events WHERE claim_id = ? AND kind = 'paid'",
      id,
    );
    const [event] = await rows<{ tx_hash: string }>(
      'SELECT tx_hash FROM chain_events WHERE id = ?',
      paid_event_id,
    );
    expect(event?.tx_hash).toBe(line?.tx_hash);
    expect((await stateOf(id)).status).toBe('paid');
  }
});
