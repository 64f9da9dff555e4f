/** An RPC that lies about the chain: drops logs, answers late, lags behind, shows old or made-up blocks. */
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, inject, test } from 'vitest';
import type { PaymentException } from '#domain/payments/schema.ts';
import type { QuoteAnswer } from '#domain/quote/schema.ts';
import type { Edges } from '#worker/platform/context.ts';
import { Admin } from '../../../test/admin.ts';
import { deskCtx, sendReady, UNDERWRITER } from '../../../test/desk.ts';
import {
  Customer,
  call,
  chain,
  later,
  readChains,
  rows,
  scanFromHere,
  shaky,
  shakyChain,
  usual,
  workerWith,
} from '../../../test/harness.ts';
import { dice, type Lie, lyingChain, once } from '../../../test/lies.ts';
import { revertTo } from '../../../test/registry.ts';
import { sweepChain } from './sweep.ts';

const HOUR = 3_600_000;

beforeEach(async () => {
  await env.DB.batch(
    ['policies', 'occurrence_data', 'reported_transactions', 'payment_exceptions', 'chain_events'].map(
      (table) => env.DB.prepare(`DELETE FROM ${table}`),
    ),
  );
  await scanFromHere();
});

const always = (lie: Lie) => lyingChain(() => lie, dice(1));
const statuses = async (customer: Customer) => (await customer.policies()).map(({ status }) => status);

async function paid(on = chain, chain_id = usual.chain_id) {
  const customer = await Customer.arrive();
  const quote = (await customer.quote({ chain_id })).data;
  return { customer, quote, hash: await customer.pay(quote, on) };
}

/** A payment that is recorded and confirmed on the chain that reorganizes. */
async function confirmed() {
  const customer = await Customer.arrive();
  const quote = (await customer.quote({ chain_id: shaky.chain_id })).data;
  const snapshot = await shakyChain.snapshot();
  await customer.pay(quote, shakyChain);
  await shakyChain.mine({ blocks: 2 });
  await readChains();
  expect(await statuses(customer)).toEqual(['active']);
  return { customer, quote, snapshot };
}

describe('wrong answers about logs', () => {
  test('the next run reads the blocks below the cursor again and finds a missing log', async () => {
    const { customer } = await paid();
    await readChains(always('no_logs'));
    expect(await statuses(customer)).toEqual([]);
    await chain.mine({ blocks: 5 });
    await readChains();
    expect(await statuses(customer)).toEqual(['active']);
  });

  test('the sweep finds a missing log far below the cursor within 7 days', async () => {
    const { quote } = await paid(shakyChain, shaky.chain_id);
    await shakyChain.mine({ blocks: 300 });
    const CHAINS = JSON.stringify([{ ...shaky, log_range: 10 }]);
    for (let run = 0; run < 4; run += 1) await readChains(always('no_logs'), { CHAINS });
    await readChains({}, { CHAINS });
    const recorded = () => rows('SELECT status FROM policies WHERE quote_id = ?', quote.quote_id);
    expect(await recorded()).toEqual([]);
    // The sweep alone, because 28 whole runs take their time.
    for (let hours = 6; hours <= 7 * 24; hours += 6) {
      const ctx = deskCtx(later(hours * HOUR), { CHAINS });
      for (const swept of ctx.chains) await sweepChain(ctx, swept);
    }
    expect(await recorded()).toEqual([{ status: 'active' }]);
  });

  test('logs of blocks that were not requested count as no answer', async () => {
    const { customer } = await paid();
    await readChains(always('no_logs'));
    const before = await rows('SELECT block_number FROM scan_cursors ORDER BY chain_id');
    await chain.mine({ blocks: 1 });
    const edges: Partial<Edges> = {
      fetch: async (input, init) => {
        const answers = (await (await fetch(input, init)).json()) as { result: unknown }[];
        return Response.json(
          answers.map((answer) =>
            Array.isArray(answer.result)
              ? {
                  ...answer,
                  result: (answer.result as object[]).map((log) => ({ ...log, blockNumber: '0x1' })),
                }
              : answer,
          ),
        );
      },
    };
    await readChains(edges);
    expect(await rows('SELECT block_number FROM scan_cursors ORDER BY chain_id')).toEqual(before);
    expect(await statuses(customer)).toEqual([]);
  });

  test('logs of a branch that has lost are not recorded', async () => {
    const customer = await Customer.arrive();
    const quote = (await customer.quote({ chain_id: shaky.chain_id })).data;
    const snapshot = await shakyChain.snapshot();
    const hash = await customer.pay(quote, shakyChain);
    const { logs } = await shakyChain.getTransactionReceipt({ hash });
    await revertTo(snapshot, 6);
    const stale = logs.map((log) => ({
      ...log,
      blockNumber: `0x${log.blockNumber.toString(16)}`,
      logIndex: `0x${log.logIndex.toString(16)}`,
      blockTimestamp: `0x${Math.floor(Date.now() / 1000).toString(16)}`,
    }));
    const edges: Partial<Edges> = {
      fetch: async (input, init) => {
        const answers = (await (await fetch(input, init)).json()) as { result: unknown }[];
        const ours = String(input) === shaky.rpc_url || String(input) === `${shaky.rpc_url}/`;
        return Response.json(
          answers.map((answer) =>
            ours && Array.isArray(answer.result) ? { ...answer, result: stale } : answer,
          ),
        );
      },
    };
    await readChains(edges);
    expect(await rows('SELECT id FROM chain_events')).toEqual([]);
    expect(await statuses(customer)).toEqual([]);
  });

  test('missing logs never reverse a confirmed payment', async () => {
    const { customer, quote } = await confirmed();
    for (const lie of ['no_logs', 'fewer_logs', 'behind', 'late', 'old_logs'] as const) {
      await readChains(always(lie));
      await readChains(always(lie));
      expect(await statuses(customer), lie).toEqual(['active']);
    }
    expect(await history(quote)).toEqual(['opened active']);
  });
});

describe('blocks that another one seems to have replaced', () => {
  test('a payment is reversed when two runs see the same other hash, but not after only one run', async () => {
    const { customer, snapshot } = await confirmed();
    await revertTo(snapshot, 6);
    await readChains();
    expect(await statuses(customer)).toEqual(['active']);
    await readChains();
    expect(await statuses(customer)).toEqual(['pending']);
  });

  test('nothing is reversed while too few blocks are above it', async () => {
    const { customer, snapshot } = await confirmed();
    await revertTo(snapshot, 2);
    await readChains();
    await readChains();
    expect(await statuses(customer)).toEqual(['active']);
    await shakyChain.mine({ blocks: 4 });
    await readChains();
    await readChains();
    expect(await statuses(customer)).toEqual(['pending']);
  });

  test('nothing is reversed when the chain only became shorter', async () => {
    const { customer, snapshot } = await confirmed();
    await shakyChain.revert({ id: snapshot });
    await readChains();
    await readChains();
    expect(await statuses(customer)).toEqual(['active']);
  });

  test('nothing is reversed when every run sees a different hash, as from a node that invents them', async () => {
    const { customer, quote } = await confirmed();
    const edges = lyingChain(() => 'other_blocks', dice(7));
    for (let run = 0; run < 6; run += 1) await readChains(edges);
    expect(await statuses(customer)).toEqual(['active']);
    expect(await history(quote)).toEqual(['opened active']);
  });

  test('a doubt is dropped when the recorded hash is seen again before the second sighting', async () => {
    const { customer } = await confirmed();
    for (const lie of ['another_branch', 'none', 'another_branch'] as const) {
      await readChains(always(lie));
      expect(await statuses(customer), lie).toEqual(['active']);
    }
    await readChains(always('another_branch'));
    expect(await statuses(customer)).toEqual(['pending']);
    await readChains();
    expect(await statuses(customer)).toEqual(['active']);
  });
});

describe('another amount in the log of a payment', () => {
  const owed = async (customer: Customer) =>
    (await customer.call<PaymentException[]>(`/insurance/payment-exceptions/${customer.address}`)).data;
  const told = async ({ address }: Customer) =>
    (
      await rows<{ text: string }>(
        `SELECT m.text FROM thread_messages m JOIN threads t ON t.id = m.thread_id
          WHERE t.wallet = ? AND t.key LIKE 'payment:%' ORDER BY m.id`,
        address.toLowerCase(),
      )
    ).map(({ text }) => text);
  const refundOf = (admin: Admin, id: number) =>
    admin.call<{ to: string; data: string }>(`/admin/exceptions/${id}/refund`, { method: 'POST' });

  /** A payment that counts as an exception, because a node showed another amount in every answer. */
  async function misread() {
    const payment = await paid(shakyChain, shaky.chain_id);
    await shakyChain.mine({ blocks: 3 });
    await readChains(always('other_amount'));
    const [exception] = await owed(payment.customer);
    expect(exception).toMatchObject({ reason: 'mismatch', status: 'owed' });
    expect(await statuses(payment.customer)).toEqual([]);
    return { ...payment, admin: await Admin.arrive(), id: exception?.id ?? 0 };
  }

  test('that a node tells once costs the payer no policy, whether the scan or the payer’s report hears it', async () => {
    const scanned = await paid(shakyChain, shaky.chain_id);
    await shakyChain.mine({ blocks: 3 });
    await readChains(lyingChain(once('eth_getLogs', 'other_amount'), dice(1)));
    expect(await statuses(scanned.customer)).toEqual(['active']);
    const { customer, hash } = await paid(shakyChain, shaky.chain_id);
    await shakyChain.mine({ blocks: 3 });
    const lying = workerWith(lyingChain(once('eth_getTransactionReceipt', 'other_amount'), dice(1)));
    const answer = await customer.report(hash, { chain_id: shaky.chain_id }, lying);
    expect(answer).toMatchObject({ status: 201, data: { status: 'active' } });
    for (const each of [scanned.customer, customer]) expect(await owed(each)).toEqual([]);
    expect(await rows('SELECT id FROM payment_exceptions')).toEqual([]);
  });

  test('that every answer showed is decided again once the chain shows the right one: the policy opens, and nothing is owed', async () => {
    const { customer, quote, admin, id } = await misread();
    await readChains();
    expect(await statuses(customer)).toEqual(['active']);
    expect(await owed(customer)).toEqual([]);
    expect(await refundOf(admin, id)).toMatchObject({ status: 409 });
    expect((await told(customer)).at(-1)).toContain('bought your policy');
    expect(await history(quote)).toEqual(['opened active']);
    await readChains(always('other_amount'));
    await readChains();
    expect(await statuses(customer)).toEqual(['active']);
    expect(await rows('SELECT quote_id, amount, status FROM chain_events')).toEqual([
      { quote_id: quote.quote_id, amount: quote.amount, status: 'confirmed' },
    ]);
  });

  test('is decided again when the payer reports the transaction, before any scan', async () => {
    const { customer, hash } = await misread();
    const answer = await customer.report(hash, { chain_id: shaky.chain_id });
    expect(answer).toMatchObject({ status: 201, data: { status: 'active' } });
    expect(await owed(customer)).toEqual([]);
  });

  test('opens no policy while a refund can still be sent, nor after it was; it does once the refund is discarded', async () => {
    const [sent, discarded] = [await misread(), await misread()];
    const ready = (await refundOf(sent.admin, sent.id)).data;
    expect((await refundOf(discarded.admin, discarded.id)).status).toBe(200);
    await readChains();
    for (const { customer } of [sent, discarded]) expect(await statuses(customer)).toEqual([]);
    await sendReady(ready, UNDERWRITER, shakyChain);
    await shakyChain.mine({ blocks: 3 });
    const path = `/admin/exceptions/${discarded.id}/refund?not_signed=true`;
    expect((await discarded.admin.call(path, { method: 'DELETE' })).status).toBe(200);
    await readChains();
    await readChains();
    expect(await statuses(sent.customer)).toEqual([]);
    expect(await owed(sent.customer)).toMatchObject([{ status: 'refunded' }]);
    expect(await statuses(discarded.customer)).toEqual(['active']);
  });
});

describe('a head that is higher than the chain', () => {
  test('confirms no payment and reverses none', async () => {
    const { customer, hash } = await paid(shakyChain, shaky.chain_id);
    const lying = () => always('high_head');
    expect((await customer.report(hash, { chain_id: shaky.chain_id }, workerWith(lying()))).status).toBe(202);
    await readChains(lying());
    expect(await statuses(customer)).toEqual(['pending']);
    await shakyChain.mine({ blocks: 3 });
    await readChains();
    expect(await statuses(customer)).toEqual(['active']);

    const { customer: other, snapshot } = await confirmed();
    await revertTo(snapshot, 2);
    await readChains(lying());
    await readChains(lying());
    expect(await statuses(other)).toEqual(['active']);
  });
});

describe('health of the sweep', () => {
  test('health says how far history was read a second time, and when', async () => {
    await paid();
    await readChains();
    await readChains(later(2 * HOUR));
    const { data } = await call<{ chains: Record<string, unknown>[] }>('/health', {}, workerWith({}));
    const head = Number(await chain.getBlockNumber());
    expect(data.chains[0]).toMatchObject({ chain_id: 1337, swept_to: head });
    expect(data.chains[0]?.swept_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });
});

describe('campaign of lies', () => {
  const LIES: readonly Lie[] = [
    ...(['no_logs', 'fewer_logs', 'old_logs', 'behind', 'other_blocks', 'late'] as const),
    ...(['other_amount', 'high_head', 'none', 'none'] as const),
  ];

  test.each(
    inject('campaigns'),
  )('the campaign with seed %i loses no payment and reverses none', async (seed) => {
    const roll = dice(seed);
    const lying = lyingChain(() => LIES[Math.floor(roll() * LIES.length)] ?? 'none', roll);
    const buyers: { customer: Customer; quote: QuoteAnswer }[] = [];
    for (let step = 0; step < 12; step += 1) {
      if (step % 2 === 0) {
        const here = roll() < 0.5;
        buyers.push(await (here ? paid() : paid(shakyChain, shaky.chain_id)));
      }
      await chain.mine({ blocks: 1 + Math.floor(roll() * 5) });
      await shakyChain.mine({ blocks: 1 + Math.floor(roll() * 5) });
      await readChains(lying);
    }
    await shakyChain.mine({ blocks: 3 });
    await readChains();
    await readChains();
    for (const { customer, quote } of buyers) {
      expect(await statuses(customer)).toEqual(['active']);
      expect((await history(quote)).filter((line) => line.startsWith('orphaned'))).toEqual([]);
      expect((await history(quote)).filter((line) => line.startsWith('opened'))).toHaveLength(1);
    }
    expect(await rows('SELECT id FROM chain_events')).toHaveLength(buyers.length);
    expect(await rows("SELECT id FROM payment_exceptions WHERE status <> 'became_policy'")).toEqual([]);
  });
});

const history = (quote: QuoteAnswer) =>
  rows<{ kind: string; to_status: string }>(
    'SELECT kind, to_status FROM policy_history WHERE policy_id = (SELECT id FROM policies WHERE quote_id = ?) ORDER BY id',
    quote.quote_id,
  ).then((events) => events.map(({ kind, to_status }) => `${kind} ${to_status}`));
