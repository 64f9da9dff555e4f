import { and, eq, gte, sql } from 'drizzle-orm';
import type { RelayAccount } from '../../../../domain/admin/controls-schema.ts';
import { GAS_A_DAY } from '../../../../domain/relay/bounds.ts';
import { shownWallet } from '../../platform/chain/address.ts';
import { type AdminCtx, isoOf } from '../../platform/context.ts';
import type { Database } from '../../platform/db/client.ts';
import { transactionFees } from '../../platform/db/figures-schema.ts';
import { relayedPurchases } from '../../platform/db/relay-schema.ts';
import { readRelays } from '../../platform/db/relays.ts';

const { chainId, txHash, createdAt, endedAt, gas } = relayedPurchases;

/** What a chain's relay sent since then, and the fees of what has ended since then. */
async function spentSince(db: Database, chain: string, since: string) {
  const [sent, ended] = await db.batch([
    db
      .select({ purchases: sql<number>`count(*)`, gas: sql<number>`coalesce(sum(${gas}), 0)` })
      .from(relayedPurchases)
      .where(and(eq(chainId, chain), gte(createdAt, since))),
    db
      .select({ fees: sql<number>`coalesce(sum(${transactionFees.usdMicros}), 0)` })
      .from(relayedPurchases)
      .innerJoin(
        transactionFees,
        and(eq(transactionFees.chainId, chainId), eq(transactionFees.txHash, txHash)),
      )
      .where(and(eq(chainId, chain), gte(endedAt, since))),
  ]);
  return { purchases: sent[0]?.purchases ?? 0, gas: sent[0]?.gas ?? 0, fees: ended[0]?.fees ?? 0 };
}

/** Each chain's relay account with its last 24 hours; none where no chain has a relay. */
export async function readRelayAccounts(ctx: AdminCtx): Promise<RelayAccount[]> {
  const since = isoOf(Math.floor(ctx.clock() / 1000) - 86_400);
  const offered = new Set(ctx.settings.chains.map(({ chain_id }) => String(chain_id)));
  const relays = (await readRelays(ctx.db)).filter((relay) => offered.has(relay.chainId));
  return Promise.all(
    relays.map(async (relay) => {
      const spent = await spentSince(ctx.db, relay.chainId, since);
      return {
        chain_id: Number(relay.chainId),
        account: shownWallet(ctx.settings, relay.account),
        balance: relay.balance,
        minimum: relay.minimum,
        offered: relay.offered,
        checked_at: relay.checkedAt,
        purchases: spent.purchases,
        gas: spent.gas,
        gas_a_day: GAS_A_DAY,
        fees_usd_micros: spent.fees,
      };
    }),
  );
}
