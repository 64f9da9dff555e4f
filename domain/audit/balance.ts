/**
 * The balance of our accounts on a chain without a contract: what each held at first and everything that its blocks show
 * since must be what it holds. Our records only say which blocks to look at, so leaving one out shows in the sum.
 */
import { type ChainRef, chainRefOf } from '../chains.ts';
import { formatAmount, formatDecimal } from '../money.ts';
import type { Explained, Meaning } from '../payouts/movements.ts';
import type { BlockReading, PlaceRecord } from './places.ts';
import type { Recorded } from './recorded.ts';
import type { RecordedAccount, RecordedBooks, RecordedMovement } from './recorded-books.ts';
import type { PlaceNode } from './without-contract.ts';
/** Base units. */
export interface Held {
  free: bigint;
  reserved: bigint;
}

export interface MovementOnChain extends Explained {
  txHash: string | null;
}

/** A finalized block with everything that it changed for our accounts. */
export interface BooksReading extends BlockReading {
  movements: readonly MovementOnChain[];
}

/** A node of a chain without a contract that also shows what our accounts hold. */
export interface BalanceNode extends PlaceNode {
  name: string;
  symbol: string;
  read(
    numbers: readonly number[],
    each: (done: number) => void,
  ): Promise<ReadonlyMap<number, BooksReading | null>>;
  /** What our accounts held at the end of some blocks, and at the newest finalized one that is not after `readTo`. */
  balances(blocks: readonly number[], readTo: number): Promise<Balances>;
}

/** By block, and for each of our accounts in their order; null if the node no longer keeps that state. */
export interface Balances {
  until: number;
  at: ReadonlyMap<number, readonly Held[] | null>;
}

/**
 * unexplained: money left or came, and no recorded payout, refund or payment says why. unknown: an event of a kind that nobody can add up.
 * unrecorded and missing: only the block, or only our records have it. unlisted: only we, or only the auditor counts this
 * account. not_provable: the node no longer keeps the balance.
 */
export type BalanceResult =
  | 'matched'
  | 'balance'
  | 'unexplained'
  | 'unknown'
  | 'unrecorded'
  | 'missing'
  | 'unlisted'
  | 'unread'
  | 'not_provable';

export const BALANCE_RESULTS: Readonly<Record<BalanceResult, string>> = {
  matched: 'Adds up',
  balance: 'Does not add up',
  unexplained: 'Without a reason',
  unknown: 'Unknown event',
  unrecorded: 'Not recorded',
  missing: 'Not on the chain',
  unlisted: 'Account not listed',
  unread: 'Not looked up',
  not_provable: 'Not provable',
};

export interface BalanceLine {
  result: BalanceResult;
  chain: ChainRef;
  account: string;
  block: number | null;
  txHash: string | null;
  /** A sentence. */
  text: string;
}

export const isBalanceDifference = ({ result }: Pick<BalanceLine, 'result'>): boolean =>
  result !== 'matched' && result !== 'not_provable';

/** Within so many seconds a payment may have been recorded after the records were read. */
const GRACE = 600;
/** What is too small to pay for anything is less than this part of the smallest premium. */
const SMALL_PART = 10n;

/** A chain's records, and how its amounts are written. */
interface Basis {
  node: BalanceNode;
  blocks: ReadonlyMap<number, BooksReading | null>;
  events: readonly PlaceRecord[];
  balances: Balances;
  say: (amount: bigint) => string;
  /** Base units below which we may call what came too small to pay for anything. */
  small: bigint;
  /** Seconds since 1970 from which the records may be older than the movements, because they were read before. */
  young: number;
}

const sayOf =
  ({ decimals, symbol }: BalanceNode) =>
  (amount: bigint): string =>
    `${amount < 0n ? '-' : ''}${formatAmount(amount < 0n ? -amount : amount, decimals, symbol)}`;

/** Payouts and refunds: the events that explain why money left. Money that was paid in error left for nothing. */
const LEAVES = ['claim_paid', 'premium_refunded'];

/** Whether a recorded event of one of these kinds says why money moved. */
const isRecorded = (
  { events }: Basis,
  { about, txHash, counterparty }: MovementOnChain,
  kinds: readonly string[],
): boolean =>
  events.some(
    (event) =>
      kinds.includes(event.kind) &&
      event.status === 'confirmed' &&
      event.tx_hash.toLowerCase() === txHash &&
      event.log_index === about &&
      event.holder.toLowerCase() === counterparty,
  );

/** Whether a payment to us needs a record: one that is old enough, and not among those too small to pay for anything. */
const isHidden = (basis: Basis, movement: MovementOnChain, time: number, said: Meaning | null): boolean =>
  movement.kind === 'Transfer' &&
  time < basis.young &&
  !(said === 'dust' && movement.free < basis.small) &&
  !isRecorded(basis, movement, ['purchased']);

/**
 * What is wrong with a movement that a block shows; null if nothing is.
 * @param time of its block
 * @param said what our records say it is for
 */
function problemOf(
  basis: Basis,
  movement: MovementOnChain,
  time: number,
  said: Meaning | null,
): Pick<BalanceLine, 'result' | 'text'> | null {
  const { kind, free, reserved, counterparty, meaning, isKnown } = movement;
  if (!isKnown) {
    return {
      result: 'unknown',
      text: `The event ${kind} changed this account in a way that cannot be added up.`,
    };
  }
  const sum = free + reserved;
  if (sum === 0n || meaning !== null) return null;
  if (sum > 0n) {
    if (!isHidden(basis, movement, time, said)) return null;
    const text = `${basis.say(sum)} came to this account from ${counterparty} (${kind}), and no recorded payment explains it.`;
    return { result: 'unexplained', text };
  }
  if (isRecorded(basis, movement, LEAVES)) return null;
  const whither = counterparty === null ? '' : ` to ${counterparty}`;
  const text = `${basis.say(-sum)} left this account${whither} (${kind}), and no recorded payout or refund explains it.`;
  return { result: 'unexplained', text };
}

/** Compares the records of an account with the blocks that they name, and adds up what those show. */
function compareMovements(basis: Basis, account: RecordedAccount, records: readonly RecordedMovement[]) {
  const lines: BalanceLine[] = [];
  const moved: Held = { free: 0n, reserved: 0n };
  const line = (at: { block: number; txHash: string | null }, found: Pick<BalanceLine, 'result' | 'text'>) =>
    lines.push({ chain: basis.node.ref, account: account.account, ...at, ...found });
  const recorded = new Map(records.map((record) => [`${record.block}:${record.log_index}`, record]));
  for (const [number, block] of basis.blocks) {
    if (number <= account.from_block || number > basis.balances.until) continue;
    for (const movement of block?.movements ?? []) {
      if (movement.account !== account.account) continue;
      moved.free += movement.free;
      moved.reserved += movement.reserved;
      const at = { block: number, txHash: movement.txHash };
      const key = `${number}:${movement.at}`;
      const record = recorded.get(key);
      recorded.delete(key);
      const problem = problemOf(basis, movement, block?.time ?? 0, record?.meaning ?? null);
      if (problem) line(at, problem);
      if (!record) {
        line(at, { result: 'unrecorded', text: `The block has ${movement.kind} here, and we don’t.` });
      } else if (
        BigInt(record.free) !== movement.free ||
        BigInt(record.reserved) !== movement.reserved ||
        record.kind !== movement.kind ||
        record.block_hash.toLowerCase() !== block?.hash
      ) {
        const [shown, said] = [basis.say(movement.free), basis.say(BigInt(record.free))];
        line(at, {
          result: 'missing',
          text: `We recorded ${record.kind} of ${said}; the block shows ${movement.kind} of ${shown}.`,
        });
      }
    }
  }
  for (const { block, tx_hash: txHash, kind, free } of recorded.values()) {
    const text = `We recorded ${kind} of ${basis.say(BigInt(free))}, and the block doesn’t show it.`;
    line({ block, txHash }, { result: 'missing', text });
  }
  return { lines, moved };
}

/** The identity itself: first balance, and what the blocks show since, against what the account holds. */
function compareBalance(basis: Basis, account: RecordedAccount, moved: Held): BalanceLine[] {
  const { node, balances, say } = basis;
  const { until } = balances;
  const at = node.accounts.indexOf(account.account);
  const line = (result: BalanceResult, block: number, text: string): BalanceLine => ({
    result,
    chain: node.ref,
    account: account.account,
    block,
    txHash: null,
    text,
  });
  const [first, last] = [balances.at.get(account.from_block), balances.at.get(until)];
  const said = { free: BigInt(account.free), reserved: BigInt(account.reserved) };
  const [began, held] = [first?.[at] ?? said, last?.[at]];
  if (!held) return [line('not_provable', until, `The node no longer keeps the balance at block ${until}.`)];
  const lines: BalanceLine[] = [];
  if (began.free !== said.free || began.reserved !== said.reserved) {
    const text = `At block ${formatDecimal(account.from_block, 0)} it held ${say(began.free)} and ${say(began.reserved)} reserved; we recorded ${say(said.free)} and ${say(said.reserved)}.`;
    lines.push(line('balance', account.from_block, text));
  }
  const [free, reserved] = [began.free + moved.free, began.reserved + moved.reserved];
  const adds = held.free === free && held.reserved === reserved;
  const source = first ? '' : ' (as we recorded it: the node no longer keeps that balance)';
  const sum = `${say(began.free)} and ${say(began.reserved)} reserved after block ${formatDecimal(account.from_block, 0)}${source}, and every movement since, make ${say(free)} and ${say(reserved)}`;
  const holds = adds
    ? `That is what it holds at block ${until}.`
    : `At block ${until} it holds ${say(held.free)} and ${say(held.reserved)}: ${say(held.free - free)} and ${say(held.reserved - reserved)} are not explained.`;
  lines.push(line(adds ? 'matched' : 'balance', until, `${sum}. ${holds}`));
  return lines;
}

/** Events that we recorded on an account before its movements: then these don't begin where they should. */
const beforeBeginning = ({ node, events }: Basis, account: RecordedAccount): BalanceLine[] =>
  events
    .filter(({ contract, block }) => contract === account.account && block <= account.from_block)
    .map(({ block, tx_hash: txHash }) => ({
      result: 'balance',
      chain: node.ref,
      account: account.account,
      block,
      txHash,
      text: `Its movements are recorded after block ${formatDecimal(account.from_block, 0)} only, but it was paid before.`,
    }));

/** What is recorded of a chain, and from when on it may be older than its movements. */
interface RecordedOn extends Pick<Basis, 'events' | 'small' | 'young'> {
  accounts: readonly RecordedAccount[];
  movements: readonly RecordedMovement[];
}

async function checkNode(
  node: BalanceNode,
  { accounts, movements, ...recorded }: RecordedOn,
  each: (done: number) => void,
): Promise<BalanceLine[]> {
  const unlisted = (account: string, text: string): BalanceLine => ({
    result: 'unlisted',
    chain: node.ref,
    account,
    block: null,
    txHash: null,
    text,
  });
  const lines = [
    ...node.accounts
      .filter((account) => !accounts.some((each) => each.account === account))
      .map((account) => unlisted(account, 'Our records don’t have the movements of this account.')),
    ...accounts
      .filter(({ account }) => !node.accounts.includes(account))
      .map(({ account }) => unlisted(account, 'We count this account, and this audit doesn’t trust it.')),
  ];
  const listed = accounts.filter(({ account }) => node.accounts.includes(account));
  const readTo = Math.min(...listed.map((account) => account.read_to ?? account.from_block));
  if (listed.length === 0) return lines;
  const balances = await node.balances(
    listed.map(({ from_block }) => from_block),
    readTo,
  );
  const known = movements.filter(({ block }) => block <= balances.until);
  const blocks = await node.read([...new Set(known.map(({ block }) => block))], each);
  const basis = { ...recorded, node, blocks, balances, say: sayOf(node) };
  for (const account of listed) {
    const own = known.filter((each) => each.account === account.account && each.block > account.from_block);
    const compared = compareMovements(basis, account, own);
    lines.push(...compareBalance(basis, account, compared.moved));
    lines.push(...beforeBeginning(basis, account), ...compared.lines);
  }
  return lines;
}

/**
 * Checks the balance of every account that holds the pool of a chain without a contract.
 * @param nodes one for each chain; an account on any other is not looked up, and that is a difference
 * @param each is told how many of a chain's blocks are read
 */
export async function checkBalances(
  { accounts, movements }: RecordedBooks,
  { withoutContract, summary }: Pick<Recorded, 'withoutContract'> & { summary: { as_of: string } },
  nodes: readonly BalanceNode[],
  each: (done: number) => void = () => undefined,
): Promise<BalanceLine[]> {
  const on = <Row extends { chain_id: number | string }>(rows: readonly Row[], ref: ChainRef) =>
    rows.filter(({ chain_id }) => chainRefOf(chain_id) === ref);
  const events = withoutContract.filter(
    (record): record is PlaceRecord => record.record === 'event' && record.status !== 'orphaned',
  );
  const lines: BalanceLine[] = accounts
    .filter(({ chain_id }) => !nodes.some(({ ref }) => ref === chainRefOf(chain_id)))
    .map(({ chain_id, account }) => ({
      result: 'unread',
      chain: chainRefOf(chain_id),
      account,
      block: null,
      txHash: null,
      text: 'No node of this network was named.',
    }));
  const young = Date.parse(summary.as_of) / 1000 - GRACE;
  for (const node of nodes) {
    const premiums = on(withoutContract, node.ref).flatMap((record) =>
      record.record === 'policy' ? [BigInt(record.premium)] : [],
    );
    const recorded = {
      accounts: on(accounts, node.ref),
      movements: on(movements, node.ref),
      events: on(events, node.ref),
      small: premiums.reduce((least, each) => (each < least ? each : least), premiums[0] ?? 0n) / SMALL_PART,
      young,
    };
    lines.push(...(await checkNode(node, recorded, each)));
  }
  return lines;
}

/** The same node, which is asked for each block only once. */
export function remembering(node: BalanceNode): BalanceNode {
  const blocks = new Map<number, BooksReading | null>();
  return {
    ...node,
    async read(numbers, each) {
      const open = numbers.filter((number) => !blocks.has(number));
      const before = numbers.length - open.length;
      const read = open.length > 0 ? await node.read(open, (done) => each(before + done)) : [];
      for (const [number, block] of read) blocks.set(number, block);
      return new Map(numbers.map((number) => [number, blocks.get(number) ?? null]));
    },
  };
}
