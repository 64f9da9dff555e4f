/** Looks up what we recorded on chains without a contract, each record in the block that it names. */
import {
  type BlockReading,
  type CheckedPlace,
  comparePaidPolicy,
  comparePlace,
  isWrongPlace,
  type PlaceChain,
  type PlaceRecord,
  type PolicyRecord,
} from './places.ts';
import type { Recorded } from './reconcile.ts';
import type { AnyRecord } from './schema.ts';

/** A node of a chain without a contract. */
export interface PlaceNode extends PlaceChain {
  /** Reads finalized blocks, each once; null for one that the chain doesn't have. Throws if the node gives no answer. */
  read(
    numbers: readonly number[],
    each: (done: number) => void,
  ): Promise<ReadonlyMap<number, BlockReading | null>>;
}

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

function grouped<Item>(items: readonly Item[], key: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return groups;
}

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

/** Those that are wrong come first. */
export const wrongFirst = (rows: readonly CheckedPlace[]): CheckedPlace[] => [
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
  { withoutContract, otherPayments }: Pick<Recorded, 'withoutContract' | 'otherPayments'>,
  nodes: readonly PlaceNode[],
  now: number,
  each: (done: number) => void = () => undefined,
): Promise<CheckedPlace[]> {
  const outside = new Map<string, number>();
  for (const { quote_id, usd } of otherPayments) {
    const id = quote_id.toLowerCase();
    outside.set(id, (outside.get(id) ?? 0) + usd);
  }
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
        check: comparePlace(node, record, blocks.get(record.block) ?? null, now),
      })),
      ({ kind, tx_hash, log_index }) => `${kind}:${tx_hash}:${log_index}`.toLowerCase(),
    );
    const about = grouped(events, ({ record }) => keyOf(record));
    const policies = once(
      records.filter(isPolicy).map((record) => ({
        record,
        check: comparePaidPolicy(
          node,
          record,
          about.get(keyOf(record)) ?? [],
          outside.get(record.quote_id.toLowerCase()) ?? 0,
        ),
      })),
      keyOf,
    );
    checked.push(...events, ...policies);
  }
  return wrongFirst(checked);
}
