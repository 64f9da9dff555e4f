/** A recipient that was replaced by another one: what was sold under the old one stays paid for. */
import { beforeAll, describe, expect, test } from 'vitest';
import { fakeNode } from '../../../test/fake-node.ts';
import { rows } from '../../../test/harness.ts';
import {
  insuredOnPolkadot,
  mooring,
  newAccount,
  polkadotWorker,
  ROC,
  readPolkadot,
  recipient,
  sendPrepared,
  shown,
  transferAll,
} from '../../../test/polkadot.ts';
import { PolkadotDesk, policyDetail, type Ready } from '../../../test/polkadot-desk.ts';
import { type SubstrateAccount, send } from '../../../test/substrate.ts';

let desk: PolkadotDesk;
let rotated: SubstrateAccount;
beforeAll(async () => {
  await fakeNode();
  desk = await PolkadotDesk.open();
});

const alarms = () =>
  rows<{ status: string }>("SELECT status FROM payment_exceptions WHERE reason = 'transfer_unprepared'");

describe('a policy that was sold under an earlier recipient', () => {
  test('has its claim and its refund paid by the current one, and both are recognized', async () => {
    const [claimed, canceled] = [await insuredOnPolkadot(), await insuredOnPolkadot()];
    const claim = await desk.approvedClaim(claimed.customer, claimed.policy);
    // The runbook: everything moves to the new recipient, and the old one is named among the earlier ones.
    rotated = await newAccount(1n);
    await send(mooring, transferAll(rotated, true));
    const settings = { recipient: rotated.key, earlier_recipients: [recipient.key] };
    const over = polkadotWorker({}, settings);
    try {
      const ready = await desk.prepareClaim(claim.id, over);
      expect(ready).toMatchObject({ status: 200, data: { usd: 2500, amount: (125n * ROC).toString() } });
      await sendPrepared(rotated, ready.data, claimed.customer.account);
      await readPolkadot({}, settings);
      expect(await alarms()).toEqual([]);
      expect(await rows('SELECT status FROM claims WHERE id = ?', claim.id)).toEqual([{ status: 'paid' }]);
      expect((await policyDetail(claimed.customer, claimed.policy.id)).paid_out_usd).toBe(2500);
      expect(
        await rows("SELECT contract FROM chain_events WHERE kind = 'claim_paid' ORDER BY id DESC LIMIT 1"),
      ).toEqual([{ contract: rotated.key }]);

      const path = `/insurance/policy/${canceled.policy.id}/cancel`;
      const { customer } = canceled;
      const offer = await customer.call<never>(`${path}?preview=true`, { method: 'POST' }, over);
      expect((await customer.call(path, { body: customer.sign(offer.data) }, over)).status).toBe(200);
      const refund = { method: 'POST' as const };
      const back = await desk.call<Ready>(`/policies/${canceled.policy.id}/refund`, refund, desk.admin, over);
      expect(back).toMatchObject({ status: 200, data: { recipient: shown(customer.account) } });
      await sendPrepared(rotated, back.data, customer.account);
      await readPolkadot({}, settings);
      expect((await policyDetail(customer, canceled.policy.id)).status).toBe('cancelled');
    } finally {
      await send(rotated, transferAll(mooring));
    }
  });
});
