import { PURCHASE_GAS, RESERVE_PURCHASES } from '#domain/relay/bounds.ts';
import type { Chain } from '#worker/platform/chain/chain.ts';
import type { RelayerState } from '#worker/platform/chain/relayer.ts';
import { type Ctx, nowIso } from '#worker/platform/context.ts';
import { type RelayRow, readRelay, writeRelay } from '#worker/platform/db/relays.ts';

/** What the account must hold to be offered, in base units of the coin. */
export const minimumOf = ({ maxFee }: Pick<RelayerState, 'maxFee'>): bigint =>
  maxFee * PURCHASE_GAS * RESERVE_PURCHASES;

/** How long what is recorded may stand unless it changes: fees move with every block, and decide nothing until then. */
const FRESH_MS = 300_000;

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
  const { account } = relayer;
  const now = { account, balance: `${state.balance}`, offered };
  const isKnown = before && matches(before, now) && ctx.clock() - Date.parse(before.checked_at) < FRESH_MS;
  if (isKnown) return;
  await writeRelay(ctx.db, {
    chain_id: chainId,
    ...now,
    minimum: `${minimum}`,
    checked_at: nowIso(ctx),
  });
}

const matches = (before: RelayRow, now: Pick<RelayRow, 'account' | 'balance' | 'offered'>): boolean =>
  before.account === now.account && before.balance === now.balance && before.offered === now.offered;
