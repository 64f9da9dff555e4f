import { env } from 'cloudflare:workers';
import { pad, toHex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { beforeEach, describe, expect, test } from 'vitest';
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import { EFFECTS } from '#worker/settlement/effects/effects.ts';
import { proofOf, record } from '#worker/settlement/ledger/record.ts';
import { confirmPayout } from '#worker/settlement/payouts/payout.ts';
import { scanChain } from '#worker/settlement/scan/scan.ts';
import { ADMIN, CLAIMS, deskCtx, insured, onContract, raced, sendReady } from '../../../test/desk.ts';
import {
  call,
  chain,
  countingChain,
  HOME,
  readChains,
  rows,
  scanFromHere,
  shakyChain,
  signIn,
  usual,
} from '../../../test/harness.ts';
import {
  cancel,
  changeHolder,
  claimsPaid,
  detail,
  history,
  lookAlike,
  payOut,
  prepareTransfer,
  recorded,
  refund,
  revertTo,
  usualChain,
} from '../../../test/registry.ts';

beforeEach(async () => {
  await env.DB.batch(
    ['policies', 'occurrence_data', 'payment_exceptions', 'chain_events', 'entries'].map((table) =>
      env.DB.prepare(`DELETE FROM ${table}`),
    ),
  );
  await scanFromHere();
});

describe('contract events in the scheduled run', () => {
  test('a paid claim counts once, at the rate of its day, even in concurrent runs', async () => {
    const { customer, policy } = await insured();
    const hash = await payOut(policy, 1500);
    await Promise.all([readChains(), readChains(), readChains()]);
    await readChains();
    expect(await recorded(policy)).toEqual(['claim_paid confirmed']);
    expect(await detail(customer, policy.id)).toMatchObject({ paid_out_usd: 1500, status: 'active' });
    expect(await claimsPaid()).toEqual({ n: 1, usd: 1500 });
    expect(await history(policy.id)).toEqual(['opened active', 'claim_paid active']);
    const [line] = await rows(
      "SELECT tx_hash, currency, amount, rate, usd FROM policy_history WHERE kind = 'claim_paid'",
    );
    expect(line).toEqual({
      tx_hash: hash,
      currency: 'ETH',
      amount: '750000000000000000',
      rate: '2000',
      usd: 1500,
    });
    const [event] = await rows(
      "SELECT block_number, claim_number, incident_at FROM chain_events WHERE kind = 'claim_paid'",
    );
    expect(event).toMatchObject({ claim_number: 1, incident_at: policy.cover_from });
  });

  test('an event that another run has just confirmed is left alone', async () => {
    const { customer, policy } = await insured();
    await payOut(policy, 800);
    const other = "UPDATE chain_events SET status = 'confirmed' WHERE kind = 'claim_paid' AND quote_id = ?";
    await scanChain(raced(deskCtx(), other, policy.quote_id), usualChain());
    expect((await detail(customer, policy.id)).paid_out_usd).toBe(0);
    expect(await history(policy.id)).toEqual(['opened active']);
    expect(await claimsPaid()).toBeUndefined();
  });

  test('several claims of one policy in one range and a refund in the next all count', async () => {
    const { customer, policy } = await insured();
    await payOut(policy, 100);
    await payOut(policy, 250);
    const other = await insured();
    await cancel(other.customer, other.policy.id);
    await refund(other.policy.id);
    await readChains();
    expect((await detail(customer, policy.id)).paid_out_usd).toBe(350);
    expect(await claimsPaid()).toEqual({ n: 2, usd: 350 });
    expect((await detail(other.customer, other.policy.id)).status).toBe('cancelled');
  });

  test('a purchase, a claim and later events in one range are found without a report', async () => {
    const { customer, policy } = await insured();
    await payOut(policy, 400);
    await env.DB.batch([
      env.DB.prepare('DELETE FROM chain_events'),
      env.DB.prepare('DELETE FROM policies'),
      env.DB.prepare('DELETE FROM occurrence_data'),
    ]);
    await readChains();
    const [again] = await customer.policies();
    expect(await detail(customer, again?.id ?? 0)).toMatchObject({ paid_out_usd: 400, status: 'active' });
  });

  test('any number of events is read, even when a page ends within a transaction', async () => {
    const block = { number: 10, hash: `0x${'b1'.repeat(32)}`, time: 1_800_000_000 };
    const owed = (transaction: number, eventIndex: number) => ({
      kind: 'payment_owed' as const,
      contract: usual.contract,
      quote_id: `0x${'9'.repeat(64)}`,
      holder: `0x${'8'.repeat(40)}`,
      token: null,
      amount: 1n,
      tx_hash: pad(toHex(transaction)),
      event_index: eventIndex,
      block,
    });
    const changes = [
      ...Array.from({ length: 89 }, (_, index) => owed(index, index)),
      owed(89, 89),
      owed(89, 90),
    ];
    await record(deskCtx(), usualChain(), EFFECTS, changes, proofOf({ confirmed: false }));
    await record(deskCtx(), usualChain(), EFFECTS, changes, proofOf({ confirmed: false }));
    expect(await rows('SELECT status, count(*) n FROM chain_events GROUP BY status')).toEqual([
      { status: 'unconfirmed', n: 91 },
    ]);
  });

  test('reading a quiet chain costs no additional requests', async () => {
    await insured();
    await shakyChain.mine({ blocks: 1 });
    await readChains();
    const { seen, edges } = countingChain();
    await readChains(edges);
    expect(seen.requests).toBe(4);
  });

  test('the same events from another contract are ignored', async () => {
    const { customer, policy } = await insured();
    await payOut(policy, 700);
    const { logs } = await chain.getTransactionReceipt({
      hash: (await chain.getBlock()).transactions[0] ?? '0x',
    });
    const [log] = logs;
    if (!log) throw new Error('No event to copy');
    const impostor = await lookAlike(log);
    const fake = await sendReady({ to: impostor, data: '0x' }, CLAIMS);
    const receipt = await chain.getTransactionReceipt({ hash: fake });
    expect(receipt.logs[0]?.topics).toEqual(log.topics);
    await readChains();
    const report = { policyId: policy.id, claimNumber: 1, txHash: fake };
    await expect(confirmPayout(deskCtx(), report)).rejects.toMatchObject({ code: 'payment_mismatch' });
    expect(await recorded(policy)).toEqual(['claim_paid confirmed']);
    expect((await detail(customer, policy.id)).paid_out_usd).toBe(700);
  });
});

describe('payments that a holder cannot receive', () => {
  test("a refused payment is owed, and the holder's later withdrawal is noted", async () => {
    const { customer, policy } = await insured();
    // A wallet without a way to take coins: its code reverts.
    await chain.setCode({ address: customer.address, bytecode: '0x5f5ffd' });
    await payOut(policy, 200);
    await Promise.all([readChains(), readChains(), readChains()]);
    expect(await recorded(policy)).toEqual(['claim_paid confirmed', 'payment_owed confirmed']);
    await chain.setCode({ address: customer.address, bytecode: '0x' });
    await onContract(customer.account, 'pull', policy.quote_id, chain, customer.address);
    await readChains();
    expect(await history(policy.id)).toEqual([
      'opened active',
      'claim_paid active',
      'payment_owed active',
      'owed_paid active',
    ]);
    const [paid] = await rows("SELECT counterparty, amount FROM chain_events WHERE kind = 'owed_paid'");
    expect(paid).toEqual({ counterparty: customer.address.toLowerCase(), amount: '100000000000000000' });
    const kinds = (await detail(customer, policy.id)).timeline.map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['payment_owed', 'owed_paid']));
  });
});

describe('transfers of a policy', () => {
  beforeEach(scanFromHere);

  test('a transfer moves the policy and its private data to the new wallet', async () => {
    const { customer, policy, hash } = await insured({}, shakyChain);
    const path = `/insurance/policy/${policy.id}`;
    await customer.call(`${path}/beneficiary`, { method: 'PATCH', body: { beneficiary: 'Grace Hopper' } });
    const contact = { email: 'new@example.com', telephone: '+44 20 7946 0999' };
    const bought = { email: 'ada@example.com', telephone: HOME.property_owner_telephone };
    await customer.call(`${path}/contact`, { method: 'PATCH', body: contact });
    const account = privateKeyToAccount(generatePrivateKey());
    const nickname = { nickname: 'Quay Street' };
    await customer.call(`${path}/nickname`, { method: 'PATCH', body: nickname });
    const snapshot = await shakyChain.snapshot();
    await changeHolder(policy.quote_id, account.address, shakyChain);
    await Promise.all([readChains(), readChains()]);

    const token = await signIn(account);
    const moved = await call<PolicyDetailAnswer>(path, { token });
    expect(moved).toMatchObject({
      status: 200,
      data: { details: HOME, beneficiary: 'Grace Hopper', wallet_address: account.address, nickname: null },
    });
    // How to reach the old holder does not go along, and is not kept; nor is what the buyer gave the new one's.
    expect(moved.data).toMatchObject({ email: '', contact: { email: '', telephone: '' } });
    const letter = await call(`${path}/certificate/email`, { token, body: {} });
    expect(letter).toMatchObject({ status: 422, message: 'Please enter an email address.' });
    const [kept] = await rows(
      'SELECT email, telephone, nickname FROM policy_contacts WHERE policy_id = ?',
      policy.id,
    );
    expect(kept).toEqual({ email: null, telephone: null, nickname: null });
    expect((await customer.call(path)).status).toBe(404);
    expect(await customer.policies()).toEqual([]);
    const list = await call<unknown[]>(`/insurance/active-policies/${account.address}`, { token });
    expect(list.data).toHaveLength(1);
    // The old wallet's transaction still tells nothing, and breaks nothing.
    const report = await customer.report(hash, { chain_id: shakyChain.chain.id });
    expect(report).toMatchObject({ status: 409, code: 'transaction_used' });

    await revertTo(snapshot, 8);
    await readChains();
    await readChains();
    expect((await call(path, { token })).status).toBe(404);
    expect(await detail(customer, policy.id)).toMatchObject({
      details: HOME,
      beneficiary: 'Grace Hopper',
      contact: bought,
    });
    expect(await history(policy.id)).toEqual([
      'opened active',
      'beneficiary_changed active',
      'contact_changed active',
      'holder_change_proposed active',
      'holder_change_confirmed active',
      'holder_changed active',
      'orphaned active',
      'orphaned active',
      'orphaned active',
    ]);
  });

  test('a transfer that conflicts with a contact change succeeds on the next run', async () => {
    const { customer, policy } = await insured();
    const path = `/insurance/policy/${policy.id}`;
    await customer.call(`${path}/beneficiary`, { method: 'PATCH', body: { beneficiary: 'Grace Hopper' } });
    const account = privateKeyToAccount(generatePrivateKey());
    await prepareTransfer(policy.quote_id, account.address);
    await readChains();
    await onContract(ADMIN, 'completeHolderChange', policy.quote_id);
    const clear = 'UPDATE policy_contacts SET beneficiary = NULL WHERE policy_id = ?';
    await scanChain(raced(deskCtx(), clear, policy.id), usualChain());
    expect((await detail(customer, policy.id)).beneficiary).toBeNull();
    await readChains();
    const token = await signIn(account);
    const { status, data } = await call<PolicyDetailAnswer>(path, { token });
    expect(status).toBe(200);
    expect(data).toMatchObject({ details: HOME, beneficiary: null });
  });

  test('a transfer that fails holds up no other event', async () => {
    const { policy } = await insured();
    const other = await insured();
    await changeHolder(policy.quote_id, privateKeyToAccount(generatePrivateKey()).address);
    await payOut(other.policy, 300);
    await env.DB.prepare("UPDATE quotes SET sealed = '1.AAAA.AAAA' WHERE id = ?").bind(policy.quote_id).run();
    await readChains();
    expect(await recorded(policy, other.policy)).toEqual([
      'holder_change_proposed confirmed',
      'holder_change_confirmed confirmed',
      'holder_changed unconfirmed',
      'claim_paid confirmed',
    ]);
    expect((await detail(other.customer, other.policy.id)).paid_out_usd).toBe(300);
  });
});

test('a refund of a policy that has already ended changes nothing and stays open', async () => {
  const { customer, policy } = await insured();
  await cancel(customer, policy.id);
  await refund(policy.id);
  await env.DB.prepare("UPDATE policies SET status = 'rejected' WHERE id = ?").bind(policy.id).run();
  await readChains();
  expect((await detail(customer, policy.id)).status).toBe('rejected');
  expect(await recorded(policy)).toEqual(['premium_refunded unconfirmed']);
});
