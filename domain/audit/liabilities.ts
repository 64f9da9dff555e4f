/** What the insurer owes or will owe, from its public records. */
import { networkName } from '#domain/chains.ts';
import { dayOf, parseDay } from '#domain/days.ts';
import { formatAmount, formatUsd } from '#domain/money.ts';
import { isNeverOwed } from '#domain/payments/reasons.ts';
import type { AnyEvent } from './compare-sale.ts';
import type { Recorded } from './recorded.ts';

/** Payments that bought no policy and were not refunded, in one currency. */
interface OwedToPayers {
  chainId: number | string;
  token: string | null;
  payments: number;
  /** Base units. */
  amount: bigint;
  /** US cents that they were worth when they came: the insurer's own statement. */
  worthCents: number;
}

export interface Liabilities {
  payers: readonly OwedToPayers[];
  /** The part of the premiums whose days have not begun, of policies that stand. */
  unearned: { policies: number; cents: number };
  /** What open claims are expected to cost: the insurer's own statement. */
  reserves: { claims: number; cents: number };
}

/** Whether it bought no policy and has to be given back. Dust is worth less than what that costs. */
export const isOwed = ({ exception }: Pick<AnyEvent, 'exception'>): boolean =>
  exception !== null && !isNeverOwed(exception);

/** Purchases that became an exception and that no recorded refund has returned. */
function owedPurchases(records: readonly Recorded['withoutContract'][number][]): AnyEvent[] {
  const key = ({ chain_id, quote_id }: AnyEvent) => `${chain_id}:${quote_id}`.toLowerCase();
  const events = records.flatMap((record) =>
    record.record === 'event' && record.status !== 'orphaned' ? [record] : [],
  );
  const refunded = new Set(events.filter(({ kind }) => kind === 'premium_refunded').map(key));
  return events.filter((event) => isOwed(event) && !refunded.has(key(event)));
}

/** @param time seconds since 1970 */
export function liabilitiesOf(recorded: Recorded, time: number): Liabilities {
  const all = [...recorded.records, ...recorded.withoutContract];
  const payers = new Map<string, OwedToPayers>();
  for (const { chain_id, token, amount, worth_cents } of owedPurchases(all)) {
    const key = `${chain_id}:${token}`;
    const sum = payers.get(key) ?? { chainId: chain_id, token, payments: 0, amount: 0n, worthCents: 0 };
    payers.set(key, {
      ...sum,
      payments: sum.payments + 1,
      amount: sum.amount + BigInt(amount ?? 0),
      worthCents: sum.worthCents + (worth_cents ?? 0),
    });
  }
  const today = dayOf(time * 1000);
  const unearned = { policies: 0, cents: 0 };
  for (const record of all) {
    if (record.record !== 'policy' || !['pending', 'active'].includes(record.status)) continue;
    const [start, end] = [parseDay(record.policy_start_date) ?? 0, parseDay(record.end_date) ?? 0];
    const days = Math.max(end - start, 1);
    // A day that has begun is used, and the remaining days never exceed the days sold.
    const left = Math.min(Math.max(end - Math.max(today, start - 1), 0), days);
    if (left === 0) continue;
    unearned.policies += 1;
    unearned.cents += Math.floor((record.premium_usd * 100 * left) / days);
  }
  const open = recorded.claims.filter(({ reserve_cents }) => reserve_cents > 0);
  const cents = open.reduce((sum, { reserve_cents }) => sum + reserve_cents, 0);
  return { payers: [...payers.values()], unearned, reserves: { claims: open.length, cents } };
}

const dollars = (cents: number) => formatUsd(Math.round(cents / 100));
const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

export interface LiabilityLine {
  title: string;
  /** Whether it is due now: a payer waits for it. */
  isDue: boolean;
  text: string;
  /** Where the figure comes from. */
  source: string;
}

/** The same in words. `symbol` and `decimals` of each currency come from the chain's own list. */
export function describeLiabilities(
  { payers, unearned, reserves }: Liabilities,
  currencyOf: (chainId: number | string, token: string | null) => { symbol: string; decimals: number } | null,
): LiabilityLine[] {
  const owed = payers.map((each) => {
    const currency = currencyOf(each.chainId, each.token);
    const amount = currency
      ? formatAmount(each.amount, currency.decimals, currency.symbol)
      : `${each.amount} base units of ${each.token ?? 'the coin'}`;
    const payments = counted(each.payments, 'payment', 'payments');
    return `${amount} of ${payments} on ${networkName(String(each.chainId))}, worth ${dollars(each.worthCents)} when paid`;
  });
  return [
    {
      title: 'Payers owed',
      isDue: owed.length > 0,
      text: owed.length === 0 ? 'Nothing.' : `${owed.join('; ')}.`,
      source:
        'Every payment that bought no policy and was not refunded. The amounts are on the chain; the dollars are our own statement.',
    },
    {
      title: 'Unearned premium',
      isDue: false,
      text: `${dollars(unearned.cents)} of ${counted(unearned.policies, 'policy', 'policies')}.`,
      source:
        'Premium in dollars × days that have not begun ÷ days sold, from the recorded policies, each compared with the chain.',
    },
    {
      title: 'Claim reserves',
      isDue: false,
      text: `${dollars(reserves.cents)} for ${counted(reserves.claims, 'open claim', 'open claims')}.`,
      source: 'Our own statement: nothing on a chain shows an open claim.',
    },
  ];
}
