/** A purchase on a chain without a contract: quoted, paid, recorded, certified and found. */
import { extractText } from 'unpdf';
import { beforeAll, describe, expect, test } from 'vitest';
import type { LookupAnswer } from '#domain/payments/schema.ts';
import { chainOf } from '#worker/platform/context.ts';
import { followReported } from '#worker/settlement/payments/follow-up.ts';
import { deskCtx } from '../../../test/desk.ts';
import { Customer, countingChain, ORIGIN, rows, usual } from '../../../test/harness.ts';
import {
  insuredOnPolkadot,
  newAccount,
  PolkadotCustomer,
  polkadotWorker,
  readPolkadot,
  shown,
  withSubstrate,
} from '../../../test/polkadot.ts';
import { GENESIS, PolkadotDesk, PREMIUM, policyDetail, reach } from '../../../test/polkadot-desk.ts';
import { substrate } from '../../../test/substrate.ts';

let desk: PolkadotDesk;
/** A policy that no test changes, because a payment of its own takes each of them a block. */
let bought: Awaited<ReturnType<typeof insuredOnPolkadot>>;
beforeAll(async () => {
  desk = await PolkadotDesk.open();
  bought = await insuredOnPolkadot();
});

describe('a purchase with the coin of a chain without a contract', () => {
  test('is quoted, paid, recorded from its finalized block, and shown', async () => {
    const customer = await PolkadotCustomer.arrive();
    const { status, data: quote } = await customer.quote();
    expect(status).toBe(200);
    expect(quote).toMatchObject({
      premium_usd: 1200,
      currency: 'ROC',
      rate: '20',
      amount: PREMIUM.toString(),
      payment: {
        kind: 'substrate',
        genesis_hash: GENESIS,
        recipient: shown({ key: substrate.recipient }),
        amount: PREMIUM.toString(),
        remark: quote.quote_id,
      },
    });
    const paid = await customer.pay(quote);
    const recorded = await customer.report(paid.hash, { block_number: paid.block });
    expect(recorded).toMatchObject({
      status: 201,
      data: {
        quote_id: quote.quote_id,
        status: 'active',
        wallet_address: customer.address,
        chain_id: GENESIS,
        tx_hash: paid.hash,
        paid_amount: PREMIUM.toString(),
        paid_decimals: 12,
      },
    });
    expect((await customer.report(paid.hash)).status).toBe(200);
    const shownPolicy = await policyDetail(customer, recorded.data.id);
    expect(shownPolicy.contract).toBe(shown({ key: substrate.recipient }));
    expect(shownPolicy.in_force).toBe(true);
    const body = { chain_id: GENESIS, tx_hash: paid.hash };
    const found = await customer.call<LookupAnswer>('/insurance/payments/lookup', { body });
    expect(found.data).toMatchObject({ outcome: 'recorded', policy_id: recorded.data.id });
    const seen = await desk.call<Record<string, unknown>>(`/policies/${recorded.data.id}`);
    expect(seen.data).toMatchObject({
      wallet: customer.address,
      payment: { network: 'Rococo Local', chain_id: GENESIS, verify_block: paid.block },
      chain: { agrees: true, holder: customer.address },
      holder_change: null,
    });
  });

  test('is certified with a link that names its block', async () => {
    const { customer, policy, paid } = bought;
    const headers = { authorization: `Bearer ${customer.token}` };
    const url = `${ORIGIN}/api/insurance/policy/${policy.id}/certificate`;
    const response = await reach(new Request(url, { headers }));
    const { text } = await extractText(new Uint8Array(await response.arrayBuffer()), { mergePages: true });
    const link = `http://localhost:8787/verify/${policy.quote_id}?block=${paid.block}`;
    expect(text.replace(/\s/g, '')).toContain(link);
  });

  test('is found at the desk by any form of its address', async () => {
    const { customer } = bought;
    for (const form of [customer.address, shown(customer.account, 42), customer.account.key]) {
      const found = await desk.call<{ users: { wallet_address: string }[] }>(`/users?search=${form}`);
      expect(found.data.users.map((user) => user.wallet_address)).toEqual([customer.address]);
      const user = await desk.call<{ wallet_address: string }>(`/users/${form}`);
      expect(user.data.wallet_address).toBe(customer.address);
    }
  });

  test('waits for a hash that was reported before it was sent, and the scheduled run records it', async () => {
    const customer = await PolkadotCustomer.arrive();
    const quote = (await customer.quote()).data;
    const unsent = `0x${'5e'.repeat(32)}`;
    expect(await customer.report(unsent, { quote_id: quote.quote_id })).toMatchObject({
      status: 202,
      data: { status: 'pending', quote_id: quote.quote_id },
    });
    await customer.pay(quote);
    await readPolkadot();
    const [policy] = (
      await customer.call<{ status: string; quote_id: string }[]>(
        `/insurance/active-policies/${customer.address}`,
      )
    ).data;
    expect(policy).toMatchObject({ status: 'active', quote_id: quote.quote_id });
  });

  test('is followed up in the block that was reported, without a search through the newest blocks', async () => {
    const away = polkadotWorker({
      fetch: (input, init) =>
        String(input) === substrate.rpc_url ? Promise.reject(new TypeError('refused')) : fetch(input, init),
    });
    // One of an earlier test may be due again.
    await rows('DELETE FROM reported_transactions');
    const follow = async (report: (block: number) => Record<string, unknown>) => {
      const customer = await PolkadotCustomer.arrive();
      const quote = (await customer.quote()).data;
      const paid = await customer.pay(quote);
      expect((await customer.report(paid.hash, report(paid.block), away)).status).toBe(202);
      const { seen, edges } = countingChain();
      const ctx = deskCtx(edges, withSubstrate());
      await followReported(ctx, chainOf(ctx, GENESIS));
      expect(await rows('SELECT wallet FROM reported_transactions WHERE tx_hash = ?', paid.hash)).toEqual([]);
      const [policy] = await rows<{ status: string }>(
        'SELECT status FROM policies WHERE quote_id = ?',
        quote.quote_id,
      );
      expect(policy?.status).toBe('active');
      const bodies = seen.calls.filter((method) => method === 'chain_getBlock').length;
      return { bodies, requests: seen.requests };
    };
    const searched = await follow(() => ({}));
    const told = await follow((block) => ({ block_number: block }));
    // Its own block and the one before it, and its own once more for its events; none comes after it yet.
    expect(told.bodies).toBe(3);
    // The newest 64 blocks, of which this chain may not have as many yet.
    expect(searched.bodies).toBeGreaterThan(told.bodies);
    expect(told.requests).toBeLessThanOrEqual(searched.requests);
  });

  test('counts for nobody else', async () => {
    const { paid } = bought;
    const stranger = await PolkadotCustomer.arrive(await newAccount());
    expect(await stranger.report(paid.hash, { block_number: paid.block })).toMatchObject({
      status: 409,
      code: 'transaction_used',
    });
  });

  test('is only for wallets of its kind', async () => {
    const [customer, evm] = [await PolkadotCustomer.arrive(await newAccount()), await Customer.arrive()];
    const wrong = await customer.quote({ chain_id: usual.chain_id, payment_currency: 'ETH' });
    expect(wrong).toMatchObject({ status: 422, issues: [{ path: 'chain_id' }] });
    const other = await evm.quote({ chain_id: GENESIS, payment_currency: 'ROC' }, reach);
    expect(other).toMatchObject({ status: 422, issues: [{ path: 'chain_id' }] });
    const euro = await customer.quote({ payment_currency: 'ETH' });
    expect(euro.message).toBe('This network does not accept that currency. It accepts ROC.');
  });
});
