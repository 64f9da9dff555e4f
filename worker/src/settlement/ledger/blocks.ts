/**
 * The one rule for reversing what was read from a chain. A node not showing it proves nothing: nodes lag, lose logs
 * and serve old branches. The block must have a different hash at its height, and two runs must see the same one with
 * enough confirmations above it.
 */
import type { Block } from '#domain/chains.ts';
import type { Chain } from '#worker/platform/chain/chain.ts';
import { type Ctx, nowIso } from '#worker/platform/context.ts';
import { type DoubtRow, doubtsAt, dropDoubt, type InBlock, readDoubts, storeDoubt } from './repository.ts';

/** Doubted blocks checked per run. */
const AT_ONCE = 50;

/** Whether a block is deep enough below the head to count. */
export function isConfirmed(chain: Chain, blockNumber: number, head: number): boolean {
  return head - blockNumber + 1 >= chain.confirmations;
}

/** What a node shows of some blocks in one answer. */
interface Shown {
  hashAt(number: number): string | null;
  /** Whether the block that is its last confirmation is there too. */
  confirms(number: number): boolean;
}

/** Asks for blocks and for those that confirm them in one request, so that a head that is too high confirms nothing. */
async function show(chain: Chain, numbers: readonly number[]): Promise<Shown> {
  const depth = chain.confirmations - 1;
  const asked = [...new Set(numbers.flatMap((number) => [number, number + depth]))];
  const blocks = await chain.blocks(asked);
  const hashes = new Map(asked.map((number, index) => [number, blocks[index]?.hash ?? null]));
  const hashAt = (number: number) => hashes.get(number) ?? null;
  return { hashAt, confirms: (number) => hashAt(number + depth) !== null };
}

export interface Judged<Row> {
  /** The chain shows their very block. */
  standing: Row[];
  /** Those of them that have their confirmations. */
  confirmed: Row[];
  /** Their block is proven to be gone. The rest is not known. */
  gone: Row[];
}

const key = ({ block_number, block_hash }: InBlock) => `${block_number}:${block_hash}`;

/**
 * Events whose block is canonical, each with whether it is confirmed. A stale node may report logs of a branch that has lost.
 */
export async function onChain<Event extends { block: Block }>(
  chain: Chain,
  events: readonly Event[],
): Promise<Map<Event, boolean>> {
  const shown = await show(
    chain,
    events.map(({ block }) => block.number),
  );
  const there = events.filter(({ block }) => shown.hashAt(block.number) === block.hash);
  return new Map(there.map((event) => [event, shown.confirms(event.block.number)]));
}

/** What is certain about recorded blocks. The first of two runs only records what it saw. */
export async function judge<Row extends InBlock>(
  ctx: Ctx,
  chain: Chain,
  rows: readonly Row[],
): Promise<Judged<Row>> {
  if (rows.length === 0) return { standing: [], confirmed: [], gone: [] };
  const shown = await show(
    chain,
    rows.map(({ block_number }) => block_number),
  );
  const deep = rows.filter(({ block_number }) => shown.confirms(block_number));
  const stands = ({ block_number, block_hash }: Row) => shown.hashAt(block_number) === block_hash;
  const replaced = deep.filter((row) => shown.hashAt(row.block_number) !== null && !stands(row));
  const proven = await sight(ctx, chain, replaced, shown);
  return {
    standing: rows.filter(stands),
    confirmed: deep.filter(stands),
    gone: replaced.filter((row) => proven.has(key(row))),
  };
}

/** Records the other blocks seen, and returns the recorded ones for which an earlier run saw the same. */
async function sight(ctx: Ctx, chain: Chain, rows: readonly InBlock[], shown: Shown): Promise<Set<string>> {
  const proven = new Set<string>();
  const blocks = [...new Map(rows.map((row) => [key(row), row])).values()];
  if (blocks.length === 0) return proven;
  const before = await doubtsAt(
    ctx.db,
    chain.id,
    blocks.map((row) => row.block_number),
  );
  const doubts = new Map(before.map((doubt) => [key(doubt), doubt]));
  for (const block of blocks) {
    const { block_number, block_hash } = block;
    const doubt = doubts.get(key(block));
    const other_hash = shown.hashAt(block_number) ?? '';
    if (doubt?.other_hash === other_hash) {
      if (doubt.request_id !== ctx.requestId) proven.add(key(block));
      continue;
    }
    const seen = { request_id: ctx.requestId, seen_at: nowIso(ctx) };
    await storeDoubt(ctx.db, { chain_id: chain.id, block_number, block_hash, other_hash, ...seen });
    ctx.log.warn('block_doubted', { chain: chain.id, block: block_number });
  }
  return proven;
}

/**
 * Recorded blocks that are in doubt, so that the events recorded there are checked again. A block that is canonical again
 * is no longer in doubt.
 */
export async function blocksInDoubt(ctx: Ctx, chain: Chain): Promise<DoubtRow[]> {
  const doubts = await readDoubts(ctx.db, chain.id, AT_ONCE);
  if (doubts.length === 0) return [];
  const numbers = [...new Set(doubts.map((doubt) => doubt.block_number))];
  const blocks = await chain.blocks(numbers);
  const shown = new Map(numbers.map((number, index) => [number, blocks[index]?.hash ?? null]));
  const again = doubts.filter((doubt) => shown.get(doubt.block_number) === doubt.block_hash);
  await settleDoubts(ctx, chain, again);
  return doubts.filter((doubt) => !again.includes(doubt));
}

/** Removes doubts about blocks that no recorded event depends on. */
export async function settleDoubts(ctx: Ctx, chain: Chain, doubts: readonly DoubtRow[]): Promise<void> {
  for (const doubt of doubts) await dropDoubt(ctx.db, chain.id, doubt);
}
