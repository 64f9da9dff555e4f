import { and, desc, eq, gte, sql } from 'drizzle-orm';
import * as adminChainsApi from '#domain/admin/chains-api.ts';
import { GAS_A_DAY } from '#domain/relay/bounds.ts';
import { shownWallet } from '#worker/platform/chain/address.ts';
import { chainName, chainOf, isoOf } from '#worker/platform/context.ts';
import { type Database, firstOf, oneValue } from '#worker/platform/db/client.ts';
import { transactionFees } from '#worker/platform/db/figures-schema.ts';
import { commit, matches } from '#worker/platform/db/guard.ts';
import { auditLog } from '#worker/platform/db/journal.ts';
import { readRelays } from '#worker/platform/db/relays.ts';
import { relayedPurchases, transfers } from '#worker/platform/db/transfers-schema.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { haltsInEffect } from '#worker/settlement/watch/standing.ts';
import { recordAct } from '#worker/told/record.ts';

/** Each chain's relay account with its last 24 hours; none where no chain has a relay. */
export const readRelayAccounts = serve(adminChainsApi.listRelays, async (ctx) => {
  const since = isoOf(Math.floor(ctx.clock() / 1000) - 86_400);
  const offered = new Set(ctx.settings.chains.map(({ chain_id }) => String(chain_id)));
  const relays = (await readRelays(ctx.db)).filter((relay) => offered.has(relay.chain_id));
  return Promise.all(
    relays.map(async (relay) => {
      const spent = await spentSince(ctx.db, relay.chain_id, since);
      return {
        ...spent,
        ...relay,
        chain_id: Number(relay.chain_id),
        account: shownWallet(ctx.settings, relay.account),
        gas_a_day: GAS_A_DAY,
        fees_usd_micros: spent.fees,
      };
    }),
  );
});

const ACTIONS = { veto: 'chain.vetoed', halt: 'chain.payouts_halted', lift: 'chain.halt_lifted' } as const;

/** Notes the reason in the audit log, on the claim where a payout was vetoed. Repeating it changes nothing. */
export const noteStop = serve(
  adminChainsApi.noteStop,
  async (ctx, { chain_id, action, reason, transaction_hash, quote_id }) => {
    const { id } = chainOf(ctx, chain_id);
    const claim =
      quote_id === undefined ? null : await claimOfAnnouncement(ctx.db, id, quote_id.toLowerCase());
    const tx_hash = transaction_hash.toLowerCase();
    const noted = recordAct(ctx, {
      action: claim === null ? ACTIONS[action] : 'claim.veto_noted',
      subject: claim === null ? `contract:${id}` : `claim:${claim}`,
      key: tx_hash,
      after: { tx_hash, reason },
    });
    await commit(ctx, [noted], () => false);
  },
);

/** The halts that are in effect, each with who set it and why. */
export const readHalts = serve(adminChainsApi.listHalts, async (ctx) => {
  const halts = await haltsInEffect(ctx);
  return Promise.all(
    halts.map(async ({ chain, by, until, txHash }) => {
      const said = await findReason(ctx.db, `contract:${chain.id}`, ACTIONS.halt, txHash);
      return {
        network: chainName(ctx, chain.id),
        until: isoOf(until),
        wallet: by,
        halted_by: said?.name ?? null,
        reason: said?.reason ?? null,
      };
    }),
  );
});

/** The claim whose payout was announced last on a policy; null if there is none. */
const claimOfAnnouncement = (db: Database, chain: string, quote: string): Promise<number | null> =>
  oneValue(
    db
      .select({ value: transfers.claim_id })
      .from(transfers)
      .where(matches(transfers, { chain_id: chain, quote_id: quote, method: 'announced' }))
      .orderBy(desc(transfers.prepared_at))
      .limit(1),
  );

/** Who said at the desk why a transaction was sent, and what they said; null if nobody did. */
const findReason = (db: Database, subject: string, action: string, tx: string) =>
  firstOf(
    db
      .select({ name: auditLog.admin_name, reason: sql<string>`${auditLog.after} ->> 'reason'` })
      .from(auditLog)
      .where(matches(auditLog, { subject, action }, sql`${auditLog.after} ->> 'tx_hash' = ${tx}`))
      .limit(1),
  );

const { chain_id, tx_hash, created_at, ended_at, gas } = relayedPurchases;

/** What a chain's relay sent since then, and the fees of what has ended since then. */
async function spentSince(db: Database, chain: string, since: string) {
  const [sent, ended] = await db.batch([
    db
      .select({ purchases: sql<number>`count(*)`, gas: sql<number>`coalesce(sum(${gas}), 0)` })
      .from(relayedPurchases)
      .where(and(eq(chain_id, chain), gte(created_at, since))),
    db
      .select({ fees: sql<number>`coalesce(sum(${transactionFees.usd_micros}), 0)` })
      .from(relayedPurchases)
      .innerJoin(
        transactionFees,
        and(eq(transactionFees.chain_id, chain_id), eq(transactionFees.tx_hash, tx_hash)),
      )
      .where(and(eq(chain_id, chain), gte(ended_at, since))),
  ]);
  return { purchases: sent[0]?.purchases ?? 0, gas: sent[0]?.gas ?? 0, fees: ended[0]?.fees ?? 0 };
}
