/** Payouts and refunds on a chain without a contract are prepared once at a time, and pay once. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import type { CancellationPreview } from '#domain/policy/service-schema.ts';
import type { Admin } from '../../../test/admin.ts';
import { fakeNode } from '../../../test/fake-node.ts';
import { type Answer, later, rows } from '../../../test/harness.ts';
import {
  insuredOnPolkadot,
  polkadotWorker,
  readPolkadot,
  sendFromRecipient,
} from '../../../test/polkadot.ts';
import {
  exceptionsOf,
  kindsOf,
  PolkadotDesk,
  policyDetail,
  type Ready,
  reach,
} from '../../../test/polkadot-desk.ts';
import {
  HOURS_LATER,
  hoursLater,
  outlivePolkadot,
  polkadotBlocks,
  prepareEarlier,
  skipBlocks,
  statesOf,
} from '../../../test/transfers.ts';

let desk: PolkadotDesk;
beforeAll(async () => {
  await fakeNode();
  desk = await PolkadotDesk.open();
});

const MINUTE = 60_000;
const DAY = 86_400_000;
const UNKNOWN = `0x${'5e'.repeat(32)}`;

type Path = `/claims/${number}/payout` | `/${'policies' | 'exceptions'}/${number}/refund`;
const prepare = (path: Path, by: Admin = desk.admin, body?: Record<string, unknown>, over = reach) =>
  desk.call<Ready>(path, { method: 'POST', ...(body && { body }) }, by, over);
const discard = (path: Path, query = '', by: Admin = desk.admin, over = reach) =>
  desk.call<unknown>(`${path}${query}`, { method: 'DELETE' }, by, over);
const actionsOn = async (subject: string) =>
  (await rows<{ action: string }>('SELECT action FROM audit_log WHERE subject = ? ORDER BY id', subject)).map(
    ({ action }) => action,
  );
/** The only live one, or an error. */
const prepared = async (quoteId: string) =>
  (
    await rows<{ until: string | null; tx_hash: string | null }>(
      'SELECT until, tx_hash FROM transfers WHERE quote_id = ? AND ended_at IS NULL',
      quoteId,
    )
  )[0];

/** A policy with a claim that is approved for 2500 dollars. */
async function payable() {
  const { customer, policy, quote } = await insuredOnPolkadot();
  const { id } = await desk.approvedClaim(customer, policy);
  return { customer, policy, quoteId: quote.quote_id, claim: id, path: `/claims/${id}/payout` as const };
}

/** A policy that waits for review, so that it can be rejected. */
async function rejectable() {
  const { customer, policy, quote } = await insuredOnPolkadot();
  await rows("UPDATE policies SET status = 'pending', needs_review = 1 WHERE id = ? RETURNING id", policy.id);
  return { customer, policy, quoteId: quote.quote_id, path: `/policies/${policy.id}/refund` as const };
}

/** A second payment of a quote, which is owed back. */
async function owed() {
  const { customer, quote } = await insuredOnPolkadot();
  await customer.pay(quote);
  await readPolkadot();
  const [exception] = await exceptionsOf(customer);
  return {
    customer,
    quoteId: exception?.quote_id ?? '',
    path: `/exceptions/${exception?.id ?? 0}/refund` as const,
  };
}

/** A policy whose holder consents to its cancellation. */
async function consented() {
  const { customer, policy, quote } = await insuredOnPolkadot();
  const cancel = `/insurance/policy/${policy.id}/cancel`;
  const offer = await customer.call<CancellationPreview>(`${cancel}?preview=true`, { method: 'POST' });
  await customer.call(cancel, { body: customer.sign(offer.data) });
  const withdraw = (ahead = 0) =>
    customer.call<PolicyDetailAnswer>(cancel, { method: 'DELETE' }, polkadotWorker(later(ahead)));
  return {
    customer,
    policy,
    quoteId: quote.quote_id,
    withdraw,
    path: `/policies/${policy.id}/refund` as const,
  };
}

const WHO = {
  payout: /^(You|[A-Z][a-z]+ [A-Z][a-z]+) prepared a payout of \$2,500 for CLM-\d+ on /,
  refund: /^(You|[A-Z][a-z]+ [A-Z][a-z]+) prepared a refund for this policy on /,
};
const refused = (answer: Answer<unknown>, what: RegExp) => {
  expect(answer).toMatchObject({ status: 409, code: 'already_prepared' });
  expect(answer.message).toMatch(what);
  expect(answer.message).toMatch(/It may still arrive until [A-Z][a-z]+ \d+, \d{4}, \d\d:\d\d UTC\./);
};

describe('a prepared transfer', () => {
  test.each([
    ['payout', payable, WHO.payout],
    ['rejection', rejectable, WHO.refund],
    ['refund of an exception', owed, WHO.refund],
    ['refund of a cancellation', consented, WHO.refund],
  ] as const)('of a %s is given to one administrator, and to nobody else', async (_, start, what) => {
    const { path, quoteId } = await start();
    const first = await prepare(path);
    expect(first.status).toBe(200);
    // Later, and at another rate perhaps: the same terms.
    const again = await prepare(path, desk.admin, undefined, polkadotWorker(later(5 * MINUTE)));
    expect(again).toMatchObject({ status: 200, data: first.data });
    refused(await prepare(path, desk.second), what);
    expect(await rows('SELECT 1 FROM transfers WHERE quote_id = ?', quoteId)).toHaveLength(1);
  });

  test.each([
    ['payout', payable],
    ['rejection', rejectable],
    ['refund of an exception', owed],
  ] as const)('of a %s is given once to administrators who ask at the same moment', async (_, start) => {
    const { path } = await start();
    const both = await Promise.all([prepare(path, desk.admin), prepare(path, desk.second)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('is the same for one administrator who asks twice at the same moment', async () => {
    const { path, claim } = await payable();
    const both = await Promise.all([prepare(path), prepare(path)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both[0].data).toEqual(both[1].data);
    const lines = await actionsOn(`claim:${claim}`);
    expect(lines.filter((action) => action === 'claim.payout_prepared')).toHaveLength(1);
  });

  test('is not given again once its time to be sent is over, and another one is once it can no longer arrive', async () => {
    const { path, claim, quoteId } = await payable();
    await prepare(path);
    refused(await prepare(path, desk.admin, undefined, polkadotWorker(later(16 * MINUTE))), WHO.payout);
    // A clock ends nothing, however late it is: the chain may stand still.
    await readPolkadot(HOURS_LATER);
    refused(await prepare(path, desk.second, undefined, hoursLater), WHO.payout);
    await prepareEarlier(quoteId);
    // One signed at the last moment can be included in the 64 blocks after the first one past its validity.
    await polkadotBlocks(1);
    await skipBlocks(quoteId, 60);
    await polkadotBlocks(4);
    expect(await statesOf(claim)).toEqual(['prepared']);
    await polkadotBlocks(1);
    expect(await statesOf(claim)).toEqual(['dead']);
    expect((await prepare(path, desk.second)).status).toBe(200);
  });

  test('is not given again once a transaction of it was reported, and no second transaction of it is taken', async () => {
    const { path, claim, quoteId } = await payable();
    await prepare(path);
    expect((await desk.reportClaim(claim, UNKNOWN)).status).toBe(202);
    expect((await desk.reportClaim(claim, UNKNOWN)).status).toBe(202);
    expect(await prepared(quoteId)).toMatchObject({ tx_hash: UNKNOWN });
    const again = await prepare(path);
    refused(again, WHO.payout);
    expect(again.message).toContain(`, and its transaction is ${UNKNOWN}.`);
    refused(await desk.reportClaim(claim, `0x${'6f'.repeat(32)}`), WHO.payout);
    refused(await discard(path, '?not_signed=true'), WHO.payout);
    expect((await actionsOn(`claim:${claim}`)).filter((one) => one === 'transfer.reported')).toHaveLength(1);
  });

  test('is given again once the transaction that was reported failed on the network', async () => {
    const { path, claim, quoteId, customer } = await payable();
    const { data } = await prepare(path);
    // More than the account has, so the whole batch fails.
    const failed = await sendFromRecipient({ ...data, amount: (10n ** 30n).toString() }, customer.account);
    await rows("UPDATE transfers SET state = 'sent', tx_hash = ? WHERE quote_id = ?", failed.hash, quoteId);
    refused(await prepare(path), WHO.payout);
    expect(await desk.reportClaim(claim, failed.hash)).toMatchObject({
      status: 422,
      code: 'payment_mismatch',
    });
    expect(await prepare(path)).toMatchObject({ status: 200, data });
  });

  test('is not given for a refund of which a transaction was reported', async () => {
    const { path } = await rejectable();
    await prepare(path);
    const report = await desk.call(`${path}/confirm`, { body: { transaction_hash: UNKNOWN } });
    expect(report.status).toBe(202);
    refused(await prepare(path), WHO.refund);
  });

  test('keeps a policy from being approved while it would reject it', async () => {
    const { path, policy } = await rejectable();
    await prepare(path);
    const approve = () =>
      desk.call(`/policies/${policy.id}/status`, { method: 'PATCH', body: { status: 'approved' } });
    refused(await approve(), WHO.refund);
    expect((await discard(path, '?not_signed=true')).status).toBe(200);
    expect((await approve()).status).toBe(200);
  });

  test('keeps its claim from being paid by another method', async () => {
    const { path, claim, quoteId } = await payable();
    await prepare(path);
    const body = { payout_amount: 2500, payment_method: 'bank_transfer', reference: 'MT103 4711' };
    const report = (over = reach) => desk.call(`/claims/${claim}/payment`, { body }, desk.second, over);
    refused(await report(), WHO.payout);
    refused(await report(hoursLater), WHO.payout);
    await outlivePolkadot(quoteId);
    expect((await report()).status).toBe(202);
  });
});

describe('discarding a prepared transfer', () => {
  test.each([
    ['payout', payable, 'claim.payout_discarded'],
    ['rejection', rejectable, 'policy.refund_discarded'],
    ['refund of an exception', owed, 'exception.refund_discarded'],
  ] as const)('of a %s takes the confirmation that nobody signed it', async (_, start, action) => {
    const { path, quoteId } = await start();
    await prepare(path);
    expect(await discard(path)).toMatchObject({
      status: 422,
      issues: [{ path: 'not_signed', message: 'Please confirm that nobody has signed or submitted it.' }],
    });
    expect(await prepared(quoteId)).toBeDefined();
    // Anyone who may prepare it may discard it.
    expect((await discard(path, '?not_signed=true', desk.second)).status).toBe(200);
    expect(await prepared(quoteId)).toBeUndefined();
    const lines = await rows<{ action: string; after: string }>(
      'SELECT action, after FROM audit_log WHERE action = ? ORDER BY id DESC LIMIT 1',
      action,
    );
    expect(lines).toEqual([{ action, after: '{"not_signed":true}' }]);
    expect((await prepare(path, desk.second)).status).toBe(200);
    // Again, and when there is nothing to discard.
    await discard(path, '?not_signed=true');
    expect((await discard(path)).status).toBe(200);
  });

  test('takes nothing once it can no longer be included', async () => {
    const { path, quoteId } = await payable();
    await prepare(path);
    expect((await discard(path, '', desk.second, hoursLater)).status).toBe(422);
    await outlivePolkadot(quoteId);
    expect((await discard(path, '', desk.second)).status).toBe(200);
  });
});

describe('a transfer that is carried out elsewhere', () => {
  const ENDLESS = 'so it may be carried out at any time.';
  const CALL_DATA = { call_data: true };

  test('keeps other payments away until it is discarded', async () => {
    const { path, claim, quoteId } = await payable();
    const ready = await prepare(path);
    // The same call, without an end from now on.
    expect(await prepare(path, desk.admin, CALL_DATA)).toMatchObject({ status: 200, data: ready.data });
    expect(await prepared(quoteId)).toMatchObject({ until: null });
    expect((await actionsOn(`claim:${claim}`)).at(-1)).toBe('claim.payout_call_data');
    const ahead = polkadotWorker(later(10 * DAY));
    expect((await prepare(path, desk.second, undefined, ahead)).message).toContain(ENDLESS);
    const body = { payout_amount: 2500, payment_method: 'bank_transfer', reference: 'MT103 4712' };
    const other = await desk.call(`/claims/${claim}/payment`, { body }, desk.second, ahead);
    expect(other).toMatchObject({ status: 409, code: 'already_prepared' });
    expect((await discard(path, '', desk.admin, ahead)).status).toBe(422);
    expect((await discard(path, '?not_signed=true', desk.admin, ahead)).status).toBe(200);
    expect((await prepare(path, desk.second, undefined, ahead)).status).toBe(200);
  });

  test('has no end either where the recipient is declared a multisig, until it is seen', async () => {
    const { path, claim, quoteId, customer, policy } = await payable();
    const multisig = polkadotWorker({}, { recipient_kind: 'multisig' });
    const ready = await prepare(path, desk.admin, undefined, multisig);
    expect(await prepared(quoteId)).toMatchObject({ until: null });
    const days = polkadotWorker(later(3 * DAY), { recipient_kind: 'multisig' });
    expect(await prepare(path, desk.admin, undefined, days)).toMatchObject({ status: 200, data: ready.data });
    expect((await prepare(path, desk.second, undefined, days)).status).toBe(409);
    const sent = await sendFromRecipient(ready.data, customer.account);
    expect((await desk.reportClaim(claim, sent.hash)).status).toBe(200);
    const next = await desk.approvedClaim(customer, policy, 4000);
    expect((await prepare(`/claims/${next.id}/payout`, desk.second)).status).toBe(200);
  });

  test('holds the consent that it rests on, and its request stays open, until it is discarded', async () => {
    const { path, policy, customer, withdraw } = await consented();
    await prepare(path, desk.admin, CALL_DATA);
    expect(await withdraw(20 * 60 * MINUTE)).toMatchObject({
      status: 409,
      message:
        'Your refund is prepared and can still reach you. If we withdraw it, you can withdraw your consent.',
    });
    // The consent has lapsed.
    const past = new Date(Date.now() - MINUTE).toISOString();
    await rows('UPDATE endings SET consent_until = ? WHERE policy_id = ? RETURNING 1', past, policy.id);
    await readPolkadot();
    expect((await policyDetail(customer, policy.id)).cancellation).not.toBeNull();
    expect((await discard(path, '?not_signed=true')).status).toBe(200);
    await readPolkadot();
    expect((await policyDetail(customer, policy.id)).cancellation).toBeNull();
  });
});

describe('a second transfer that arrives all the same', () => {
  const statusesOf = (quoteId: string) =>
    rows(
      "SELECT kind, status FROM chain_events WHERE quote_id = ? AND kind <> 'purchased' ORDER BY id",
      quoteId,
    );
  const inError = async (quoteId: string) =>
    (
      await desk.call<{ exceptions: { quote_id: string; reason: string }[] }>('/exceptions?limit=200')
    ).data.exceptions.filter(
      ({ quote_id, reason }) =>
        quote_id === quoteId && ['claim_paid_twice', 'refund_in_error'].includes(reason),
    );
  const AGAIN =
    'This was paid before, or differs from what was prepared. The money is recorded as paid in error.';

  test('is money paid in error, and pays no second claim', async () => {
    const { path, claim, quoteId, customer, policy } = await payable();
    const ready = (await prepare(path)).data;
    const first = await sendFromRecipient(ready, customer.account);
    const second = await sendFromRecipient(ready, customer.account);
    expect((await desk.reportClaim(claim, first.hash)).status).toBe(200);
    await readPolkadot();
    expect(await statusesOf(quoteId)).toEqual([
      { kind: 'claim_paid', status: 'confirmed' },
      { kind: 'paid_in_error', status: 'confirmed' },
    ]);
    expect((await policyDetail(customer, policy.id)).paid_out_usd).toBe(2500);
    expect((await kindsOf(customer, policy.id)).filter((kind) => kind === 'claim_paid')).toHaveLength(1);
    expect(await kindsOf(customer, policy.id)).toContain('paid_in_error');
    expect(await actionsOn(`policy:${policy.id}`)).toEqual(['chain.paid_in_error']);
    expect(await inError(quoteId)).toMatchObject([
      { reason: 'claim_paid_twice', amount: '125000000000000', tx_hash: second.hash, status: 'open' },
    ]);
    // Reading it again changes nothing.
    await readPolkadot();
    expect(await inError(quoteId)).toHaveLength(1);
    // The next claim has the next number.
    const next = await desk.approvedClaim(customer, policy, 4000);
    expect((await prepare(`/claims/${next.id}/payout`)).data).toMatchObject({ claim_number: 2 });
  });

  test('is named when it is reported', async () => {
    const { path, claim, quoteId, customer, policy } = await payable();
    const ready = (await prepare(path)).data;
    const first = await sendFromRecipient(ready, customer.account);
    await desk.reportClaim(claim, first.hash);
    // An earlier payout under the same number, such as one that was discarded although it was signed.
    const other = await desk.approvedClaim(customer, policy, 4000);
    const [row] = await rows<{ at: string }>('SELECT incident_at at FROM claims WHERE id = ?', other.id);
    const incidentAt = Date.parse(row?.at ?? '') / 1000;
    const stale = { ...ready, remark: `mooring:claim:${quoteId}:1:${incidentAt}:1500` };
    const sent = await sendFromRecipient(stale, customer.account);
    expect(await desk.reportClaim(other.id, sent.hash)).toMatchObject({ status: 422, message: AGAIN });
    expect((await statusesOf(quoteId)).at(-1)).toEqual({ kind: 'paid_in_error', status: 'confirmed' });
    const [unpaid] = await rows<{ status: string }>('SELECT status FROM claims WHERE id = ?', other.id);
    expect(unpaid?.status).toBe('approved');
  });

  test('is money paid in error when it rejects a policy again', async () => {
    const { path, quoteId, customer, policy } = await rejectable();
    const ready = (await prepare(path)).data;
    for (const _ of [1, 2]) await sendFromRecipient(ready, customer.account);
    await readPolkadot();
    expect(await statusesOf(quoteId)).toEqual([
      { kind: 'premium_refunded', status: 'confirmed' },
      { kind: 'paid_in_error', status: 'confirmed' },
    ]);
    expect((await policyDetail(customer, policy.id)).status).toBe('rejected');
    expect(await inError(quoteId)).toMatchObject([{ reason: 'refund_in_error', status: 'open' }]);
  });

  test('is money paid in error when it refunds an exception again, which is listed once', async () => {
    const { path, quoteId, customer } = await owed();
    const ready = (await prepare(path)).data;
    const sent = [];
    for (const _ of [1, 2]) sent.push(await sendFromRecipient(ready, customer.account));
    await readPolkadot();
    expect(await exceptionsOf(customer)).toMatchObject([
      { status: 'refunded', refund_tx_hash: sent[0]?.hash },
    ]);
    expect(await inError(quoteId)).toMatchObject([{ reason: 'refund_in_error', status: 'open' }]);
    const body = { transaction_hash: sent[1]?.hash };
    expect(await desk.call(`${path}/confirm`, { body })).toMatchObject({ status: 422, message: AGAIN });
  });
});
