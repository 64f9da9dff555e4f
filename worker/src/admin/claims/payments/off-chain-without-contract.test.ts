/** Payments outside the chain of claims that a chain without a contract may still pay. */
import { beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod';
import type { exceptionDetail, queueAnswer } from '#domain/admin/records-schema.ts';
import { fakeNode } from '../../../../test/fake-node.ts';
import { call, type Reach, rows } from '../../../../test/harness.ts';
import { insuredOnPolkadot, readPolkadot, sendFromRecipient } from '../../../../test/polkadot.ts';
import { exceptionsOf, PolkadotDesk, reach } from '../../../../test/polkadot-desk.ts';
import { countOf } from '../../../../test/queue.ts';
import { END_PAYOUT, hoursLater, outlivePolkadot, REVIVE_PAYOUT } from '../../../../test/transfers.ts';

type Detail = z.output<typeof exceptionDetail>;

let desk: PolkadotDesk;
beforeAll(async () => {
  await fakeNode();
  desk = await PolkadotDesk.open();
});

const TRANSFER = { payout_amount: 2500, payment_method: 'bank_transfer' };
const report = (id: number, over: Reach, by = desk.admin) =>
  desk.call<{ status: string }>(
    `/claims/${id}/payment`,
    { body: { ...TRANSFER, reference: `MT103 ${id}` } },
    by,
    over,
  );

async function approved() {
  const insured = await insuredOnPolkadot();
  return { ...insured, claim: await desk.approvedClaim(insured.customer, insured.policy) };
}

describe('a payment outside a chain without a contract', () => {
  test('waits until the chain is past a payout that was handed out, whatever our clock says', async () => {
    const { claim, quote } = await approved();
    expect((await desk.prepareClaim(claim.id)).status).toBe(200);
    const refused = {
      status: 409,
      code: 'already_prepared',
      message: expect.stringContaining(' prepared a payout of $2,500 for CLM-'),
    };
    expect(await report(claim.id, reach)).toMatchObject(refused);
    expect(await report(claim.id, hoursLater)).toMatchObject(refused);
    await outlivePolkadot(quote.quote_id);
    expect((await report(claim.id, reach)).status).toBe(202);
    // What was prepared meanwhile by somebody else counts as well.
    await rows(REVIVE_PAYOUT, claim.id);
    expect(await report(claim.id, reach, desk.second)).toMatchObject(refused);
    await rows(END_PAYOUT, claim.id);
    expect(await report(claim.id, reach, desk.second)).toMatchObject({
      status: 200,
      data: { status: 'paid' },
    });
  });

  test('is followed by an exception if the payout still arrives, until somebody settles it', async () => {
    const { customer, claim, quote } = await approved();
    const ready = await desk.prepareClaim(claim.id);
    // Somebody is wrong about a multisig, whose last owner signs an hour later.
    await desk.call(`/claims/${claim.id}/payout?not_signed=true`, { method: 'DELETE' });
    await report(claim.id, reach);
    expect((await report(claim.id, reach, desk.second)).status).toBe(200);
    const sent = await sendFromRecipient(ready.data, customer.account);
    await readPolkadot();
    await readPolkadot();

    const found = await rows<{ id: number }>(
      'SELECT x.id FROM payment_exceptions x JOIN chain_events e ON e.id = x.event_id WHERE e.tx_hash = ?',
      sent.hash,
    );
    expect(found).toHaveLength(1);
    const id = found[0]?.id ?? 0;
    const queue = async () => (await desk.call<z.output<typeof queueAnswer>>('/queue')).data;
    expect((await queue()).items.filter(({ kind }) => kind === 'exceptions')).toMatchObject([
      {
        id: String(id),
        detail: `125 ROC · CLM-${String(claim.id).padStart(3, '0')} was already paid $2,500 by bank transfer.`,
      },
    ]);
    const { data } = await desk.call<Detail>(`/exceptions/${id}`);
    expect(data).toMatchObject({
      reason: 'claim_paid_twice',
      status: 'open',
      wallet_address: customer.address,
      refund: {
        possible: false,
        problem:
          'This claim was paid twice, so there is nothing to refund. Ask its holder for the money, then settle this.',
      },
    });
    expect(await desk.call(`/exceptions/${id}/refund`, { method: 'POST' })).toMatchObject({
      status: 409,
      message: data.refund.problem,
    });
    // It is nothing that we owe the holder, nor a difference between our records and the chain.
    expect(await exceptionsOf(customer)).toEqual([]);
    const records = await call<{ quote_id: string; kind?: string; exception?: string | null }[]>(
      '/audit/records?limit=1000',
      {},
      reach,
    );
    expect(
      records.data.filter((each) => each.quote_id === quote.quote_id && each.kind === 'paid_in_error'),
    ).toMatchObject([{ exception: null }]);

    const settle = () =>
      desk.call<Detail>(`/exceptions/${id}/settle`, { body: { text: 'The holder sent it back.' } });
    expect((await settle()).data).toMatchObject({
      status: 'resolved',
      resolved_at: expect.any(String),
      refunded_at: null,
      notes: [{ text: 'Settled: The holder sent it back.' }],
    });
    expect((await settle()).data.notes).toHaveLength(1);
    expect(countOf(await queue(), 'exceptions')).toBe(0);
    expect(await rows('SELECT action FROM audit_log WHERE subject = ?', `exception:${id}`)).toEqual([
      { action: 'exception.settled' },
    ]);
  });
});
