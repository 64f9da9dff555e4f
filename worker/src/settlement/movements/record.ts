import { deskNotice } from '../../delivery/mail/desk-notice.ts';
import type { Chain, Movement, Purchase } from '../../platform/chain/chain.ts';
import { type Ctx, isoOf, nowIso } from '../../platform/context.ts';
import type { Statement } from '../../platform/db/client.ts';
import { dustBelow } from './dust.ts';
import { accountsOf, dropOthers, insertMovement, movementsIn, type NewMovement } from './repository.ts';

/** Rows per batch. */
const AT_ONCE = 40;

const keyOf = ({
  account,
  blockHash,
  eventIndex,
}: Pick<NewMovement, 'account' | 'blockHash' | 'eventIndex'>) => `${account}:${blockHash}:${eventIndex}`;

/**
 * Records each movement once, and tells the desk about those that nothing explains. Reading a range again changes nothing.
 * @param small payments that are too small to pay for anything
 * @returns the days on which small transfers came
 */
export async function recordMovements(
  ctx: Ctx,
  chain: Chain,
  movements: readonly Movement[],
  { from, to }: { from: number; to: number },
  small: readonly Purchase[],
): Promise<string[]> {
  if (movements.length === 0) return [];
  const [accounts, known] = await Promise.all([
    accountsOf(ctx.db, chain.id),
    movementsIn(ctx.db, chain.id, from, to),
  ]);
  const begun = new Map(accounts.map(({ account, fromBlock }) => [account, fromBlock]));
  const recorded = new Set(known.map(keyOf));
  const rows = movements
    .filter(({ account, block }) => block.number > (begun.get(account) ?? Number.POSITIVE_INFINITY))
    .map((movement) => rowOf(ctx, chain, movement))
    .filter((row) => !recorded.has(keyOf(row)));
  const hashes = new Map(movements.map(({ block }) => [block.number, block.hash]));
  const replaced = known.filter(
    ({ blockNumber, blockHash }) => (hashes.get(blockNumber) ?? blockHash) !== blockHash,
  );
  for (const number of new Set(replaced.map(({ blockNumber }) => blockNumber))) {
    await dropOthers(ctx.db, chain.id, number, hashes.get(number) ?? '');
  }
  if (rows.length === 0) return [];
  await markDust(ctx, chain, rows, small);
  for (let start = 0; start < rows.length; start += AT_ONCE) {
    const batch = rows.slice(start, start + AT_ONCE);
    const [first, ...more] = batch.flatMap((row) => [insertMovement(ctx.db, row), ...alarm(ctx, row)]);
    if (first) await ctx.db.batch([first, ...more]);
  }
  return [...new Set(rows.filter((row) => row.meaning === 'dust').map((row) => row.blockTime.slice(0, 10)))];
}

const rowOf = (
  ctx: Ctx,
  chain: Chain,
  { block, isKnown, free, reserved, ...movement }: Movement,
): NewMovement => ({
  ...movement,
  chainId: chain.id,
  blockNumber: block.number,
  blockHash: block.hash,
  blockTime: isoOf(block.time),
  known: isKnown,
  free: free.toString(),
  reserved: reserved.toString(),
  createdAt: nowIso(ctx),
});

const gain = ({ free, reserved }: NewMovement) => BigInt(free) + BigInt(reserved);

/** Marks small sums that came in: payments without a remark, and whatever else nothing explains. */
async function markDust(
  ctx: Ctx,
  chain: Chain,
  rows: readonly NewMovement[],
  small: readonly Purchase[],
): Promise<void> {
  const payments = new Set(small.map(({ txHash, eventIndex }) => `${txHash}:${eventIndex}`));
  for (const row of rows) if (payments.has(`${row.txHash}:${row.about}`)) row.meaning = 'dust';
  const open = rows.filter((row) => row.known && gain(row) > 0n && row.meaning === null);
  const below = open.length > 0 ? await dustBelow(ctx, chain) : null;
  for (const row of open) if (below !== null && gain(row) < below) row.meaning = 'dust';
}

function alarm(ctx: Ctx, row: NewMovement): Statement[] {
  if (row.meaning !== null) return [];
  const { chainId, account, blockNumber, eventIndex, kind, free, reserved } = row;
  ctx.log.error('movement_unexplained', null, {
    chain: chainId,
    block: blockNumber,
    index: eventIndex,
    kind,
    free,
    reserved,
  });
  const key = `movement:${chainId}:${account}:${row.blockHash}:${eventIndex}`;
  return [deskNotice(ctx, { notice: 'payment_exception', about: 'movement', key })];
}
