/** What we state of a sale and of its booking, beside what proves it: the quote, its rate, the payment and our own history. */
import { SETTING_DEFAULTS } from '#domain/admin/settings-schema.ts';
import { REFERENCE_RATES } from '#domain/currencies.ts';
import { usdToUnits } from '#domain/money.ts';
import { differingPairs, type Pair } from './fields.ts';
import type { FieldDifference } from './lines.ts';
import type { AnyRecord, AnySummary } from './schema.ts';

export type AnyEvent = Extract<AnyRecord, { record: 'event' }>;
export type AnyPolicy = Extract<AnyRecord, { record: 'policy' }>;

/** Our clock and a chain's may differ by so much, and one step may take so long. Seconds. */
const CLOCKS = 600;
/** A rate may be this much older than its sale: a feed's longest pause, an hour, and the quote's validity. Seconds. */
const OLDEST_RATE = 86_400 + 3600 + 1800;

const seconds = (text: string) => Date.parse(text) / 1000;
/** Whether one time is at most so many seconds after another. False for what is no time. */
const notAfter = (one: string, other: string, allowed = CLOCKS) => seconds(one) <= seconds(other) + allowed;
const near = (one: string, other: string) => notAfter(one, other) && notAfter(other, one);
const unless = (holds: boolean, pair: Pair): Pair[] => (holds ? [] : [pair]);

/** The platform fee in force at a time of our clock, in basis points, by the log of its changes. */
function feeAt({ changes }: AnySummary['platform_fee'], at: string): number {
  const before = changes.filter((change) => seconds(change.at) <= seconds(at)).at(-1);
  return before?.after ?? changes[0]?.before ?? SETTING_DEFAULTS.platform_fee_bps;
}

/** Base units that a premium costs at its rate; null if they can't be computed. */
function amountOf({ premium_usd, rate, decimals }: AnyPolicy['sale']): string | null {
  try {
    return usdToUnits(BigInt(premium_usd) * 100n, rate, decimals, 'up').toString();
  } catch {
    return null;
  }
}

/** When we say that we recorded and confirmed an event, beside its block. `asOf` is the time of the server's answer. */
export function bookingDifferences(event: AnyEvent, asOf: string): FieldDifference[] {
  const { block_time, recorded_at, confirmed_at, status } = event;
  const inOrder = notAfter(block_time, recorded_at) && notAfter(recorded_at, asOf);
  const confirmed =
    status !== 'confirmed' ||
    (confirmed_at !== null && notAfter(recorded_at, confirmed_at) && notAfter(confirmed_at, asOf));
  return differingPairs([
    ...unless(inOrder, ['time of recording', `from ${block_time} on`, recorded_at, 'its block']),
    ...unless(confirmed, ['time of confirmation', `from ${recorded_at} on`, confirmed_at, 'its recording']),
  ]);
}

function ratePairs({ sale }: AnyPolicy, purchase: AnyEvent): Pair[] {
  const timely =
    notAfter(sale.at, purchase.block_time) && notAfter(purchase.block_time, sale.at, OLDEST_RATE);
  const time: Pair[] = unless(timely, [
    'time of the rate',
    `within a day before ${purchase.block_time}`,
    sale.at,
    'its payment',
  ]);
  if (sale.source === 'reference') {
    return [...time, ['rate', REFERENCE_RATES[sale.symbol], sale.rate, 'reference rates']];
  }
  return [...time, ...unless(sale.round !== null, ['round of the feed', 'a number', null, 'its source'])];
}

function statusPairs({ status, in_review, last_step }: AnyPolicy, purchase: AnyEvent): Pair[] {
  const paid = purchase.status === 'confirmed';
  return [
    ['status', last_step?.status, status, 'the last line of its history'],
    ...unless(status !== 'active' || !in_review, ['review', 'decided', 'waiting', 'its status']),
    ...unless(status !== 'pending' || last_step?.status !== status || in_review || !paid, [
      'status',
      'active',
      status,
      'its payment, with no review pending',
    ]),
  ];
}

/**
 * What a policy's record states of its sale, beside the purchase that its quote was bought by.
 * @param refunds recorded refunds of it
 */
export function saleDifferences(
  policy: AnyPolicy,
  purchase: AnyEvent,
  refunds: readonly AnyEvent[],
  fee: AnySummary['platform_fee'],
): FieldDifference[] {
  const { sale, opened, recorded_at } = policy;
  const first = opened?.tx_hash === purchase.tx_hash ? purchase.recorded_at : null;
  const booked = opened !== null && near(recorded_at, opened.at);
  return differingPairs([
    ['payment', purchase.tx_hash, policy.purchase_tx],
    ['premium in dollars', sale.premium_usd, policy.premium_usd, 'its quote'],
    ['cover in dollars', sale.coverage_usd, policy.coverage_usd, 'its quote'],
    ['amount', amountOf(sale), policy.premium, 'its dollars at its rate'],
    ...ratePairs(policy, purchase),
    ...unless(booked, ['time of recording', opened?.at, recorded_at, 'the first line of its history']),
    // A payment that is mined again is recorded again, and its policy stays.
    ...unless(first === null || notAfter(recorded_at, first), [
      'time of recording',
      first,
      recorded_at,
      'the record of its payment',
    ]),
    ['platform fee', feeAt(fee, recorded_at), policy.fee_bps, 'the setting of that time'],
    ...statusPairs(policy, purchase),
    ...refunds.map(({ amount, worth_cents }): Pair => {
      const part = BigInt(amount ?? 0) * BigInt(sale.premium_usd) * 100n;
      const cents = part / (BigInt(policy.premium) || 1n);
      return ['dollars of the refund, in cents', Number(cents), worth_cents, 'its part of the premium'];
    }),
  ]);
}
