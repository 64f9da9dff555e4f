import type { Chain } from '../../platform/chain/chain.ts';
import type { Ctx } from '../../platform/context.ts';
import { accountsOf, claimAsOwn, insertAccount } from './repository.ts';

/**
 * Keeps what accounts that are new to us held when the recording of their movements begins.
 * @param reached the last block that was read; every one after it is read with these accounts
 */
export async function beginAccounts(ctx: Ctx, chain: Chain, reached: number): Promise<void> {
  if (chain.accounts.length === 0) return;
  const known = new Set((await accountsOf(ctx.db, chain.id)).map(({ account }) => account));
  const added = chain.accounts.filter((account) => !known.has(account));
  if (added.length === 0) return;
  const [block] = await chain.blocks([Math.max(0, reached)]);
  // The chain is shorter than what was read. The next run continues.
  if (!block) return;
  const holdings = await chain.holdings(added, block);
  const rows = added.map((account, index) => ({
    chainId: chain.id,
    account,
    fromBlock: block.number,
    free: (holdings[index]?.free ?? 0n).toString(),
    reserved: (holdings[index]?.reserved ?? 0n).toString(),
  }));
  for (const row of rows) {
    // Nobody could explain what another one of our accounts sent it before.
    await ctx.db.batch([insertAccount(ctx.db, row), claimAsOwn(ctx.db, chain.id, row.account)]);
  }
}
