/** Two quotes of one draft are paid, and the network takes the first payment back for good: paid once must be covered once. */
import { env } from 'cloudflare:workers';
import type { Hex } from 'viem';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PolicyAnswer } from '#domain/policy/schema.ts';
import type { QuoteAnswer } from '#domain/quote/schema.ts';
import { prepareRefund } from '#worker/settlement/refunds/prepare.ts';
import { deskCtx } from '../../../test/desk.ts';
import {
  Customer,
  later,
  readChains,
  rows,
  scanFromHere,
  shaky,
  shakyChain,
  TRAVEL,
  term,
  workerWith,
} from '../../../test/harness.ts';
import { EXCEPTIONS, overtake, revertTo } from '../../../test/registry.ts';

/** Seconds after which no quote of a test can be bought anymore. */
const PAST_VALIDITY = 31 * 60;
let untouched: Hex;

beforeEach(async () => {
  await env.DB.batch(
    ['policies', 'occurrence_data', 'payment_exceptions', 'chain_events', 'cover_days'].map((table) =>
      env.DB.prepare(`DELETE FROM ${table}`),
    ),
  );
  await scanFromHere();
  untouched = await shakyChain.snapshot();
});

// Puts the chain's clock back as well.
afterEach(() => shakyChain.revert({ id: untouched }));

async function twoQuotes() {
  const customer = await Customer.arrive();
  const body = { insurance_type: 'travel', details: TRAVEL, ...term(30) };
  const { draft_id } = (await customer.call<{ draft_id: string }>('/insurance/drafts', { body })).data;
  const quote = async (days: number) => {
    const changes = { insurance_type: 'travel', details: undefined, draft_id, chain_id: shaky.chain_id };
    return (await customer.quote({ ...changes, ...term(days) })).data;
  };
  return { customer, draft_id, first: await quote(30), second: await quote(60) };
}

async function pay(customer: Customer, quote: QuoteAnswer) {
  const hash = await customer.pay(quote, shakyChain);
  await shakyChain.mine({ blocks: 2 });
  return hash;
}

/**
 * Lets the chain's time pass the end of every quote, without another block of the lost branch coming back. Every revert of
 * an earlier test has left the chain's clock a little behind ours, by which quotes end.
 */
async function passValidity() {
  const { timestamp } = await shakyChain.getBlock();
  const behind = Math.max(0, Math.floor(Date.now() / 1000) - Number(timestamp));
  await shakyChain.increaseTime({ seconds: PAST_VALIDITY + behind });
  await shakyChain.mine({ blocks: 4 });
}

const twice = async () => {
  await readChains();
  await readChains();
};
const states = (quote: QuoteAnswer) =>
  rows<{ status: string }>(`SELECT status FROM ${EXCEPTIONS} WHERE quote_id = ?`, quote.quote_id).then(
    (found) => found.map(({ status }) => status),
  );
const history = (policy: PolicyAnswer | undefined) =>
  rows<{ kind: string; to_status: string }>(
    'SELECT kind, to_status FROM policy_history WHERE policy_id = ? ORDER BY id',
    policy?.id,
  ).then((events) => events.map(({ kind, to_status }) => `${kind} ${to_status}`));
/** The purchases that policies rest on. */
const PAID = 'SELECT e.quote_id, e.status FROM policies s JOIN chain_events e ON e.id = s.purchase_event_id';
const covered = () =>
  rows(
    "SELECT day AS end_date, coverage_usd, policies FROM cover_days WHERE edge = 'ends' AND policies > 0 ORDER BY day",
  );
/** What the customer was told of a second payment. */
const texts = (customer: Customer) =>
  rows<{ text: string }>(
    `SELECT m.text FROM thread_messages m JOIN threads t ON t.id = m.thread_id
      WHERE t.wallet = ? AND t.key LIKE 'payment:%' ORDER BY m.id`,
    customer.address.toLowerCase(),
  ).then((found) => found.map(({ text }) => text));

describe('a valid payment takes over the policy of a permanently lost one', () => {
  test('a second payment takes over when it came before the first one was given up', async () => {
    const { customer, first, second } = await twoQuotes();
    const snapshot = await shakyChain.snapshot();
    await pay(customer, first);
    await readChains();
    const [before] = await customer.policies();
    await revertTo(snapshot, 4);
    const hash = await pay(customer, second);
    await readChains();
    expect(await states(second)).toEqual(['open']);
    expect((await texts(customer))[0]).toMatch(
      /^You paid twice; we owe you 0\.0\d+ ETH\. POL-\d+ was already paid/,
    );
    await twice();
    // The first one can still come back: its quote can be bought until its end.
    expect(await customer.policies()).toMatchObject([{ quote_id: first.quote_id, status: 'pending' }]);

    await passValidity();
    await twice();
    const after = await customer.policies();
    expect(after).toMatchObject([
      {
        id: before?.id,
        policy_number: before?.policy_number,
        quote_id: second.quote_id,
        status: 'active',
        tx_hash: hash,
        premium: second.premium_usd,
        policy_end_date: term(60).policy_end_date,
      },
    ]);
    expect(await states(second)).toEqual(['became_policy']);
    expect(await rows(PAID)).toEqual([{ quote_id: second.quote_id, status: 'confirmed' }]);
    // What was owed back is a premium now.
    expect(await rows('SELECT kind, sign FROM entries WHERE tx_hash = ? ORDER BY id', hash)).toEqual([
      { kind: 'unmatched', sign: 1 },
      { kind: 'unmatched', sign: -1 },
      { kind: 'premium', sign: 1 },
    ]);
    expect(await history(after[0])).toEqual(['opened active', 'orphaned pending', 'payment_replaced active']);
    expect(await covered()).toEqual([
      { end_date: term(60).policy_end_date, coverage_usd: 100_000, policies: 1 },
    ]);
    expect((await texts(customer)).at(-1)).toContain('There is nothing to refund.');
    const [exception] = await rows<{ id: number }>('SELECT id FROM payment_exceptions');
    await expect(prepareRefund(deskCtx(), { exceptionId: exception?.id ?? 0 })).rejects.toMatchObject({
      code: 'conflict',
      message: 'This payment now pays for a policy.',
    });
    // What was not bought after all is kept no longer than any other quote.
    const [kept] = await rows<{ purge_at: string | null }>(
      'SELECT purge_at FROM quotes WHERE id = ?',
      first.quote_id,
    );
    expect(kept?.purge_at).toBeTruthy();
  });

  test('a second payment takes over when it came after the first one was given up, without a notice of a second payment', async () => {
    const { customer, draft_id, first } = await twoQuotes();
    const snapshot = await shakyChain.snapshot();
    await pay(customer, first);
    await readChains();
    const [before] = await customer.policies();
    await revertTo(snapshot, 4);
    await twice();
    await passValidity();
    await readChains();
    expect(await rows('SELECT status FROM chain_events WHERE given_up_at IS NOT NULL')).toEqual([
      { status: 'orphaned' },
    ]);

    // The draft counts as unpaid again, so that another quote of it can be had and paid. The chain's clock runs ahead.
    const ahead = later((PAST_VALIDITY + 60) * 1000);
    const changes = { insurance_type: 'travel', details: undefined, draft_id, chain_id: shaky.chain_id };
    const third = (await customer.quote({ ...changes, ...term(30) }, workerWith(ahead))).data;
    const hash = await pay(customer, third);
    await readChains(ahead);
    const after = await customer.policies();
    expect(after).toMatchObject([
      { id: before?.id, quote_id: third.quote_id, status: 'active', tx_hash: hash },
    ]);
    expect(await history(after[0])).toEqual(['opened active', 'orphaned pending', 'payment_replaced active']);
    expect(await rows('SELECT id FROM payment_exceptions')).toEqual([]);
    expect(await texts(customer)).toEqual([expect.stringContaining('There is nothing to refund.')]);
  });

  test('a lost payment that returns after all becomes an exception, so that a draft never has two policies', async () => {
    const { customer, first, second } = await twoQuotes();
    const beforeFirst = await shakyChain.snapshot();
    await pay(customer, first);
    await readChains();
    await revertTo(beforeFirst, 4);
    const beforeSecond = await shakyChain.snapshot();
    await pay(customer, second);
    await readChains();
    await twice();
    await passValidity();
    await twice();
    expect(await customer.policies()).toMatchObject([{ quote_id: second.quote_id, status: 'active' }]);
    // A branch wins on which both were paid in time.
    await shakyChain.revert({ id: beforeSecond });
    await pay(customer, first);
    await pay(customer, second);
    await overtake(6);
    await twice();
    await twice();
    expect(await customer.policies()).toMatchObject([{ quote_id: second.quote_id, status: 'active' }]);
    expect(await states(first)).toEqual(['open']);
    expect(await rows('SELECT id FROM policies')).toHaveLength(1);
  });

  test('a payment takes over only once the registry does not know the first one either', async () => {
    const { customer, first, second } = await twoQuotes();
    await pay(customer, first);
    await readChains();
    await pay(customer, second);
    await readChains();
    // Our books say that the first was reversed; the chain knows better.
    await env.DB.prepare(
      "UPDATE chain_events SET status = 'orphaned', block_hash = '0xgone' WHERE quote_id = ?",
    )
      .bind(first.quote_id)
      .run();
    await env.DB.prepare("UPDATE policies SET status = 'pending', cover_from = NULL").run();
    await passValidity();
    await twice();
    expect(await customer.policies()).toMatchObject([{ quote_id: first.quote_id, status: 'active' }]);
    expect(await states(second)).toEqual(['open']);
  });
});
