/** Money that leaves by the keys of the account alone: no remark explains it, whatever it says. */
import { beforeAll, describe, expect, test } from 'vitest';
import { auditedText } from '../../../test/audit.ts';
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
import { send } from '../../../test/substrate.ts';

let desk: PolkadotDesk;
beforeAll(async () => {
  await fakeNode();
  await scanFromHere();
  desk = await PolkadotDesk.open();
  await rows('INSERT INTO admin_preferences (admin_id, payment_exception) VALUES (?, 1)', desk.admin.id);
});

const notices = async () =>
  (
    await rows<{ about: string }>(
      "SELECT json_extract(body, '$.about') about FROM outbox WHERE kind = 'desk_notice' ORDER BY rowid",
    )
  ).map(({ about }) => about);
/** Reads the chain, and answers what was new: notices, and the kinds of the events of this transaction. */
async function afterwards({ hash }: { hash: string }) {
  const before = (await notices()).length;
  await readPolkadot();
  await readPolkadot();
  const events = await rows<{ kind: string }>('SELECT kind FROM chain_events WHERE tx_hash = ?', hash);
  return { told: (await notices()).slice(before), events: events.map(({ kind }) => kind) };
}
const meaningsOf = async (hash: string) =>
  (
    await rows<{ meaning: string | null }>(
      "SELECT meaning FROM recipient_movements WHERE tx_hash = ? AND kind = 'Transfer'",
      hash,
    )
  ).map(({ meaning }) => meaning);
const raised = (hash: string) =>
  rows(
    `SELECT x.reason, x.status, x.detail FROM payment_exceptions x JOIN chain_events e ON e.id = x.event_id
     WHERE e.tx_hash = ?`,
    hash,
  );

describe('a transfer by the keys of the account alone', () => {
  test('is unexplained money with a remark about something that nobody paid for', async () => {
    const customer = await PolkadotCustomer.arrive();
    const { data: unsold } = await customer.quote();
    const stranger = await newAccount(1n);
    const sent = [
      await send(mooring, payment(7n * ROC, `mooring:refund:0x${'ab'.repeat(32)}:rejected`, stranger)),
      await send(
        mooring,
        payment(9n * ROC, `mooring:claim:${unsold.quote_id}:1:1790000000:180`, customer.account),
      ),
      await send(mooring, payment(8n * ROC, `mooring:refund:${unsold.quote_id}:cancelled`, customer.account)),
    ];
    for (const one of sent.slice(0, 1)) {
      expect(await afterwards(one)).toEqual({ told: ['movement', 'movement', 'movement'], events: [] });
    }
    for (const one of sent) expect(await meaningsOf(one.hash)).toEqual([null]);
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

  test('refunds nothing with another amount than was prepared, and what was prepared still counts', async () => {
    const { customer, quote, policy } = await insuredOnPolkadot();
    await customer.pay(quote);
    await readPolkadot();
    const [owed] = await exceptionsOf(customer);
    const ready = (await desk.call<Ready>(`/exceptions/${owed?.id}/refund`, { method: 'POST' })).data;
    const wrong = await send(mooring, payment(500n * ROC, String(ready.remark), customer.account));
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

  test('pays no claim with another amount than was prepared, and the audit names it', async () => {
    const { customer, policy } = await insuredOnPolkadot();
    const claim = await desk.approvedClaim(customer, policy);
    const ready = (await desk.prepareClaim(claim.id)).data;
    expect(ready).toMatchObject({ usd: 2500, amount: (125n * ROC).toString() });
    const wrong = await send(mooring, payment(5000n * ROC, String(ready.remark), customer.account));
    expect(await afterwards(wrong)).toEqual({ told: ['unclaimed'], events: ['claim_paid'] });
    expect(await raised(wrong.hash)).toEqual([
      {
        reason: 'payout_without_claim',
        status: 'open',
        detail: 'No payout of $2,500 as 5,000 ROC under number 1 was prepared here, so it pays no claim.',
      },
    ]);
    expect(await rows('SELECT status FROM claims WHERE id = ?', claim.id)).toEqual([{ status: 'approved' }]);
    expect((await auditedText(reach)).join('\n')).toContain('none of our claims was paid by it');
  });
});
