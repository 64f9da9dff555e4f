/** Money that leaves by the keys of the account alone: nothing on the chain refuses it, so the desk is told. */
import { beforeAll, describe, expect, test } from 'vitest';
import { auditedText } from '../../../test/audit.ts';
import { journal } from '../../../test/bookkeeping.ts';
import { fakeNode } from '../../../test/fake-node.ts';
import { rows, scanFromHere } from '../../../test/harness.ts';
import {
  insuredOnPolkadot,
  mooring,
  newAccount,
  PolkadotCustomer,
  payment,
  ROC,
  readPolkadot,
} from '../../../test/polkadot.ts';
import {
  exceptionsOf,
  kindsOf,
  PolkadotDesk,
  PREMIUM,
  policyDetail,
  type Ready,
  reach,
} from '../../../test/polkadot-desk.ts';
import { send, transfer } from '../../../test/substrate.ts';

let desk: PolkadotDesk;
beforeAll(async () => {
  await fakeNode();
  await scanFromHere();
  desk = await PolkadotDesk.open();
  await rows('UPDATE admins SET payment_exception = 1 WHERE id = ?', desk.admin.id);
});

const notices = async () =>
  (await rows<{ kind: string }>("SELECT kind FROM outbox WHERE wallet LIKE 'admin:%' ORDER BY rowid")).map(
    ({ kind }) => kind,
  );
/** Reads the chain, and answers what was new: notices, and the kinds of the events of this transaction. */
async function afterwards({ hash }: { hash: string }) {
  const before = (await notices()).length;
  await readPolkadot();
  await readPolkadot();
  const events = await rows<{ kind: string }>('SELECT kind FROM chain_events WHERE tx_hash = ?', hash);
  return { told: (await notices()).slice(before), events: events.map(({ kind }) => kind) };
}
const raised = (hash: string) =>
  rows(
    `SELECT x.reason, x.status, x.detail FROM payment_exceptions x JOIN chain_events e ON e.id = x.event_id
     WHERE e.tx_hash = ?`,
    hash,
  );

describe('a transfer by the keys of the account alone', () => {
  test.each<[string, (of: { customer: PolkadotCustomer; unsold: string }) => [bigint, string | null]]>([
    ['without a remark', () => [3n, null]],
    [
      'with a remark about something that nobody paid for',
      () => [7n, `mooring:refund:0x${'ab'.repeat(32)}:rejected`],
    ],
    [
      'as a claim of a quote that nobody bought',
      ({ unsold }) => [9n, `mooring:claim:${unsold}:1:1790000000:180`],
    ],
    ['as a refund of a quote that nobody bought', ({ unsold }) => [8n, `mooring:refund:${unsold}:cancelled`]],
    ['with the remark of capital', () => [5n, 'mooring:fund']],
  ])('alarms the desk %s, is an exception that a person settles, and stays a difference of the audit', async (_, of) => {
    const customer = await PolkadotCustomer.arrive();
    const [coins, text] = of({ customer, unsold: (await customer.quote()).data.quote_id });
    const call =
      text === null ? transfer(customer.account, coins * ROC) : payment(coins * ROC, text, customer.account);
    const sent = await send(mooring, call);
    expect(await afterwards(sent)).toEqual({ told: ['transfer_unprepared'], events: ['paid_in_error'] });
    const detail = `${coins} ROC left our account, and no payout or refund like it was prepared here.`;
    expect(await raised(sent.hash)).toEqual([{ reason: 'transfer_unprepared', status: 'open', detail }]);
    const [row] = await rows<{ id: number }>(
      `SELECT x.id FROM payment_exceptions x JOIN chain_events e ON e.id = x.event_id WHERE e.tx_hash = ?`,
      sent.hash,
    );
    const refused = await desk.call(`/exceptions/${row?.id}/refund`, { method: 'POST' });
    expect(refused).toMatchObject({ status: 409, message: expect.stringContaining('nothing to refund') });
    const settled = await desk.call(`/exceptions/${row?.id}/settle`, {
      body: { text: 'The keys were moved.' },
    });
    expect(settled).toMatchObject({ status: 200, data: { status: 'resolved' } });
    const named = (await auditedText(reach)).filter((line) => line.includes('This money left our account'));
    expect(named.length).toBeGreaterThan(0);
    expect((await exceptionsOf(customer)).filter(({ tx_hash }) => tx_hash === sent.hash)).toEqual([]);
  });

  test('alarms the desk once, however often its block is read', async () => {
    const sent = await send(mooring, transfer(await newAccount(1n), 4n * ROC));
    expect(await afterwards(sent)).toEqual({ told: ['transfer_unprepared'], events: ['paid_in_error'] });
    expect(await afterwards(sent)).toEqual({ told: [], events: ['paid_in_error'] });
  });

  test('ends no policy as a refund that nobody prepared, and is an exception that a person settles', async () => {
    const { customer, policy, quote } = await insuredOnPolkadot();
    const sent = await send(
      mooring,
      payment(3000n * ROC, `mooring:refund:${quote.quote_id}:cancelled`, customer.account),
    );
    expect(await afterwards(sent)).toEqual({ told: ['refund_in_error'], events: ['paid_in_error'] });
    expect((await policyDetail(customer, policy.id)).status).toBe('active');
    expect(await kindsOf(customer, policy.id)).toContain('paid_in_error');
    expect(await raised(sent.hash)).toEqual([
      {
        reason: 'refund_in_error',
        status: 'open',
        detail: 'No refund of 3,000 ROC was prepared here, so it ends nothing.',
      },
    ]);
    const [row] = await rows<{ id: number }>(
      "SELECT id FROM payment_exceptions WHERE reason = 'refund_in_error'",
    );
    const path = `/exceptions/${row?.id}`;
    expect((await desk.call(`${path}/refund`, { method: 'POST' })).message).toContain('sent in error');
    const settled = await desk.call(`${path}/settle`, { body: { text: 'The keys were moved.' } });
    expect(settled).toMatchObject({ status: 200, data: { status: 'resolved' } });
  });

  test('refunds nothing with less than was prepared, and what was prepared still counts', async () => {
    const { customer, quote, policy } = await insuredOnPolkadot();
    await customer.pay(quote);
    await readPolkadot();
    const [owed] = await exceptionsOf(customer);
    const ready = (await desk.call<Ready>(`/exceptions/${owed?.id}/refund`, { method: 'POST' })).data;
    const wrong = await send(mooring, payment(PREMIUM - 1n, String(ready.remark), customer.account));
    expect(await afterwards(wrong)).toMatchObject({ told: ['refund_in_error'], events: ['paid_in_error'] });
    expect((await exceptionsOf(customer))[0]).toMatchObject({ status: 'owed' });
    const right = await send(mooring, payment(PREMIUM, String(ready.remark), customer.account));
    expect(await afterwards(right)).toMatchObject({ told: [], events: ['premium_refunded'] });
    expect((await exceptionsOf(customer))[0]).toMatchObject({
      status: 'refunded',
      refund_tx_hash: right.hash,
    });
    expect((await policyDetail(customer, policy.id)).status).toBe('active');
  });

  test('pays no claim with less than was prepared, and the audit names it', async () => {
    const { customer, policy } = await insuredOnPolkadot();
    const claim = await desk.approvedClaim(customer, policy);
    const ready = (await desk.prepareClaim(claim.id)).data;
    expect(ready).toMatchObject({ usd: 2500, amount: (125n * ROC).toString() });
    const wrong = await send(mooring, payment(125n * ROC - 1n, String(ready.remark), customer.account));
    expect(await afterwards(wrong)).toEqual({ told: ['payout_without_claim'], events: ['paid_in_error'] });
    expect(await raised(wrong.hash)).toEqual([
      {
        reason: 'payout_without_claim',
        status: 'open',
        detail:
          'No payout of $2,500 as 124.999999999999 ROC under number 1 was prepared here, so it pays no claim.',
      },
    ]);
    expect(await rows('SELECT status FROM claims WHERE id = ?', claim.id)).toEqual([{ status: 'approved' }]);
    expect((await auditedText(reach)).join('\n')).toContain('This money left our account');
  });

  test('pays nothing as a payout that nobody prepared: it uses up neither cover nor number, and a person settles it', async () => {
    const { customer, policy, quote } = await insuredOnPolkadot();
    // 9 ROC are worth $180, whatever the remark says.
    const remark = `mooring:claim:${quote.quote_id}:1:1790000000:1`;
    const sent = await send(mooring, payment(9n * ROC, remark, customer.account));
    expect(await afterwards(sent)).toEqual({ told: ['payout_without_claim'], events: ['paid_in_error'] });
    expect(await policyDetail(customer, policy.id)).toMatchObject({ status: 'active', paid_out_usd: 0 });
    expect(await kindsOf(customer, policy.id)).not.toContain('claim_paid');
    const [row] = await rows<{ id: number; reason: string }>(
      'SELECT x.id, x.reason FROM payment_exceptions x JOIN chain_events e ON e.id = x.event_id WHERE e.tx_hash = ?',
      sent.hash,
    );
    expect(row?.reason).toBe('payout_without_claim');
    const month = new Date().toISOString().slice(0, 7);
    const booked = (await journal(desk.admin, month)).entries.filter(({ tx_hash }) => tx_hash === sent.hash);
    expect(booked).toMatchObject([
      { kind: 'paid_in_error', lines: [{ debit: '180.00' }, { credit: '180.00' }] },
    ]);
    const settled = await desk.call(`/exceptions/${row?.id}/settle`, {
      body: { text: 'The keys were moved.' },
    });
    expect(settled).toMatchObject({ status: 200, data: { status: 'resolved' } });

    const claim = await desk.approvedClaim(customer, policy);
    const ready = await desk.prepareClaim(claim.id);
    expect(ready.data).toMatchObject({ claim_number: 1, usd: 2500 });
    const paid = await send(mooring, payment(125n * ROC, String(ready.data.remark), customer.account));
    expect(await afterwards(paid)).toEqual({ told: [], events: ['claim_paid'] });
    expect((await policyDetail(customer, policy.id)).paid_out_usd).toBe(2500);
  });

  test('pays the claim and the refund that were prepared if it is more than was prepared', async () => {
    const [claimed, rejected] = [await insuredOnPolkadot(), await insuredOnPolkadot()];
    const claim = await desk.approvedClaim(claimed.customer, claimed.policy);
    const payout = (await desk.prepareClaim(claim.id)).data;
    const paid = await send(
      mooring,
      payment(125n * ROC + 1n, String(payout.remark), claimed.customer.account),
    );
    expect(await afterwards(paid)).toEqual({ told: [], events: ['claim_paid'] });
    expect(await rows('SELECT status FROM claims WHERE id = ?', claim.id)).toEqual([{ status: 'paid' }]);
    await rejected.customer.pay(rejected.quote);
    await readPolkadot();
    const [owed] = await exceptionsOf(rejected.customer);
    const refund = (await desk.call<Ready>(`/exceptions/${owed?.id}/refund`, { method: 'POST' })).data;
    await send(mooring, payment(PREMIUM + 1n, String(refund.remark), rejected.customer.account));
    await readPolkadot();
    expect((await exceptionsOf(rejected.customer))[0]).toMatchObject({ status: 'refunded' });
  });
});
