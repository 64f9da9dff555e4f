/** What keeps payouts in bounds on a chain without a contract: the allowance, proposals, vetoes and halts. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { ChainControls } from '../../../../domain/admin/controls-schema.ts';
import { Admin } from '../../../test/admin.ts';
import { fakeNode } from '../../../test/fake-node.ts';
import { later, rows, workerWith } from '../../../test/harness.ts';
import {
  alice,
  insuredOnPolkadot,
  polkadotWorker,
  sendFromRecipient,
  shown,
} from '../../../test/polkadot.ts';
import { GENESIS, kindsOf, PolkadotDesk, reach } from '../../../test/polkadot-desk.ts';
import { outlivePolkadot, polkadotBlocks, underWay } from '../../../test/transfers.ts';

let desk: PolkadotDesk;
beforeAll(async () => {
  await fakeNode();
  desk = await PolkadotDesk.open();
});

const DAY_MS = 86_400_000;

describe('what our records enforce for a chain without a contract', () => {
  const controls = (by = desk.admin, over = reach) =>
    desk.call<ChainControls>(`/chains/${GENESIS}/controls`, {}, by, over);
  const change = (path: string, options: Parameters<Admin['call']>[1], by = desk.admin, over = reach) =>
    desk.call<ChainControls>(`/chains/${GENESIS}${path}`, options, by, over);
  /** A worker whose allowance is so many dollars a day. */
  const allowing = (usd: number, ahead = 0) => polkadotWorker(later(ahead), { allowance_usd: usd });

  test('the allowance is used up by payouts and drains back within a day', async () => {
    const { customer, policy } = await insuredOnPolkadot();
    const before = (await controls(desk.admin, allowing(1_000_000))).data.allowance_left_usd;
    const claim = await desk.approvedClaim(customer, policy);
    const sent = await sendFromRecipient((await desk.prepareClaim(claim.id)).data, customer.account);
    await desk.reportClaim(claim.id, sent.hash);
    const after = (await controls(desk.admin, allowing(1_000_000))).data.allowance_left_usd;
    expect(before - after).toBeGreaterThan(2000);
    expect(before - after).toBeLessThanOrEqual(2500);
    expect((await controls(desk.admin, allowing(1_000_000, DAY_MS + 60_000))).data.allowance_left_usd).toBe(
      1_000_000,
    );
  });

  /** A worker whose allowance lets through so many dollars more than what this file's tests paid so far. */
  async function lettingThrough(usd: number) {
    const [paid] = await rows<{ usd: number }>(
      "SELECT coalesce(sum(usd), 0) usd FROM chain_events WHERE kind = 'claim_paid'",
    );
    return allowing((paid?.usd ?? 0) + usd);
  }
  const RESERVED =
    "Payouts that are prepared but not yet seen on the network take up today's allowance. Please prepare this one again once they are paid or discarded, or can no longer be sent: about half an hour, with a wallet.";

  test('payouts prepared at the same time share the allowance until they are paid or can no longer be sent', async () => {
    const insuredTwice = [await insuredOnPolkadot(), await insuredOnPolkadot()];
    const claims: { id: number; key: string; quoteId: string }[] = [];
    for (const { customer, policy, quote } of insuredTwice) {
      const { id } = await desk.approvedClaim(customer, policy);
      claims.push({ id, key: customer.account.key, quoteId: quote.quote_id });
    }
    const tight = await lettingThrough(4000);
    const left = async () => (await controls(desk.admin, tight)).data.allowance_left_usd;
    const before = await left();
    expect(before).toBeGreaterThanOrEqual(4000);
    expect(before).toBeLessThan(4200);

    const answers = await Promise.all(claims.map(({ id }) => desk.prepareClaim(id, tight)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.message).toBe(RESERVED);
    const [winner, loser] = answers[0]?.status === 200 ? claims : claims.toReversed();
    if (!winner || !loser) throw new Error('There are two claims');
    expect((await controls()).data.proposals).toEqual([]);
    // Preparing it again takes up nothing more.
    expect((await desk.prepareClaim(winner.id, tight)).status).toBe(200);
    expect(before - (await left())).toBeGreaterThan(2300);
    expect(before - (await left())).toBeLessThanOrEqual(2500);

    // The first one was never sent, and the chain is past it.
    await outlivePolkadot(winner.quoteId);
    const ready = await desk.prepareClaim(loser.id, tight);
    expect(ready).toMatchObject({ status: 200, data: { step: 'pay', usd: 2500 } });
    expect((await desk.prepareClaim(winner.id, tight)).message).toBe(RESERVED);
    const sent = await sendFromRecipient(ready.data, loser);
    expect(await desk.reportClaim(loser.id, sent.hash)).toMatchObject({
      status: 200,
      data: { status: 'paid' },
    });
    // Paid, it counts once.
    expect(before - (await left())).toBeGreaterThan(2300);
    expect(before - (await left())).toBeLessThanOrEqual(2500);
    expect((await desk.prepareClaim(winner.id, tight)).message).toContain('so it is proposed');
  });

  test('two claims on one policy are prepared one after the other', async () => {
    const { customer, policy, quote } = await insuredOnPolkadot();
    const first = await desk.approvedClaim(customer, policy, 5000);
    const second = await desk.approvedClaim(customer, policy, 4800);
    const tight = await lettingThrough(4000);
    expect((await desk.prepareClaim(first.id, tight)).data).toMatchObject({ usd: 2500, claim_number: 1 });
    const refused = await desk.prepareClaim(second.id, tight);
    expect(refused).toMatchObject({ status: 409, code: 'already_prepared' });
    const number = `CLM-${String(first.id).padStart(3, '0')}`;
    expect(refused.message).toContain(`You prepared a payout of $2,500 for ${number} on `);
    await outlivePolkadot(quote.quote_id);
    expect((await desk.prepareClaim(second.id, tight)).data).toMatchObject({ usd: 2300, claim_number: 1 });
  });

  test('a payout beyond the allowance is proposed, waits, and is paid then', async () => {
    const { customer, policy } = await insuredOnPolkadot();
    const claim = await desk.approvedClaim(customer, policy);
    const strict = allowing(100);
    const proposed = await desk.prepareClaim(claim.id, strict);
    expect(proposed.status).toBe(409);
    expect(proposed.message).toContain("exceeds today's allowance, so it is proposed");
    expect(await desk.prepareClaim(claim.id, strict)).toMatchObject({
      status: 409,
      message: 'The payout is proposed and has to wait before it can be paid.',
    });
    const [waiting] = (await controls()).data.proposals;
    expect(waiting).toMatchObject({
      state: 'waiting',
      policy_id: policy.id,
      usd: 2500,
      claim_number: 1,
      tx_hash: null,
    });
    expect(await kindsOf(customer, policy.id)).toContain('payout_proposed');
    const lines = await rows('SELECT action FROM audit_log WHERE subject = ?', `claim:${claim.id}`);
    expect(lines).toContainEqual({ action: 'claim.payout_proposed' });
    const refund = await desk.call(`/policies/${policy.id}/refund`, { method: 'POST' });
    expect(refund.status).toBe(409);

    // Its waiting time is over.
    const due = new Date(Date.now() - 60_000).toISOString();
    await rows('UPDATE payout_proposals SET payable_at = ? WHERE id = ?', due, waiting?.id);
    const left = (await controls(desk.admin, allowing(1_000_000))).data.allowance_left_usd;
    const ready = await desk.prepareClaim(claim.id, strict);
    expect(ready).toMatchObject({ status: 200, data: { step: 'pay', usd: 2500 } });
    const sent = await sendFromRecipient(ready.data, customer.account);
    await desk.reportClaim(claim.id, sent.hash);
    const settled = (await controls()).data.proposals.find(({ id }) => id === waiting?.id);
    expect(settled).toMatchObject({ state: 'paid', tx_hash: sent.hash });
    // What waited doesn't use up the allowance.
    const after = (await controls(desk.admin, allowing(1_000_000))).data.allowance_left_usd;
    expect(after).toBeGreaterThanOrEqual(left);
    const notices = await rows(
      'SELECT id FROM outbox WHERE instr(dedupe_key, ?) > 0',
      `payout:${policy.quote_id}:1:`,
    );
    expect(notices).toHaveLength(1);
    const next = await desk.approvedClaim(customer, policy, 4000);
    expect((await desk.prepareClaim(next.id)).data).toMatchObject({ step: 'pay', claim_number: 2 });
  });

  test('simultaneous payouts beyond the allowance are proposed once', async () => {
    const { customer, policy } = await insuredOnPolkadot();
    const claim = await desk.approvedClaim(customer, policy);
    const strict = allowing(100);
    const answers = await Promise.all([1, 2, 3].map(() => desk.prepareClaim(claim.id, strict)));
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409]);
    const proposed = (await controls()).data.proposals.filter(({ policy_id }) => policy_id === policy.id);
    expect(proposed).toHaveLength(1);
    expect((await kindsOf(customer, policy.id)).filter((kind) => kind === 'payout_proposed')).toHaveLength(1);
  });

  test('a proposal lapses automatically, and can be made again', async () => {
    const { customer, policy, quote } = await insuredOnPolkadot();
    const claim = await desk.approvedClaim(customer, policy);
    await desk.prepareClaim(claim.id, allowing(100));
    const [first] = (await controls()).data.proposals;
    const ahead = 10 * DAY_MS;
    const [waiting] = await underWay(quote.quote_id);
    expect(waiting).toMatchObject({ claim_id: claim.id, proposal: 'pending' });
    const lapsed = (await controls(desk.admin, allowing(100, ahead))).data.proposals.find(
      ({ id }) => id === first?.id,
    );
    expect(lapsed?.state).toBe('lapsed');
    const again = () => desk.prepareClaim(claim.id, allowing(100, ahead));
    expect((await again()).message).toContain('It is proposed on chain');
    await rows(
      "UPDATE prepared_transfers SET until = '2026-01-01T00:00:00.000Z' WHERE id = ? RETURNING id",
      waiting?.id,
    );
    await polkadotBlocks(1);
    expect((await again()).message).toContain('so it is proposed');
  });

  test('an administrator vetoes a proposed payout, once', async () => {
    const { customer, policy } = await insuredOnPolkadot();
    const claim = await desk.approvedClaim(customer, policy);
    await desk.prepareClaim(claim.id, allowing(100));
    const [waiting] = (await controls()).data.proposals;
    const path = `/proposals/${waiting?.id}/veto`;
    const handler = await Admin.arrive('Mary Jackson', 'claims');
    expect((await change(path, { method: 'POST' }, handler)).status).toBe(403);
    const vetoed = await change(path, { method: 'POST' }, desk.second);
    expect(vetoed.data.proposals.find(({ id }) => id === waiting?.id)?.state).toBe('vetoed');
    expect((await change(path, { method: 'POST' }, desk.second)).status).toBe(409);
    expect(await kindsOf(customer, policy.id)).toContain('payout_vetoed');
    const after = await desk.prepareClaim(claim.id, allowing(100, 3 * DAY_MS));
    expect(after.message).toContain('so it is proposed');
    expect((await change('/proposals/999999/veto', { method: 'POST' })).status).toBe(404);
  });

  test('an administrator halts payouts for at most three days, and again only a week later', async () => {
    const [one, other] = [await Admin.arrive('One'), await Admin.arrive('Other')];
    const { customer, policy } = await insuredOnPolkadot();
    const claim = await desk.approvedClaim(customer, policy);
    const halt = (by: Admin, ahead = 0, body: Record<string, unknown> = { reason: 'A key may be stolen' }) =>
      change('/halt', { body }, by, polkadotWorker(later(ahead)));
    expect((await halt(one, 0, { reason: 'Too long', hours: 73 })).status).toBe(422);
    const halted = await halt(one);
    expect(halted.data.halt).toMatchObject({ reason: 'A key may be stolen', halted_by: 'One' });
    const lasts = Date.parse(halted.data.halt?.until ?? '') - Date.parse(halted.data.halt?.halted_at ?? '');
    expect(lasts).toBe(3 * DAY_MS);
    expect(await desk.prepareClaim(claim.id)).toMatchObject({
      status: 409,
      message: 'Payouts are halted at the moment.',
    });
    expect((await halt(other)).message).toBe('Payouts on this network are already halted.');
    expect((await desk.prepareClaim(claim.id, polkadotWorker(later(3 * DAY_MS + 1000)))).status).toBe(200);

    const lifted = await Promise.all([other, one].map((by) => change('/halt', { method: 'DELETE' }, by)));
    expect(lifted.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await controls()).data.halt).toBeNull();
    expect((await change('/halt', { method: 'DELETE' }, other)).status).toBe(409);
    expect((await desk.prepareClaim(claim.id)).status).toBe(200);
    expect((await halt(one)).message).toContain('in the last 7 days');
    expect((await controls(one)).data.haltable_at).not.toBeNull();
    expect((await controls(other)).data.haltable_at).toBeNull();
    expect((await halt(other)).status).toBe(200);
    await change('/halt', { method: 'DELETE' }, one);
    expect((await halt(one, 7 * DAY_MS + 60_000)).status).toBe(200);
    await change('/halt', { method: 'DELETE' }, one, polkadotWorker(later(7 * DAY_MS + 120_000)));
    const lines = await rows<{ action: string }>(
      "SELECT action FROM audit_log WHERE action LIKE 'chain.%' ORDER BY id",
    );
    expect(lines.slice(0, 2).map(({ action }) => action)).toEqual([
      'chain.payouts_halted',
      'chain.halt_lifted',
    ]);
  });

  test('a change of holder is not offered', async () => {
    const { policy } = await insuredOnPolkadot();
    const body = { step: 'propose', new_holder: shown(alice) };
    expect(await desk.call(`/policies/${policy.id}/holder-change`, { body })).toMatchObject({
      status: 409,
      message: 'This network does not offer that.',
    });
    const report = { step: 'propose', transaction_hash: `0x${'1'.repeat(64)}` };
    const answer = await desk.call(`/policies/${policy.id}/holder-change/confirm`, { body: report });
    expect(answer.message).toBe('This network does not offer that.');
  });

  test('there are no such controls of a chain with a contract, nor without a Substrate chain', async () => {
    expect((await desk.call(`/chains/0x${'11'.repeat(32)}/controls`)).status).toBe(404);
    expect((await desk.call(`/chains/${GENESIS}/controls`, {}, desk.admin, workerWith({}))).status).toBe(404);
  });
});
