/** Looks up what we recorded on chains without a contract, each record in the block that it names. */
import { grouped } from '#domain/grouped.ts';
import { paidOutside } from './compare-policies.ts';
import { bookingDifferences, saleDifferences } from './compare-sale.ts';
import { isOwed } from './liabilities.ts';
import type { FieldDifference } from './lines.ts';
import {
  type BlockReading,
  type CheckedPlace,
  comparePaidPolicy,
  comparePlace,
  isWrongPlace,
  judged,
  type PlaceChain,
  type PlaceCheck,
  type PlaceRecord,
  type PolicyRecord,
} from './places.ts';
import { Paid, type Recorded } from './recorded.ts';
import type { AnyRecord } from './schema.ts';

/** What is recorded of chains without a contract. */
export type RecordedThere = Pick<Recorded, 'withoutContract' | 'offChainPayments' | 'chainIds'> & {
  summary: Pick<Recorded['summary'], 'platform_fee' | 'as_of'>;
};

/** A node of a chain without a contract. */
export interface PlaceNode extends PlaceChain {
  /** Reads finalized blocks, each once; null for one that the chain doesn't have. Throws if the node gives no answer. */
  read(
    numbers: readonly number[],
    each: (done: number) => void,
  ): Promise<ReadonlyMap<number, BlockReading | null>>;
}

/** The chain without a contract that the server offers, or that it has records of; null if there is none. */
export const otherChain = ({ chainIds, withoutContract }: RecordedThere): number | string | null =>
  chainIds.find((id) => typeof id === 'string') ?? withoutContract[0]?.chain_id ?? null;

const isEvent = (record: AnyRecord): record is PlaceRecord =>
  record.record === 'event' && record.status !== 'orphaned';
const isPolicy = (record: AnyRecord): record is PolicyRecord => record.record === 'policy';

/** What is looked up: the recorded events that stand, and the policies. */
export const placesIn = (records: readonly AnyRecord[]): (PlaceRecord | PolicyRecord)[] => [
  ...records.filter(isEvent),
  ...records.filter(isPolicy),
];

/** The blocks that these records name, each once. */
export const blocksOf = (records: readonly AnyRecord[]): number[] => [
  ...new Set(records.filter(isEvent).map(({ block }) => block)),
];

const keyOf = ({ chain_id, quote_id }: PlaceRecord | PolicyRecord) => `${chain_id}:${quote_id}`.toLowerCase();

/** Makes every record after the first that names the same thing a difference: it happened only once. */
function once<Kind extends PlaceRecord | PolicyRecord>(
  rows: readonly CheckedPlace<Kind>[],
  key: (record: Kind) => string,
): CheckedPlace<Kind>[] {
  const seen = new Set<string>();
  return rows.map((row) => {
    const repeated = seen.has(key(row.record));
    seen.add(key(row.record));
    if (!repeated || row.check.result !== 'matched') return row;
    const differences = [{ field: 'number of records', chain: '1', record: 'another one' }];
    return { ...row, check: { result: 'differs', differences } };
  });
}

/** The check of a record that was found in its block, with what contradicts it besides. */
const besides = (check: PlaceCheck, differences: () => readonly FieldDifference[]): PlaceCheck =>
  check.result === 'matched' || check.result === 'differs'
    ? judged([...check.differences, ...differences()])
    : check;

/** What a policy's record states of its sale, beside the payments that were found. */
function saleOf(
  record: PolicyRecord,
  about: readonly CheckedPlace<PlaceRecord>[],
  fee: RecordedThere['summary']['platform_fee'],
): readonly FieldDifference[] {
  const paid = new Paid();
  for (const { record: event, check } of about) if (check.result === 'matched') paid.add(event);
  const { purchase, refunds } = paid.of(record);
  return purchase ? saleDifferences(record, purchase, refunds, fee) : [];
}

/**
 * Names refunds of what nobody paid, and those of more than was paid: nothing on such a chain refuses them.
 * @param about the checked events by what they are about
 */
const repaid = (
  events: readonly CheckedPlace<PlaceRecord>[],
  about: ReadonlyMap<string, readonly CheckedPlace<PlaceRecord>[]>,
): CheckedPlace<PlaceRecord>[] =>
  events.map((row) => {
    const { record, check } = row;
    if (record.kind !== 'premium_refunded' || check.result !== 'matched') return row;
    const its = about.get(keyOf(record)) ?? [];
    const premium = its.find((each) => each.record.kind === 'purchased' && each.check.result === 'matched');
    const paid = BigInt(premium?.record.amount ?? 0);
    if (BigInt(record.amount ?? 0) <= paid) return row;
    const difference = {
      field: 'amount',
      by: 'its payment',
      chain: `at most ${paid}`,
      record: String(record.amount),
    };
    return { ...row, check: judged([difference]) };
  });

/** Names money that left for nothing, and premiums that bought no policy, until a refund in its block has returned them. */
function forNothing(
  events: readonly CheckedPlace<PlaceRecord>[],
  policies: readonly CheckedPlace<PolicyRecord>[],
): CheckedPlace<PlaceRecord>[] {
  const sold = new Set(policies.map(({ record }) => keyOf(record)));
  const refunded = new Set(
    events.flatMap(({ record, check }) =>
      record.kind === 'premium_refunded' && check.result === 'matched' ? [keyOf(record)] : [],
    ),
  );
  return events.map((row) => {
    const { record, check } = row;
    if (check.result !== 'matched') return row;
    if (record.kind === 'paid_in_error') return { ...row, check: { result: 'unprepared', differences: [] } };
    if (record.kind !== 'purchased') return row;
    const key = keyOf(record);
    if (record.exception !== null) {
      return refunded.has(key) || !isOwed(record)
        ? row
        : { ...row, check: { result: 'owed', differences: [] } };
    }
    return sold.has(key) ? row : { ...row, check: { result: 'no_policy', differences: [] } };
  });
}

/** Those that are wrong come first. */
const wrongFirst = (rows: readonly CheckedPlace[]): CheckedPlace[] => [
  ...rows.filter(({ check }) => isWrongPlace(check)),
  ...rows.filter(({ check }) => !isWrongPlace(check)),
];

/**
 * Checks every recorded event and policy against its block, wrong ones first.
 * @param nodes one for each chain; what was recorded on any other is not looked up, and that is a difference
 * @param now seconds since 1970
 * @param each is told how many of a chain's blocks are read
 */
export async function checkPlaces(
  { withoutContract, offChainPayments, summary }: Omit<RecordedThere, 'chainIds'>,
  nodes: readonly PlaceNode[],
  now: number,
  each: (done: number) => void = () => undefined,
): Promise<CheckedPlace[]> {
  const outside = paidOutside(offChainPayments);
  const checked: CheckedPlace[] = [];
  for (const [ref, records] of grouped(placesIn(withoutContract), ({ chain_id }) => String(chain_id))) {
    const node = nodes.find((one) => one.ref === ref);
    if (!node) {
      const check = { result: 'unread' as const, differences: [] };
      checked.push(...records.map((record) => ({ record, check })));
      continue;
    }
    const blocks = await node.read(blocksOf(records), each);
    const events = once(
      records.filter(isEvent).map((record) => ({
        record,
        check: besides(comparePlace(node, record, blocks.get(record.block) ?? null, now), () =>
          bookingDifferences(record, summary.as_of),
        ),
      })),
      ({ kind, tx_hash, log_index }) => `${kind}:${tx_hash}:${log_index}`.toLowerCase(),
    );
    const about = grouped(events, ({ record }) => keyOf(record));
    const policies = once(
      records.filter(isPolicy).map((record) => {
        const its = about.get(keyOf(record)) ?? [];
        const check = comparePaidPolicy(node, record, its, outside.get(record.quote_id.toLowerCase()) ?? 0);
        return { record, check: besides(check, () => saleOf(record, its, summary.platform_fee)) };
      }),
      keyOf,
    );
    checked.push(...forNothing(repaid(events, about), policies), ...policies);
  }
  return wrongFirst(checked);
}
