/** Policies as their events leave them beside the server's records of them. */
import { formatDay } from '#domain/days.ts';
import { formatUsd } from '#domain/money.ts';
import type { Basis } from './compare-events.ts';
import { type AnyEvent, saleDifferences } from './compare-sale.ts';
import { comparedLine, differingPairs, iso, native, STATUS_ON_CHAIN } from './fields.ts';
import { type FieldDifference, type Line, lineWith } from './lines.ts';
import type { Recorded } from './recorded.ts';
import type { RecordedPolicy } from './schema.ts';
import type { ChainPolicy } from './standing.ts';

const registered = (record: RecordedPolicy, policy: ChainPolicy, paidOutside: number): FieldDifference[] =>
  differingPairs([
    ['contract', policy.contract, record.contract],
    ['holder', policy.holder, record.holder],
    ['currency', native(policy.token), record.token],
    ['premium', policy.premium.toString(), record.premium],
    ['product', policy.product, record.product_code],
    ['status', policy.status, STATUS_ON_CHAIN[record.status]],
    ['cover', policy.cover, record.coverage_usd],
    ['first day', formatDay(policy.startDay), record.start_date],
    ['last day', formatDay(policy.endDay), record.end_date],
    ['validity of the quote', iso(policy.validUntil), record.valid_until],
    ['details hash', policy.detailsHash, record.details_hash],
    ['start of cover', iso(policy.start), record.cover_from],
    ['end of cover', iso(policy.end), record.cover_until],
    ['paid out on chain', policy.paidOut, record.paid_out_usd - paidOutside],
  ]);

/** Dollars paid outside the chain, by policy. */
export function paidOutside(payments: Recorded['offChainPayments']): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { quote_id, usd } of payments) {
    const id = quote_id.toLowerCase();
    sums.set(id, (sums.get(id) ?? 0) + usd);
  }
  return sums;
}

/** What a policy's record is held against. */
export interface PolicyBasis extends Pick<Basis, 'chains'> {
  /** Null if no listed contract reported its purchase. */
  policy: ChainPolicy | null;
  /** The recorded purchase of its quote; null if there is none. */
  purchase: AnyEvent | null;
  refunds: readonly AnyEvent[];
  /** Whether one of its events is not decided yet. */
  undecided: boolean;
  paidOutside: number;
  fee: Recorded['summary']['platform_fee'];
}

export function comparePolicy(record: RecordedPolicy, basis: PolicyBasis): Line {
  const base = {
    about: 'policy' as const,
    chainId: record.chain_id,
    contract: record.contract,
    quoteId: record.quote_id,
    what: `Policy ${record.quote_id.slice(0, 10)}…, ${record.status}, cover ${formatUsd(record.coverage_usd)}.`,
  };
  const { policy, purchase } = basis;
  if (!policy) {
    if (record.cover_from === null && record.status === 'pending') {
      const explanation =
        'Its payment is no longer on the chain, and the server says so too: it is not covered.';
      return lineWith({ ...base, result: 'matched', explanation });
    }
    const explanation = basis.chains.has(record.chain_id)
      ? 'The server has this policy, but no listed contract reported its purchase.'
      : 'The server has this policy on a chain that is not listed.';
    return lineWith({ ...base, result: 'unpaid', explanation });
  }
  if (basis.undecided) {
    const explanation = 'Something happened to it so recently that the server may not have applied it yet.';
    return lineWith({ ...base, result: 'waiting', explanation });
  }
  const differences = [
    ...registered(record, policy, basis.paidOutside),
    ...(purchase ? saleDifferences(record, purchase, basis.refunds, basis.fee) : []),
  ];
  return comparedLine(base, differences, 'fields');
}

/** A policy on the chain that the server has no record of. */
export const policyWithoutRecord = ({ chainId, contract, quoteId, cover }: ChainPolicy): Line =>
  lineWith({
    result: 'unrecorded',
    about: 'policy',
    chainId,
    contract,
    quoteId,
    what: `Policy ${quoteId.slice(0, 10)}…, cover ${formatUsd(cover)}.`,
    explanation:
      'The chain has this policy, but the server has neither a policy nor a payment exception for it.',
  });
