/** Payments without a remark that are too small to pay for anything: one exception a day stands for all of them. */
import { formatAmount, usdToUnits } from '../../../../domain/money.ts';
import { DUST_USD_CENTS } from '../../../../domain/payments/schema.ts';
import { formatCents } from '../../claims/present.ts';
import { type Chain, type ChainEvent, ifReachable, type Purchase } from '../../platform/chain/chain.ts';
import { type Ctx, isoOf } from '../../platform/context.ts';
import { accountsOf, dustOf, setDetail, sumDust } from './repository.ts';

/** Base units below which a payment without a remark is too small, at the present rate; null without a rate. */
export async function dustBelow(ctx: Ctx, chain: Chain): Promise<bigint | null> {
  // Without a rate nothing counts as small, so that no payment is passed over.
  const rates = await ifReachable(ctx.rates.rates(chain), () => null);
  const rate = rates?.[chain.coin.symbol];
  if (!rate || 'refused' in rate) return null;
  return usdToUnits(BigInt(DUST_USD_CENTS), rate.usd, chain.coin.decimals, 'up');
}

const isUnmarked = (event: ChainEvent): event is Purchase =>
  event.kind === 'purchased' && event.unmarked === true;
const dayOf = ({ block }: ChainEvent) => isoOf(block.time).slice(0, 10);

/** Whether a payment came before the movements of its account are recorded: then nobody sent it to us. */
async function beforeBeginning(ctx: Ctx, chain: Chain): Promise<(event: ChainEvent) => boolean> {
  const accounts = await accountsOf(ctx.db, chain.id);
  const begun = new Map(accounts.map(({ account, fromBlock }) => [account, fromBlock]));
  return ({ contract, block }) => block.number <= (begun.get(contract) ?? -1);
}

/**
 * Leaves out small payments without a remark, but for the first one of each day, which is marked as such, and those that
 * an account got before it was ours.
 * @returns `small`: all small ones; `dust`: those that were left out of them
 */
export async function withoutDust(
  ctx: Ctx,
  chain: Chain,
  all: readonly ChainEvent[],
): Promise<{ events: readonly ChainEvent[]; small: readonly Purchase[]; dust: readonly Purchase[] }> {
  if (!all.some(isUnmarked)) return { events: all, small: [], dust: [] };
  const isEarly = await beforeBeginning(ctx, chain);
  const events = all.filter((event) => !(isUnmarked(event) && isEarly(event)));
  const unmarked = events.filter(isUnmarked);
  const below = await dustBelow(ctx, chain);
  const small = unmarked.filter(({ amount }) => below !== null && amount < below);
  if (small.length === 0) return { events, small, dust: [] };
  const days = [...new Set(small.map(dayOf))];
  const first = new Map((await dustOf(ctx.db, chain.id, days)).map(({ day, quoteId }) => [day, quoteId]));
  for (const event of small) if (!first.has(dayOf(event))) first.set(dayOf(event), event.quoteId);
  const stands = (event: Purchase) => first.get(dayOf(event)) === event.quoteId;
  const dust = new Set<ChainEvent>(small.filter((event) => !stands(event)));
  return {
    events: events
      .filter((event) => !dust.has(event))
      .map((event) => (isUnmarked(event) && small.includes(event) ? { ...event, dust: true } : event)),
    small,
    dust: small.filter((event) => dust.has(event)),
  };
}

/** What the exception of a day says, from all of its small transfers. */
export async function addUpDust(ctx: Ctx, chain: Chain, days: readonly string[]): Promise<void> {
  if (days.length === 0) return;
  const found = await dustOf(ctx.db, chain.id, days);
  for (const day of days) {
    const ids = found.filter((one) => one.day === day).map(({ exceptionId }) => exceptionId);
    if (ids.length === 0) continue;
    const { transfers, amount } = await sumDust(ctx.db, chain.id, day);
    const sum = formatAmount(amount, chain.coin.decimals, chain.coin.symbol);
    const many = transfers === 1 ? '1 transfer' : `${transfers} transfers`;
    await setDetail(
      ctx.db,
      ids,
      `${many} below ${formatCents(DUST_USD_CENTS)} without a remark, ${sum} in all.`,
    );
  }
}
