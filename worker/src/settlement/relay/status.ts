import { PURCHASE_GAS, RESERVE_PURCHASES } from '../../../../domain/relay/bounds.ts';
import type { Chain, RelayerState } from '../../platform/chain/chain.ts';
import { type Ctx, nowIso } from '../../platform/context.ts';
import { readRelay, writeRelay } from '../../platform/db/relays.ts';

/** What the account must hold to be offered, in base units of the coin. */
export const minimumOf = ({ maxFee }: Pick<RelayerState, 'maxFee'>): bigint =>
  maxFee * PURCHASE_GAS * RESERVE_PURCHASES;

/** Records what the relay account has, and so whether it is offered. A change is logged. */
export async function checkRelay(ctx: Ctx, chain: Chain): Promise<void> {
  const { relayer, id: chainId } = chain;
  if (relayer === null) return;
  const [state, before] = await Promise.all([relayer.state(), readRelay(ctx.db, chainId)]);
  const minimum = minimumOf(state);
  const offered = state.balance >= minimum;
  if (!offered && before?.offered !== false) {
    ctx.log.warn('relay_balance_low', { chain: chainId, balance: `${state.balance}`, minimum: `${minimum}` });
  }
  await writeRelay(ctx.db, {
    chainId,
    account: relayer.account,
    balance: `${state.balance}`,
    minimum: `${minimum}`,
    offered,
    checkedAt: nowIso(ctx),
  });
}
