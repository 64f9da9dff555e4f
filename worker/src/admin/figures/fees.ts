import { type AnyColumn, and, asc, eq, gte, inArray, notExists, sql } from 'drizzle-orm';
import { parseDecimal, unitsToUsdMicros } from '#domain/money.ts';
import type { Chain } from '#worker/platform/chain/chain.ts';
import type { Ctx } from '#worker/platform/context.ts';
import type { Database } from '#worker/platform/db/client.ts';
import { markDays } from '#worker/platform/db/figure-days.ts';
import { transactionFees } from '#worker/platform/db/figures-schema.ts';
import { moveMark, readMark } from '#worker/platform/db/job-marks.ts';
import { chainEvents } from '#worker/platform/db/registry-schema.ts';
import { relayedPurchases } from '#worker/platform/db/transfers-schema.ts';
import { rateOn } from './rates.ts';

const AT_ONCE = 50;
/** How far before the last known fee we look again: another run's clock may be behind. */
const OVERLAP_MS = 3_600_000;

/** Keeps what the network charged for each of our own transactions, once per transaction. */
export async function recordFees(ctx: Ctx, chain: Chain): Promise<void> {
  const name = `fees:${chain.id}`;
  /** Up to when the fees of confirmed transactions are known; empty before the first run. */
  const mark = (await readMark(ctx.db, name)) ?? '';
  const since = mark === '' ? '' : new Date(Date.parse(mark) - OVERLAP_MS).toISOString();
  const due = await withoutFee(ctx.db, chain.id, since, AT_ONCE);
  if (due.length === 0) return;
  const fees = await chain.fees(due.map(({ tx_hash }) => tx_hash));
  const worth = await coinValue(ctx, chain);
  let reached = mark;
  /** False after the first that can't be valued yet: the next run asks again from there. */
  let known = true;
  for (const [index, { tx_hash, at, confirmedAt }] of due.entries()) {
    const fee = fees[index] ?? null;
    const value = fee === null ? null : worth(fee, await rateOn(ctx.db, at.slice(0, 10)));
    if (fee === null || value === null) {
      known = false;
      continue;
    }
    await insertFee(ctx.db, { chain_id: chain.id, tx_hash, amount: fee.toString(), ...value, at });
    if (known) reached = confirmedAt;
  }
  if (reached !== mark) await moveMark(ctx.db, name, reached);
}

interface Value {
  usd_micros: number;
  gwei: number;
}

/** US cents as a decimal number of dollars. */
const inDollars = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

/**
 * What base units of the network's coin are worth: ether at the rate of its day, other coins at today's. Null while a
 * rate is missing. Both are computed from the units, since most fees are less than a cent.
 */
async function coinValue(ctx: Ctx, chain: Chain) {
  const { symbol, decimals } = chain.coin;
  const today = symbol === 'ETH' ? null : (await ctx.rates.rates(chain))[symbol];
  return (units: bigint, etherCents: number | null): Value | null => {
    if (etherCents === null) return null;
    const ether = inDollars(etherCents);
    if (symbol === 'ETH')
      return {
        usd_micros: Number(unitsToUsdMicros(units, ether, decimals)),
        gwei: Number(units / 10n ** BigInt(decimals - 9)),
      };
    if (!today || 'refused' in today) return null;
    const { units: rate, scale } = parseDecimal(today.usd);
    const gwei = (units * rate * 10n ** 11n) / (10n ** BigInt(decimals + scale) * BigInt(etherCents));
    return { usd_micros: Number(unitsToUsdMicros(units, today.usd, decimals)), gwei: Number(gwei) };
  };
}

/** Our own transactions that were confirmed since then and have no fee yet, earliest first. */
async function withoutFee(db: Database, chainId: string, since: string, limit: number) {
  const hasNone = (txHash: AnyColumn) =>
    notExists(
      db
        .select({ one: sql`1` })
        .from(transactionFees)
        .where(and(eq(transactionFees.chain_id, chainId), eq(transactionFees.tx_hash, txHash))),
    );
  const relayed = db
    .select({
      tx_hash: relayedPurchases.tx_hash,
      at: sql<string>`${relayedPurchases.ended_at}`,
      // Its own name, because a batch answers two columns of one name as one.
      confirmedAt: sql<string>`${relayedPurchases.ended_at}`.as('confirmed_at'),
    })
    .from(relayedPurchases)
    .where(
      and(
        eq(relayedPurchases.chain_id, chainId),
        gte(relayedPurchases.ended_at, since),
        inArray(relayedPurchases.state, ['bought', 'failed', 'replaced']),
        hasNone(relayedPurchases.tx_hash),
      ),
    )
    .orderBy(asc(relayedPurchases.ended_at))
    .limit(limit);
  const sent = db
    .select({
      tx_hash: chainEvents.tx_hash,
      at: chainEvents.block_time,
      confirmedAt: sql<string>`${chainEvents.confirmed_at}`,
    })
    .from(chainEvents)
    .where(
      and(
        eq(chainEvents.chain_id, chainId),
        gte(chainEvents.confirmed_at, since),
        sql`${chainEvents.kind} IN ('claim_paid', 'premium_refunded', 'payout_announced')`,
        hasNone(chainEvents.tx_hash),
      ),
    )
    .orderBy(asc(chainEvents.confirmed_at))
    .limit(limit);
  // To group or unite them in SQL would sort, and so read, their rows once more.
  const found = (await db.batch([sent, relayed])).flat();
  const inOrder = found
    .sort((one, other) => one.confirmedAt.localeCompare(other.confirmedAt))
    .slice(0, limit);
  return [...new Map(inOrder.map((each) => [each.tx_hash, each])).values()];
}

async function insertFee(db: Database, row: typeof transactionFees.$inferInsert): Promise<void> {
  await db.batch([db.insert(transactionFees).values(row).onConflictDoNothing(), markDays(db, row.at)]);
}
