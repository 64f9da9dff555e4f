import { deskNotice } from '../../delivery/mail/desk-notice.ts';
import type { Chain } from '../../platform/chain/chain.ts';
import { type Ctx, nowIso } from '../../platform/context.ts';
import { type AccountRow, accountsOf, setChecked, sumMovements } from '../movements/repository.ts';
import { readCursor } from './repository.ts';

const HOUR_MS = 3_600_000;

/**
 * Compares, once an hour, what our accounts hold at the last block that was read with what they held at first and all
 * movements since. The desk is told about each new difference.
 */
export async function checkHoldings(ctx: Ctx, chain: Chain): Promise<void> {
  if (chain.accounts.length === 0) return;
  const rows = await accountsOf(ctx.db, chain.id);
  const accounts = rows.filter(({ account }) => chain.accounts.includes(account));
  const isDue = ({ checkedAt }: AccountRow) =>
    checkedAt === null || ctx.clock() - Date.parse(checkedAt) >= HOUR_MS;
  const cursor = await readCursor(ctx.db, chain.id);
  if (!cursor || !accounts.some(isDue)) return;
  const [block] = await chain.blocks([cursor.blockNumber]);
  if (block?.hash !== cursor.blockHash) return;
  const holdings = await chain.holdings(
    accounts.map(({ account }) => account),
    block,
  );
  for (const [index, row] of accounts.entries()) {
    const [held, moved] = [holdings[index], await sumMovements(ctx.db, row, block.number)];
    if (!held || row.fromBlock > block.number) continue;
    const free = held.free - BigInt(row.free) - moved.free;
    const reserved = held.reserved - BigInt(row.reserved) - moved.reserved;
    const differs = free !== 0n || reserved !== 0n;
    if (differs) {
      ctx.log.error('holdings_differ', null, {
        chain: chain.id,
        block: block.number,
        account: row.account,
        free: free.toString(),
        reserved: reserved.toString(),
      });
    }
    const checked = {
      checkedBlock: block.number,
      checkedAt: nowIso(ctx),
      freeDifference: free.toString(),
      reservedDifference: reserved.toString(),
    };
    const key = `balance:${chain.id}:${row.account}:${free}:${reserved}`;
    await ctx.db.batch([
      setChecked(ctx.db, row, checked),
      ...(differs ? [deskNotice(ctx, { notice: 'payment_exception', about: 'balance', key })] : []),
    ]);
  }
}
