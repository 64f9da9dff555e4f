/** Compares a record with the block that it names, on a chain without a contract. */
import type { Remark } from '../payouts/remark.ts';
import { paymentId } from '../quote/terms-id.ts';
import type { RecordedKind } from '../registry/schema.ts';

/** A record, as far as its block can show it. */
export interface Place {
  kind: RecordedKind;
  quote_id: string;
  tx_hash: string;
  log_index: number;
  amount: string | null;
  usd: number | null;
}

/** A payment in a finalized block. */
interface Paid {
  txHash: string;
  at: number;
  amount: bigint;
  remark: Remark | null;
}

/** records: the chain never shows this kind. waiting: the chain has no such final block. */
export type PlaceResult = 'matched' | 'differs' | 'missing' | 'waiting' | 'records';

export const PLACE_RESULTS: Record<PlaceResult, { label: string; text: string }> = {
  matched: { label: 'Matches', text: 'The block shows exactly this.' },
  differs: { label: 'Differs', text: 'The block has a payment in this place, but it says something else.' },
  missing: { label: 'Not found', text: 'The block has no such payment in this place.' },
  waiting: { label: 'Not final', text: 'The network has no final block with this number yet.' },
  records: { label: 'Our word', text: 'The chain does not show this: it stands in our records alone.' },
};

/** What the recorded kinds that a block can show are called. */
export const PLACE_KINDS: Readonly<Record<string, string>> = {
  purchased: 'Premium paid',
  claim_paid: 'Claim paid',
  premium_refunded: 'Premium refunded',
};

/** @param payments what the block that the record names shows; null if the chain has no such final block */
export function comparePlace(genesis: string, place: Place, payments: readonly Paid[] | null): PlaceResult {
  const { kind } = place;
  if (kind !== 'purchased' && kind !== 'claim_paid' && kind !== 'premium_refunded') return 'records';
  if (payments === null) return 'waiting';
  const there = payments.find(({ txHash, at }) => txHash === place.tx_hash && at === place.log_index);
  if (!there) return 'missing';
  return there.amount === BigInt(place.amount ?? -1) && says(genesis, place, there) ? 'matched' : 'differs';
}

function says(genesis: string, { kind, quote_id, usd }: Place, { remark, txHash, at }: Paid): boolean {
  if (kind === 'purchased') {
    // A payment that bought nothing has an id of its own.
    const own = quote_id === paymentId(genesis, txHash, at);
    return own || (remark?.kind === 'purchase' && remark.quoteId === quote_id);
  }
  if (kind === 'claim_paid') {
    return remark?.kind === 'claim' && remark.quoteId === quote_id && remark.usd === usd;
  }
  return remark?.kind === 'refund' && remark.quoteId === quote_id;
}
