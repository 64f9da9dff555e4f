/** The books beside the chains' own events, with a reorganization among them. */
import { type Hex, parseEventLogs } from 'viem';
import { beforeAll, expect, test } from 'vitest';
import { insurancePaymentAbi } from '#domain/abi/insurance-payment.ts';
import type { JournalPage, TrialBalance } from '#domain/admin/books-schema.ts';
import { cashOf } from '#domain/books/accounts.ts';
import { NATIVE_TOKEN } from '#domain/quote/typed-data.ts';
import { Admin } from '../../../test/admin.ts';
import { ADMIN, cancelPolicy, insured } from '../../../test/desk.ts';
import { recomputeAll } from '../../../test/figures.ts';
import {
  Customer,
  chain,
  readChains,
  rows,
  scanFromHere,
  shaky,
  shakyChain,
  usual,
} from '../../../test/harness.ts';
import { paidOnChain, paidOutside, refundOwed, twoQuotes } from '../../../test/money.ts';
import { refund, revertTo } from '../../../test/registry.ts';

let hedy: Admin;
const first = new Map<number, bigint>();
beforeAll(async () => {
  await scanFromHere();
  for (const [client, { chain_id }] of [
    [chain, usual],
    [shakyChain, shaky],
  ] as const)
    first.set(chain_id, (await client.getBlockNumber()) + 1n);
  // A chain without a block since then would refuse to say what happened since.
  await shakyChain.mine({ blocks: 1 });
  const grace = await Admin.arrive('Grace Hopper');
  hedy = await Admin.arrive('Hedy Lamarr');
  await paidOnChain(hedy, await insured());
  await insured({ payment_currency: 'USDC' });
  const { payer, first: one, second } = await twoQuotes();
  for (const quote of [one, second]) await payer.report(await payer.pay(quote));
  const [owed] = await rows<{ id: number }>("SELECT id FROM payment_exceptions WHERE reason = 'duplicate'");
  await refundOwed(hedy, owed?.id ?? 0);
  const { customer, policy } = await insured();
  await cancelPolicy(customer, policy.id);
  await refund(policy.id);
  const { pay } = await paidOutside(hedy);
  for (const admin of [hedy, grace]) await pay(admin);
  await readChains({}, {}, ['record rate', 'fees']);
});

const SIGNS: Readonly<Record<string, bigint>> = {
  PolicyPurchased: 1n,
  PoolFunded: 1n,
  CapitalWithdrawn: -1n,
  PaymentOwed: 1n,
  ClaimPaid: -1n,
  PremiumRefunded: -1n,
  OwedPaid: -1n,
};

/** Base units by cash account, from the chains’ own logs. */
async function onChains(): Promise<Record<string, bigint>> {
  const held: Record<string, bigint> = {};
  for (const [client, { chain_id, contract, earlier_contracts }] of [
    [chain, usual],
    [shakyChain, shaky],
  ] as const) {
    const address = [contract, ...earlier_contracts.map((each) => each.address)] as Hex[];
    const logs = await client.getLogs({ address, fromBlock: first.get(chain_id) ?? 0n });
    for (const log of parseEventLogs({ abi: insurancePaymentAbi, logs })) {
      const args = log.args as { token?: string; amount?: bigint; premium?: bigint };
      const sign = SIGNS[log.eventName];
      if (sign === undefined) continue;
      const token = args.token === NATIVE_TOKEN ? '' : (args.token ?? '').toLowerCase();
      const account = `1000|${chain_id}|${log.address.toLowerCase()}|${token}`;
      const amount = log.eventName === 'PolicyPurchased' ? args.premium : args.amount;
      held[account] = (held[account] ?? 0n) + sign * (amount ?? 0n);
    }
  }
  return Object.fromEntries(Object.entries(held).filter(([, units]) => units !== 0n));
}

async function inBooks(): Promise<Record<string, bigint>> {
  await recomputeAll();
  const { data } = await hedy.call<TrialBalance>('/admin/reports/trial-balance');
  expect(data.total.debit_balance).toBe(data.total.credit_balance);
  return Object.fromEntries(
    data.accounts
      .filter(({ account, coins }) => cashOf(account) !== null && coins?.amount !== '0')
      .map(({ account, coins }) => [account, BigInt(coins?.amount ?? 0)]),
  );
}

test('the coins of the cash accounts are those that the contracts’ events moved', async () => {
  const held = await inBooks();
  expect(held).toEqual(await onChains());
  expect(Object.keys(held)).toHaveLength(2);
});

test('premiums, refunds and claims have the dollars that were agreed', async () => {
  const { data } = await hedy.call<TrialBalance>('/admin/reports/trial-balance');
  const balance = (code: string) => data.accounts.find((each) => each.code === code)?.balance;
  // Four policies of home insurance and one of travel, of which one was refunded; a second payment was sent back.
  expect(balance('4000')).toBe('-4825.00');
  expect(balance('4010')).toBe('1196.71');
  expect(balance('2000')).toBe('-3628.29');
  expect(balance('2200')).toBe('0.00');
  expect(balance('5000')).toBe('3500.00');
  // What the bank paid was put into it.
  expect(balance('1100')).toBe('0.00');
  expect(balance('2100')).toBe('0.00');
  expect(balance('4200')).toBe('-90.71');
});

test('a reorganization cancels an entry by one with the opposite sign, and a payment that is back is booked again', async () => {
  const customer = await Customer.arrive();
  const quote = (await customer.quote({ chain_id: shaky.chain_id })).data;
  const snapshot = await shakyChain.snapshot();
  const hash = await customer.pay(quote, shakyChain);
  await shakyChain.mine({ blocks: 2 });
  await customer.report(hash, { chain_id: shaky.chain_id });
  const booked = async () => {
    await recomputeAll();
    const { data } = await hedy.call<JournalPage>('/admin/reports/journal?limit=200');
    return data.entries.filter(({ chain_id }) => chain_id === String(shaky.chain_id));
  };
  const [paid] = await booked();
  expect(paid).toMatchObject({ kind: 'premium', is_reversal: false, tx_hash: hash });
  expect(paid?.lines[0]).toMatchObject({ code: '1000', debit: '1200.00', coins: { amount: quote.amount } });
  const held = await inBooks();
  expect(held).toEqual(await onChains());

  await revertTo(snapshot, 6);
  await readChains();
  await readChains();
  const canceled = (await booked()).filter(({ is_reversal }) => is_reversal);
  expect(canceled).toMatchObject([{ kind: 'premium', tx_hash: hash, day: paid?.day }]);
  const coins = { amount: `-${quote.amount}` };
  expect(canceled[0]?.lines[0]).toMatchObject({ code: '1000', debit: '-1200.00', credit: null, coins });
  expect(await inBooks()).toEqual(await onChains());

  await customer.pay(quote, shakyChain);
  await shakyChain.mine({ blocks: 3 });
  await readChains();
  await readChains();
  const all = await booked();
  expect(all.map(({ is_reversal }) => is_reversal)).toEqual(expect.arrayContaining([false, true, false]));
  expect(all).toHaveLength(3);
  expect(all.filter(({ lines }) => JSON.stringify(lines) === JSON.stringify(paid?.lines))).toHaveLength(2);
  expect(await inBooks()).toEqual(held);
});

test('capital has the dollars of its day, and a reorganization takes it out of the books', async () => {
  const balance = async () => {
    await recomputeAll();
    const { data } = await hedy.call<TrialBalance>('/admin/reports/trial-balance');
    return data.accounts.find(({ code }) => code === '3000')?.balance ?? '0.00';
  };
  const fund = async () => {
    const hash = await shakyChain.writeContract({
      abi: insurancePaymentAbi,
      address: shaky.contract as Hex,
      account: ADMIN,
      chain: null,
      functionName: 'fund',
      args: [NATIVE_TOKEN, 10n ** 18n],
      value: 10n ** 18n,
    });
    await shakyChain.waitForTransactionReceipt({ hash });
  };
  // What paid a claim by bank.
  const before = await balance();
  const snapshot = await shakyChain.snapshot();
  await fund();
  await fund();
  await shakyChain.mine({ blocks: 3 });
  await readChains();
  await readChains();
  expect([before, await balance()]).toEqual(['-2000.00', '-6000.00']);
  const held = await inBooks();
  expect(held).toEqual(await onChains());

  // Lost rows are read from the chain again, and give the same sums.
  await rows("DELETE FROM chain_events WHERE kind = 'pool_funded' RETURNING id");
  await rows('DELETE FROM scan_cursors WHERE chain_id = ? RETURNING chain_id', String(shaky.chain_id));
  await readChains();
  await readChains();
  expect(await balance()).toBe('-6000.00');
  expect(await inBooks()).toEqual(held);

  await revertTo(snapshot, 6);
  await readChains();
  await readChains();
  expect(await balance()).toBe('-2000.00');
  expect(await inBooks()).toEqual(await onChains());
});
