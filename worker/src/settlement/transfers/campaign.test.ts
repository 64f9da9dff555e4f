/**
 * Two claims of one policy with the same day and dollars, whose payouts land, are dropped, revert or are reorganized away,
 * while requests and runs are killed. `npm run test:full` makes 100 rounds.
 */
import { beforeEach, expect, inject, test } from 'vitest';
import type { Edges } from '#worker/platform/context.ts';
import type { PreparedPayout } from '#worker/settlement/payouts/payout.ts';
import { Admin } from '../../../test/admin.ts';
import { submit } from '../../../test/claims.ts';
import { decide, stateOf } from '../../../test/decided.ts';
import { CLAIMS, evmCall, insured, sendReady } from '../../../test/desk.ts';
import { type Reach, readChains, rows, scanFromHere, shakyChain, workerWith } from '../../../test/harness.ts';
import { dice } from '../../../test/lies.ts';
import { revertTo } from '../../../test/registry.ts';
import { outlive } from '../../../test/transfers.ts';

const USD = 2500;
const FATES = ['lands', 'lands unreported', 'dropped', 'reverted', 'reorganized'] as const;
const AHEAD = () => Date.now() + 600_000;

let admin: Admin;
// One administrator may ask only so often a minute.
beforeEach(async () => {
  await scanFromHere();
  admin = await Admin.arrive();
});

/** Edges that end with their worker after a few requests to the chain. */
function dying(after: number): Partial<Edges> {
  let left = after;
  return {
    clock: AHEAD,
    fetch: (input, init) => {
      left -= 1;
      return left < 0 ? Promise.reject(new TypeError('killed')) : fetch(input, init);
    },
  };
}

/** The chain that reorganizes may be ahead of the clock. */
const edges: Partial<Edges> = { clock: AHEAD };
const alive: Reach = workerWith(edges);
const mine = () => shakyChain.mine({ blocks: 3 });
const post = (path: string, body: unknown, reach: Reach, key: string) =>
  admin.call<PreparedPayout>(
    `/admin/claims/${path}`,
    { method: 'POST', body, headers: { 'idempotency-key': key } },
    reach,
  );

/** Sends a payout without mining it; with little gas it fails. */
const sendUnmined = (ready: PreparedPayout, gas = 400_000n) =>
  shakyChain.sendTransaction({ account: CLAIMS, chain: shakyChain.chain, ...evmCall(ready), gas });

async function unmined<Result>(run: () => Promise<Result>): Promise<Result> {
  await shakyChain.setAutomine(false);
  try {
    return await run();
  } finally {
    await shakyChain.setAutomine(true);
  }
}

/** While its payout can land, a claim can be neither approved again nor paid another way, and no other claim can be prepared. */
async function isLocked(id: number, other: number | undefined) {
  const approval = { payout_amount: USD - 100, admin_notes: 'Less.' };
  expect((await decide(admin, id, 'approved', approval)).status).toBe(409);
  const bank = { payout_amount: USD, payment_method: 'bank_transfer', reference: `R${id}` };
  expect((await post(`${id}/payment`, bank, alive, crypto.randomUUID())).status).toBe(409);
  if (other === undefined) return;
  const refused = await post(`${other}/payout`, {}, alive, crypto.randomUUID());
  expect(refused).toMatchObject({ status: 409, code: 'already_prepared' });
  expect(refused.message).toContain(`for CLM-${String(id).padStart(3, '0')} on `);
}

/** One payout from its preparation to its end. */
async function pay(id: number, others: readonly number[], quoteId: string, roll: () => number) {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(roll() * items.length)] as Item;
  const killed = () => roll() < 0.5;
  const run = async () => {
    if (killed()) await readChains(dying(Math.floor(roll() * 12)));
    await readChains(edges);
  };
  const key = crypto.randomUUID();
  if (killed()) await post(`${id}/payout`, {}, workerWith(dying(Math.floor(roll() * 4))), key);
  const prepared = await post(`${id}/payout`, {}, alive, key);
  expect(prepared).toMatchObject({ status: 200, data: { step: 'pay', usd: USD } });
  expect((await post(`${id}/payout`, {}, alive, key)).data).toEqual(prepared.data);
  const ready = prepared.data;
  const report = async (transaction_hash: string) => {
    if (killed()) {
      await post(`${id}/payment`, { transaction_hash }, workerWith(dying(1)), crypto.randomUUID());
    }
    return post(`${id}/payment`, { transaction_hash }, alive, crypto.randomUUID());
  };
  await isLocked(id, others[0]);
  const fate = pick(FATES);
  if (fate === 'dropped') {
    await unmined(async () => {
      const hash = await sendUnmined(ready);
      expect((await report(hash)).data).toMatchObject({ status: 'processing_payment' });
      await isLocked(id, others[0]);
      await shakyChain.dropTransaction({ hash });
    });
  } else if (fate === 'reverted') {
    // Less than any payout takes.
    const hash = await sendUnmined(ready, 45_000n);
    await mine();
    expect((await report(hash)).status).toBe(422);
    await isLocked(id, others[0]);
  } else if (fate === 'reorganized') {
    const snapshot = await shakyChain.snapshot();
    await sendReady(ready, CLAIMS, shakyChain);
    await mine();
    await run();
    expect((await stateOf(id)).status).toBe('paid');
    await revertTo(snapshot, 8);
    for (let times = 0; times < 3; times += 1) await run();
    expect((await stateOf(id)).status).toBe('processing_payment');
    await isLocked(id, others[0]);
    if (killed()) await sendReady(ready, CLAIMS, shakyChain);
  } else {
    const hash = await sendReady(ready, CLAIMS, shakyChain);
    await mine();
    if (fate === 'lands') await report(hash);
  }
  await mine();
  await run();
  await outlive(quoteId, mine);
  await run();
  expect(['approved', 'paid']).toContain((await stateOf(id)).status);
}

const rounds = Array.from({ length: inject('payoutRounds') }, (_, index) => index + 1);
test.each(rounds)('every payout event of round %i pays one claim or is one exception', async (seed) => {
  const roll = dice(seed);
  const { customer, policy } = await insured({}, shakyChain);
  const ids: number[] = [];
  for (const description of ['The first of two alike.', 'The second of two alike.']) {
    const { data } = await submit(customer, policy, { description });
    expect((await decide(admin, data.id, 'approved')).status).toBe(200);
    ids.push(data.id);
  }
  const unpaid = async () => {
    const found = await Promise.all(ids.map(async (id) => ({ id, state: await stateOf(id) })));
    return found.filter(({ state }) => state.status !== 'paid').map(({ id }) => id);
  };
  for (let turn = 0; turn < 30; turn += 1) {
    const left = await unpaid();
    if (left.length === 0) break;
    const id = left[Math.floor(roll() * left.length)] as number;
    await pay(
      id,
      left.filter((other) => other !== id),
      policy.quote_id,
      roll,
    );
  }
  expect(await unpaid()).toEqual([]);
  const events = await rows<{ usd: number; claims: number; exceptions: number; claim_usd: number }>(
    `SELECT e.usd, (SELECT count(*) FROM claims c WHERE c.paid_event_id = e.id) claims,
       (SELECT count(*) FROM payment_exceptions x WHERE x.event_id = e.id AND x.status = 'open') exceptions,
       (SELECT sum(c.payout_usd) FROM claims c WHERE c.paid_event_id = e.id) claim_usd
     FROM chain_events e WHERE e.quote_id = ? AND e.kind = 'claim_paid' AND e.status = 'confirmed'`,
    policy.quote_id,
  );
  expect(events).toEqual([1, 2].map(() => ({ usd: USD, claims: 1, exceptions: 0, claim_usd: USD })));
  expect(await rows('SELECT paid_out_usd usd FROM policies WHERE id = ?', policy.id)).toEqual([
    { usd: 2 * USD },
  ]);
});
