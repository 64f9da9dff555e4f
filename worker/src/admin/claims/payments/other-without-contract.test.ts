/** Payments outside the chain of claims that a chain without a contract may still pay. */
import { beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod';
import type { exceptionDetail, queueAnswer } from '../../../../../domain/admin/records-schema.ts';
import { call, type Reach, rows } from '../../../../test/harness.ts';
import {
  insuredOnPolkadot,
  polkadotWorker,
  runWithPolkadot,
  sendFromRecipient,
} from '../../../../test/polkadot.ts';
import { exceptionsOf, PolkadotDesk, reach } from '../../../../test/polkadot-desk.ts';

type Detail = z.output<typeof exceptionDetail>;
const HOUR = 3_600_000;

let desk: PolkadotDesk;
beforeAll(async () => {
  desk = await PolkadotDesk.open();
});

const TRANSFER = { payout_amount: 2500, payment_method: 'bank_transfer', reference: 'MT103 4711' };
const report = (id: number, over: Reach, by = desk.admin) =>
  desk.call<{ status: string }>(`/claims/${id}/payment`, { body: TRANSFER }, by, over);

async function approved() {
  const insured = await insuredOnPolkadot();
  return { ...insured, claim: await desk.approvedClaim(insured.customer, insured.policy) };
}

describe('a payment outside a chain without a contract', () => {
  test('waits until a payout that was handed out can no longer be included, also when it is confirmed', async () => {
    const { claim } = await approved();
    const now = Math.floor(Date.now() / 1000) * 1000;
    const stopped = (seconds: number) => polkadotWorker({ clock: () => now + 1000 * seconds });
    expect((await desk.prepareClaim(claim.id, stopped(0))).status).toBe(200);
    // It can be sent for 15 minutes, and one signed at their end can be included for 64 blocks of 12 seconds.
    const refused = {
      ...{ status: 409, code: 'already_prepared' },
      message: expect.stringContaining(' prepared a payout of $2,500 for this policy on '),
    };
    expect(await report(claim.id, stopped(901))).toMatchObject(refused);
    expect(await report(claim.id, stopped(1668))).toMatchObject(refused);
    expect((await report(claim.id, stopped(1669))).status).toBe(202);
    // A worker whose clock is behind asks again.
    expect(await report(claim.id, stopped(1668), desk.second)).toMatchObject(refused);
    expect(await report(claim.id, stopped(1669), desk.second)).toMatchObject({
      status: 200,
      data: { status: 'paid' },
    });
  });

  test('is followed by an exception if the payout arrives after all, until somebody settles it', async () => {
    const { customer, claim, quote } = await approved();
    const ready = await desk.prepareClaim(claim.id);
    const late = polkadotWorker({ clock: () => Date.now() + HOUR });
    await report(claim.id, late);
    expect((await report(claim.id, late, desk.second)).status).toBe(200);
    // Such as by a multisig, whose last owner signs an hour later.
    const sent = await sendFromRecipient(ready.data, customer.account);
    await runWithPolkadot();
    await runWithPolkadot();

    const found = await rows<{ id: number }>(
      'SELECT x.id FROM payment_exceptions x JOIN chain_events e ON e.id = x.event_id WHERE e.tx_hash = ?',
      sent.hash,
    );
    expect(found).toHaveLength(1);
    const id = found[0]?.id ?? 0;
    const queue = async () => (await desk.call<z.output<typeof queueAnswer>>('/queue')).data;
    expect((await queue()).items.filter(({ section }) => section === 'exceptions')).toMatchObject([
      {
        id: String(id),
        detail: `CLM-${String(claim.id).padStart(3, '0')} was already paid $2,500 by bank transfer.`,
      },
    ]);
    const { data } = await desk.call<Detail>(`/exceptions/${id}`);
    expect(data).toMatchObject({
      ...{ reason: 'claim_paid_twice', status: 'open', wallet_address: customer.address },
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
      records.data.filter((each) => each.quote_id === quote.quote_id && each.kind === 'claim_paid'),
    ).toMatchObject([{ exception: null }]);

    const settle = () =>
      desk.call<Detail>(`/exceptions/${id}/settle`, { body: { text: 'The holder sent it back.' } });
    expect((await settle()).data).toMatchObject({
      ...{ status: 'resolved', resolved_at: expect.any(String), refunded_at: null },
      notes: [{ text: 'Settled: The holder sent it back.' }],
    });
    expect((await settle()).data.notes).toHaveLength(1);
    expect((await queue()).sections.find(({ key }) => key === 'exceptions')?.count).toBe(0);
    expect(await rows('SELECT action FROM audit_log WHERE subject = ?', `exception:${id}`)).toEqual([
      { action: 'exception.settled' },
    ]);
  });
});
