/** Consents given on chain, which are judged by their own block's time however late they are confirmed. */
import { env } from 'cloudflare:workers';
import { encodeFunctionData } from 'viem';
import { beforeEach, describe, expect, test } from 'vitest';
import { insurancePaymentAbi as abi } from '#domain/abi/insurance-payment.ts';
import type { Statements } from '#worker/platform/db/client.ts';
import { commit } from '#worker/platform/db/guard.ts';
import type { ChainEventRow } from '#worker/platform/db/registry-schema.ts';
import { CHANGES } from '#worker/settlement/effects/changes.ts';
import { setClaimStatus, submit } from '../../test/claims.ts';
import { asHolder, cancelPolicy, deskCtx, insured, sendReady } from '../../test/desk.ts';
import {
  type Customer,
  readChains,
  rows,
  scanFromHere,
  shaky,
  shakyChain,
  TRAVEL,
  term,
} from '../../test/harness.ts';
import { recorded } from '../../test/registry.ts';
import { getPolicy } from './get.ts';

beforeEach(scanFromHere);

const DAY = 86_400_000;
const iso = (ms: number) => new Date(ms).toISOString();
const second = (ms: number) => Math.floor(ms / 1000);

/** The customer's own call, mined in a block that is not deep enough yet. */
async function consent({ account }: Customer, quoteId: string, refund: bigint, validUntil: number) {
  const args = [quoteId as `0x${string}`, refund, BigInt(validUntil)] as const;
  const data = encodeFunctionData({ abi, functionName: 'consentToCancellation', args });
  await sendReady({ to: shaky.contract, data }, account, shakyChain);
  await readChains();
}

/** Moves a recorded event to another moment, so that no test waits for midnight. */
async function happenedAt(quoteId: string, kind: string, ms: number) {
  await env.DB.prepare('UPDATE chain_events SET block_time = ? WHERE quote_id = ? AND kind = ?')
    .bind(iso(ms), quoteId, kind)
    .run();
  await scanFromHere();
}

/** Confirms what waits, by a clock that stands still. */
async function confirmAt(ms: number) {
  await shakyChain.mine({ blocks: 3 });
  await readChains({ clock: () => ms });
}

/** As its page shows it, also to a customer whose session has expired since. */
const cancellation = async (customer: Customer, id: number) =>
  (await getPolicy(asHolder(customer), { id })).cancellation;
const messages = ({ address }: Customer) =>
  rows<{ text: string }>(
    `SELECT m.text FROM thread_messages m JOIN threads t ON t.id = m.thread_id
      WHERE t.wallet = ? AND m.text NOT LIKE 'Your payment of%' ORDER BY m.id`,
    address.toLowerCase(),
  ).then((found) => found.map(({ text }) => text));

/** A travel policy of ten days, 0.004 ETH in all, whose cover began at midnight. */
async function tenDays() {
  const bought = await insured({ insurance_type: 'travel', details: TRAVEL, ...term(10) }, shakyChain);
  const midnight = Date.parse(`${bought.policy.policy_start_date}T00:00:00Z`);
  await env.DB.prepare('UPDATE policies SET cover_from = ? WHERE id = ?')
    .bind(iso(midnight), bought.policy.id)
    .run();
  await happenedAt(bought.policy.quote_id, 'purchased', midnight);
  return { ...bought, midnight };
}

/** Of the ten days one is used on the first, and two on the second: 80 percent of the others' premium. */
const NINE_DAYS = 2_880_000_000_000_000n;
const EIGHT_DAYS = 2_560_000_000_000_000n;

describe('a consent on chain that is confirmed after midnight', () => {
  test('counts with the days that were unused in its own block', async () => {
    const { customer, policy, midnight } = await tenDays();
    const until = second(midnight + 9 * DAY);
    await consent(customer, policy.quote_id, NINE_DAYS, until);
    const sent = midnight + DAY - 2 * 60_000;
    await happenedAt(policy.quote_id, 'cancellation_consented', sent);
    await confirmAt(midnight + DAY + 2 * 60_000);
    expect(await cancellation(customer, policy.id)).toMatchObject({
      kind: 'pro_rata',
      refund_amount: '2880000000000000',
      requested_at: iso(sent),
      valid_until: iso(until * 1000),
    });
    expect(await messages(customer)).toEqual([
      expect.stringContaining(
        `We received your request to cancel ${policy.policy_number}. Your refund of 0.00288 ETH`,
      ),
    ]);
  });

  test('is refused with a message when its own block came after midnight, once however often it is read', async () => {
    const { customer, policy, midnight } = await tenDays();
    await consent(customer, policy.quote_id, NINE_DAYS, second(midnight + 9 * DAY));
    await happenedAt(policy.quote_id, 'cancellation_consented', midnight + DAY);
    await confirmAt(midnight + DAY + 2 * 60_000);
    await confirmAt(midnight + DAY + 4 * 60_000);
    expect(await cancellation(customer, policy.id)).toBeNull();
    expect(await messages(customer)).toEqual([
      `With your transaction, you agreed to cancel ${policy.policy_number} for a refund of 0.00288 ETH. We cannot send that refund, so nothing has changed. The reason: At that moment, the refund could be at most 0.00256 ETH. The policy's page shows the current refund.`,
    ]);
    expect(await recorded(policy)).toEqual(['cancellation_consented confirmed']);
  });
});

describe('a consent on chain to the whole premium', () => {
  test('is not followed even on the first day, and the holder reads why', async () => {
    const { customer, quote, policy } = await insured(term(365), shakyChain);
    const paidAt = Date.parse(policy.cover_from ?? '');
    await happenedAt(policy.quote_id, 'purchased', paidAt);
    await consent(customer, policy.quote_id, BigInt(quote.amount), second(paidAt + 10 * DAY));
    await happenedAt(policy.quote_id, 'cancellation_consented', paidAt + 1000);
    await confirmAt(paidAt + 60_000);
    expect(await cancellation(customer, policy.id)).toBeNull();
    expect(await messages(customer)).toEqual([
      expect.stringMatching(
        /^With your transaction, you agreed to cancel POL-\d+ for a refund of 0\.6 ETH\. .*could be at most 0\.59\d* ETH/,
      ),
    ]);
  });
});

describe('a consent on chain that does not become a request', () => {
  test('tells the holder that it lapsed before it was confirmed', async () => {
    const { customer, policy, midnight } = await tenDays();
    const until = second(Date.now() + 3_600_000);
    await consent(customer, policy.quote_id, EIGHT_DAYS, until);
    await happenedAt(policy.quote_id, 'cancellation_consented', midnight + 60_000);
    await confirmAt(until * 1000);
    expect(await cancellation(customer, policy.id)).toBeNull();
    expect(await messages(customer)).toEqual([
      expect.stringContaining('The reason: It had lapsed before the network confirmed it to us.'),
    ]);
  });

  test('leaves the request that a signature made before, and says so', async () => {
    const { customer, policy, midnight } = await tenDays();
    const asked = await cancelPolicy(customer, policy.id);
    await consent(customer, policy.quote_id, 1n, second(midnight + 9 * DAY));
    await confirmAt(Date.now() + 60_000);
    expect(await cancellation(customer, policy.id)).toMatchObject({
      valid_until: asked.valid_until,
      refund_amount: asked.refund_amount,
    });
    expect((await messages(customer)).slice(1)).toEqual([
      expect.stringContaining('The reason: You had already asked to cancel, and that request is still open.'),
    ]);
  });

  test('is not mentioned when it repeats the open request', async () => {
    const { customer, policy, midnight } = await tenDays();
    const until = second(midnight + 9 * DAY);
    await consent(customer, policy.quote_id, 1n, until);
    await consent(customer, policy.quote_id, 1n, until);
    await confirmAt(Date.now() + 60_000);
    expect(await recorded(policy)).toEqual([
      'cancellation_consented confirmed',
      'cancellation_consented confirmed',
    ]);
    expect(await messages(customer)).toHaveLength(1);
  });
});

test('a consent on chain makes no request when a claim on the policy is reopened while it is recorded', async () => {
  const { customer, policy, quote } = await insured();
  const { data } = await submit(customer, policy);
  await setClaimStatus(data.id, 'rejected');
  const ctx = deskCtx();
  const event = {
    kind: 'cancellation_consented',
    quote_id: policy.quote_id,
    tx_hash: `0x${'c0'.repeat(32)}`,
    event_index: 0,
    chain_id: '1337',
    amount: String(BigInt(quote.amount) / 2n),
    valid_until: iso(Date.now() + DAY),
    block_time: iso(Date.now()),
  } as ChainEventRow;
  const asked = await CHANGES.cancellation_consented.confirmed(ctx, event);
  await setClaimStatus(data.id, 'pending');
  expect(await commit(ctx, asked?.statements as Statements, () => false)).toBe(false);
  expect(await rows('SELECT * FROM endings WHERE policy_id = ?', policy.id)).toEqual([]);
});
