/** Claims beside their timelines, their payments on chain, and those outside it. */
import { CLAIM_TRANSITIONS } from '#domain/claims/lifecycle.ts';
import { formatUsd } from '#domain/money.ts';
import type { AnyEvent } from './compare-sale.ts';
import { comparedLine, differingPairs, type Pair } from './fields.ts';
import { type Line, lineWith } from './lines.ts';
import type { Recorded } from './recorded.ts';
import type { RecordedClaim } from './schema.ts';

/** Between a payment outside the chain and its line in the timeline. Milliseconds. */
const ONE_STEP = 60_000;

type OffChainPayment = Recorded['offChainPayments'][number];

/** A payout that stands, by its place. */
const placeOf = (txHash: string, logIndex: number) => `${txHash}:${logIndex}`.toLowerCase();

function timelinePairs({ status, timeline, paid_by, outside }: RecordedClaim): Pair[] {
  const pairs: Pair[] = [['status', timeline.at(-1)?.status, status, 'the last line of its timeline']];
  if (timeline[0]?.kind !== 'submitted') {
    pairs.push(['first line', 'submitted', timeline[0]?.kind, 'every timeline']);
  }
  for (const [index, line] of timeline.entries()) {
    const before = timeline[index - 1];
    if (!before) continue;
    if (!(Date.parse(before.at) <= Date.parse(line.at))) {
      pairs.push(['time of a line', `from ${before.at} on`, line.at, 'the line before']);
    }
    if (before.status !== line.status && !CLAIM_TRANSITIONS[before.status].includes(line.status)) {
      pairs.push(['step', `a step from ${before.status}`, line.status, 'the line before']);
    }
  }
  const count = (kind: string) => timeline.filter((line) => line.kind === kind).length;
  const paid = count('paid') - count('payment_undone');
  pairs.push(['payments in its timeline', status === 'paid' ? 1 : 0, paid, 'its status']);
  const line = timeline.findLast(({ kind }) => kind === 'paid');
  if (status === 'paid' && line) {
    pairs.push(['transaction in its timeline', paid_by?.tx_hash ?? null, line.tx_hash, 'its payment']);
    const apart = outside ? Math.abs(Date.parse(outside.paid_at) - Date.parse(line.at)) : 0;
    if (!(apart <= ONE_STEP)) pairs.push(['time of payment', line.at, outside?.paid_at, 'its timeline']);
  }
  return pairs;
}

function paymentPairs(
  { status, payout_usd, quote_id, incident_at, paid_by, outside }: RecordedClaim,
  event: AnyEvent | undefined,
  listed: OffChainPayment | undefined,
): Pair[] {
  const payments = Number(paid_by !== null) + Number(outside !== null);
  const pairs: Pair[] = [['number of payments', status === 'paid' ? 1 : 0, payments, 'its status']];
  if (paid_by) {
    if (event?.status !== 'confirmed') pairs.push(['payment', null, paid_by.tx_hash]);
    else {
      pairs.push(['policy', event.quote_id, quote_id, 'its payment']);
      pairs.push(['incident', event.incident_at, incident_at, 'its payment']);
      pairs.push(['dollars', event.usd, payout_usd, 'its payment']);
    }
  }
  if (outside) {
    pairs.push(['dollars', outside.usd, payout_usd, 'its payment outside the chain']);
    if (!outside.by_two) pairs.push(['administrators', 2, 1, 'every payment outside the chain']);
    const list = 'the public list of payments outside the chain';
    pairs.push(['dollars', listed?.usd, outside.usd, list], ['method', listed?.method, outside.method, list]);
    pairs.push(['policy', listed?.quote_id, quote_id, list]);
  }
  return pairs;
}

/** Every claim, and every payment of a claim. */
export function compareClaims(recorded: Recorded): Line[] {
  const lines: Line[] = [];
  const payouts = new Map<string, AnyEvent>();
  for (const record of [...recorded.records, ...recorded.withoutContract]) {
    if (record.record !== 'event' || record.kind !== 'claim_paid' || record.status === 'orphaned') continue;
    payouts.set(placeOf(record.tx_hash, record.log_index), record);
  }
  const others = new Map(recorded.offChainPayments.map((each) => [each.claim_number, each]));
  for (const claim of recorded.claims) {
    const { paid_by, claim_number, chain_id } = claim;
    const place = paid_by && placeOf(paid_by.tx_hash, paid_by.log_index);
    const event = place === null ? undefined : payouts.get(place);
    const differences = differingPairs([
      ...timelinePairs(claim),
      ...paymentPairs(claim, event, others.get(claim_number)),
    ]);
    // Only a payout that the claim's own record describes is explained by it.
    if (place !== null && event && claim.status === 'paid') payouts.delete(place);
    if (claim.outside) others.delete(claim_number);
    lines.push(
      comparedLine(
        {
          about: 'claim',
          chainId: chain_id ?? 0,
          quoteId: claim.quote_id,
          txHash: paid_by?.tx_hash ?? null,
          logIndex: paid_by?.log_index ?? null,
          block: event?.block ?? null,
          what: `Claim ${claim_number}, ${claim.status.replaceAll('_', ' ')}.`,
        },
        differences,
        'claim',
      ),
    );
  }
  for (const event of payouts.values()) {
    if (event.status !== 'confirmed') continue;
    lines.push(
      lineWith({
        about: 'claim',
        result: 'unclaimed',
        chainId: event.chain_id,
        contract: event.contract,
        quoteId: event.quote_id,
        txHash: event.tx_hash,
        logIndex: event.log_index,
        block: event.block,
        what: `${formatUsd(event.usd ?? 0)} paid out on policy ${event.quote_id.slice(0, 10)}….`,
        explanation: 'This money left the pool as a claim’s payout, but none of our claims was paid by it.',
      }),
    );
  }
  for (const { claim_number, usd, quote_id } of others.values()) {
    lines.push(
      lineWith({
        about: 'claim',
        result: 'claim',
        quoteId: quote_id,
        what: `${formatUsd(usd)} paid outside the chain for ${claim_number}.`,
        explanation: 'We list this payment, but it paid none of our claims.',
      }),
    );
  }
  return lines;
}
