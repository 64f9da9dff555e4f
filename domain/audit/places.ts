/** Compares what we recorded on a chain without a contract with the blocks that the records name. */
import type { ChainRef } from '#domain/chains.ts';
import { dayEnd, dayStart, parseDay } from '#domain/days.ts';
import { rateBetween } from '#domain/money.ts';
import { coverAfterRefund } from '#domain/payouts/after-refund.ts';
import type { Remark } from '#domain/payouts/remark.ts';
import type { RemarkedTransfer } from '#domain/payouts/transfers.ts';
import { paymentId } from '#domain/quote/terms-id.ts';
import { policyId } from '#domain/registry/policy-id.ts';
import type { RecordedPlace } from '#domain/registry/schema.ts';
import { differingPairs, iso, type Pair, STATUS_ON_CHAIN, same, sentence } from './fields.ts';
import type { FieldDifference } from './lines.ts';
import type { AnyRecord } from './schema.ts';

/** The chain that is looked at. */
export interface PlaceChain {
  /** Its genesis hash. */
  ref: ChainRef;
  /** Of its coin. */
  decimals: number;
  /** Public keys of the accounts that count as ours, in lower case. */
  accounts: readonly string[];
}

/** Money that moved to or from one of our accounts, with what its remark says. Accounts are public keys. */
export interface PaymentOnChain extends Omit<RemarkedTransfer, 'unmarked'> {
  txHash: string;
}

/** A finalized block. Time is seconds since 1970. */
export interface BlockReading {
  number: number;
  hash: string;
  time: number;
  payments: readonly PaymentOnChain[];
}

/** A recorded event, as far as its block can show it. */
export type Place = RecordedPlace & { quote_id: string };
/** An event that we recorded on a chain without a contract. */
export type PlaceRecord = Extract<AnyRecord, { record: 'event' }>;
/** A policy that was paid for there. */
export type PolicyRecord = Extract<AnyRecord, { record: 'policy' }>;

/**
 * unpaid: no block shows the payment of a policy. owed: a payment that bought no policy and was not refunded. no_policy: a
 * payment of which we have neither a policy nor an exception. records: the chain never shows this kind. waiting: the chain has no such final block yet. no_block: it still has none,
 * long after the recorded time. unprepared: money left our account for nothing. unread: nobody named a node of that chain.
 */
export type PlaceResult =
  | 'matched'
  | 'differs'
  | 'missing'
  | 'unpaid'
  | 'owed'
  | 'no_policy'
  | 'no_block'
  | 'unprepared'
  | 'unread'
  | 'waiting'
  | 'records';

export const PLACE_RESULTS: Readonly<Record<PlaceResult, { label: string; text: string }>> = {
  matched: { label: 'Matches', text: '' },
  differs: { label: 'Differs', text: '' },
  missing: { label: 'Not found', text: 'The block shows no such payment in this place.' },
  unpaid: { label: 'Not paid', text: 'No block shows its payment as we recorded it.' },
  owed: {
    label: 'Payer owed',
    text: 'This payment bought no policy, as our records say too. It is owed back to the payer and stays a difference until its refund’s event.',
  },
  no_policy: {
    label: 'No policy',
    text: 'This payment is in its block, but our records have neither a policy nor a payment exception for it.',
  },
  no_block: {
    label: 'No such block',
    text: 'The network has no final block with this number, although the recorded time is more than ten minutes away.',
  },
  unprepared: {
    label: 'Not prepared',
    text: 'This money left our account, and no payout or refund that was due explains it.',
  },
  unread: { label: 'Not looked up', text: 'No node of this network was named.' },
  waiting: { label: 'Not final', text: 'The network has no final block with this number yet.' },
  records: { label: 'Our word', text: 'The chain does not show this: it is only in our records.' },
};

/** What was found, and in which fields it differs from the record. */
export interface PlaceCheck {
  result: PlaceResult;
  differences: readonly FieldDifference[];
}

/** A record with what its block shows. */
export interface CheckedPlace<Kind extends PlaceRecord | PolicyRecord = PlaceRecord | PolicyRecord> {
  record: Kind;
  check: PlaceCheck;
}

const WRONG: ReadonlySet<PlaceResult> = new Set([
  ...(['differs', 'missing', 'unpaid', 'owed', 'no_policy', 'no_block', 'unprepared', 'unread'] as const),
]);
export const isWrongPlace = ({ result }: PlaceCheck) => WRONG.has(result);

/** Why a record does not match, in a sentence; empty if it does. */
export const explainPlace = ({ result, differences }: PlaceCheck) =>
  differences.length > 0 ? sentence(differences) : PLACE_RESULTS[result].text;

const found = (result: PlaceResult): PlaceCheck => ({ result, differences: [] });

/** What the kinds that a block can show are called. */
const PLACE_KINDS = {
  purchased: 'Premium paid',
  claim_paid: 'Claim paid',
  premium_refunded: 'Premium refunded',
  paid_in_error: 'Paid in error',
} as const;
type ShownKind = keyof typeof PLACE_KINDS;
const isShown = (kind: string): kind is ShownKind => kind in PLACE_KINDS;
export const placeKind = (kind: string) => (isShown(kind) ? PLACE_KINDS[kind] : kind.replaceAll('_', ' '));

/** Seconds between the recorded time and now within which a block may still become final. */
const GRACE = 600;

/** A record that was found, with everything that differs. */
export const judged = (differences: readonly FieldDifference[]): PlaceCheck => ({
  result: differences.length === 0 ? 'matched' : 'differs',
  differences,
});

const SAYS: Readonly<Record<Remark['kind'], string>> = {
  purchase: 'a premium',
  claim: 'a paid claim',
  refund: 'a refund',
  fund: 'money for the pool',
};
const says = (remark: Remark | null) => (remark === null ? 'nothing about us' : SAYS[remark.kind]);

/** What the remark beside a payment says of a record of this kind. */
function remarkPairs(
  chain: PlaceChain,
  place: Place,
  { remark, txHash, at, amount }: PaymentOnChain,
): Pair[] {
  // A payment that bought nothing, and money that nobody prepared, have an id of their own, whatever their remark says.
  const isOwn = same(place.quote_id, paymentId(chain.ref, txHash, at));
  if (isOwn && place.kind === 'paid_in_error') return [];
  if (isOwn && place.kind === 'purchased' && remark?.kind !== 'fund') return [];
  // A second payout has a claim's number, a second refund its outcome.
  const second = place.claim_number === null ? 'premium_refunded' : 'claim_paid';
  switch (place.kind === 'paid_in_error' ? second : place.kind) {
    case 'claim_paid': {
      if (remark?.kind !== 'claim') return [['remark', says(remark), SAYS.claim]];
      return [
        ['policy', remark.quoteId, place.quote_id],
        ['claim number', remark.claimNumber, place.claim_number],
        ['incident', iso(remark.incidentAt), place.incident_at],
        ['dollars', remark.usd, place.usd],
        ['rate', rateBetween(remark.usd, amount, chain.decimals), place.rate],
      ];
    }
    case 'premium_refunded': {
      if (remark?.kind !== 'refund') return [['remark', says(remark), SAYS.refund]];
      return [
        ['policy', remark.quoteId, place.quote_id],
        ['outcome', remark.outcome, place.outcome],
      ];
    }
    default: {
      if (remark?.kind !== 'purchase') return [['remark', says(remark), SAYS.purchase]];
      return [['policy', remark.quoteId, place.quote_id]];
    }
  }
}

/**
 * Compares a recorded event with the block that it names.
 * @param block null if the chain has no such final block
 * @param now seconds since 1970
 */
export function comparePlace(
  chain: PlaceChain,
  place: Place,
  block: BlockReading | null,
  now: number,
): PlaceCheck {
  if (!isShown(place.kind)) return found('records');
  if (block === null) {
    const age = Math.abs(now - Date.parse(place.block_time) / 1000);
    return found(age < GRACE ? 'waiting' : 'no_block');
  }
  const paid = block.payments.find(({ txHash, at }) => same(txHash, place.tx_hash) && at === place.log_index);
  if (!paid) return found('missing');
  const [account, holder] = place.kind === 'purchased' ? [paid.to, paid.from] : [paid.from, paid.to];
  if (!chain.accounts.includes(account)) return found('missing');
  return judged(
    differingPairs([
      ['block hash', block.hash, place.block_hash],
      ['block time', iso(block.time), place.block_time],
      ['account', account, place.contract],
      ['holder', holder, place.holder],
      ['amount', paid.amount.toString(), place.amount],
      ...remarkPairs(chain, place, paid),
    ]),
  );
}

/**
 * Compares a policy with what the blocks of its events show. Its id is the hash of its terms, so the payment that names
 * the id proves them.
 * @param about the checked events of this policy
 * @param paidOutside whole dollars of its claims that were paid outside the chain
 */
export function comparePaidPolicy(
  chain: PlaceChain,
  policy: PolicyRecord,
  about: readonly CheckedPlace<PlaceRecord>[],
  paidOutside: number,
): PlaceCheck {
  if (about.some(({ check }) => check.result === 'waiting')) return found('waiting');
  const proved = about.filter(({ check }) => check.result === 'matched').map(({ record }) => record);
  const bought = proved.find(({ kind }) => kind === 'purchased');
  if (!bought) {
    // Its payment is no longer on the chain, and our record says so too: it is not covered.
    return found(policy.status === 'pending' && policy.cover_from === null ? 'matched' : 'unpaid');
  }
  const back = proved.find(({ kind }) => kind === 'premium_refunded');
  const paid = proved.reduce((sum, { kind, usd }) => sum + (kind === 'claim_paid' ? (usd ?? 0) : 0), 0);
  const start = Math.max(dayStart(parseDay(policy.start_date) ?? 0), Date.parse(bought.block_time) / 1000);
  const last = dayEnd(parseDay(policy.end_date) ?? 0);
  const end = !back
    ? last
    : coverAfterRefund({
        start,
        end: last,
        at: Date.parse(back.block_time) / 1000,
        isVoid: back.outcome === 'cancelled' && back.amount === policy.premium,
      });
  const id = policyId(chain.ref, { ...policy, amount: policy.premium });
  // Terms that are proved are compared with the payment, which need not name them.
  const terms: Pair[] = [
    ['premium', bought.amount, policy.premium],
    ['payer', bought.holder, policy.holder],
  ];
  return judged(
    differingPairs([
      ['hash of the terms', policy.quote_id, id],
      ...(same(policy.quote_id, id) ? terms : []),
      ['status', back?.outcome ?? 'active', STATUS_ON_CHAIN[policy.status]],
      ['start of cover', iso(start), policy.cover_from],
      ['end of cover', iso(end), policy.cover_until],
      ['paid out on chain', paid, policy.paid_out_usd - paidOutside],
    ]),
  );
}
