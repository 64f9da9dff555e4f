import {
  and,
  asc,
  desc,
  eq,
  exists,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNull,
  lte,
  ne,
  notExists,
  type SQL,
  sql,
} from 'drizzle-orm';
import { DAY_SECONDS } from '../../../../domain/days.ts';
import { MATCHABLE_REASONS } from '../../../../domain/payments/reasons.ts';
import { payoutHalts, payoutProposals } from '../../platform/db/books-schema.ts';
import type { Database, Statement } from '../../platform/db/client.ts';
import { guard } from '../../platform/db/guard.ts';
import { reservedUsd } from '../../platform/db/prepared-transfers.ts';
import { type ChainEventRow, chainEvents } from '../../platform/db/registry-schema.ts';
import { paymentExceptions, policies, quotes } from '../../platform/db/schema.ts';

export type ProposalRow = typeof payoutProposals.$inferSelect;
export type HaltRow = typeof payoutHalts.$inferSelect;
type NewHalt = Omit<HaltRow, 'id' | 'liftedAt' | 'liftedBy'>;

/** Ids per query; a statement takes at most 100 parameters. */
const AT_ONCE = 90;

async function inLots<Row>(ids: readonly string[], read: (some: string[]) => Promise<Row[]>): Promise<Row[]> {
  const unique = [...new Set(ids)];
  const batches = Array.from({ length: Math.ceil(unique.length / AT_ONCE) }, (_, index) =>
    unique.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
  );
  return (await Promise.all(batches.map(read))).flat();
}

/** The chain's quotes with these ids. */
export const quotesWith = (db: Database, chainId: string, ids: readonly string[]) =>
  inLots(ids, (some) =>
    db
      .select()
      .from(quotes)
      .where(and(inArray(quotes.id, some), eq(quotes.chainId, chainId))),
  );

/** Everything on record about these quotes that stands, oldest first. */
export const eventsAbout = (
  db: Database,
  chainId: string,
  ids: readonly string[],
): Promise<ChainEventRow[]> =>
  inLots(ids, (some) =>
    db
      .select()
      .from(chainEvents)
      .where(
        and(
          inArray(chainEvents.quoteId, some),
          eq(chainEvents.chainId, chainId),
          ne(chainEvents.status, 'orphaned'),
        ),
      )
      .orderBy(asc(chainEvents.id)),
  );

/** Blocks of the transactions that we recorded something of. */
export const blocksWith = (db: Database, chainId: string, txHashes: readonly string[]) =>
  inLots(txHashes, (some) =>
    db
      .selectDistinct({ txHash: chainEvents.txHash, block: chainEvents.blockNumber })
      .from(chainEvents)
      .where(
        and(
          eq(chainEvents.chainId, chainId),
          inArray(chainEvents.txHash, some),
          ne(chainEvents.status, 'orphaned'),
        ),
      ),
  );

/** Payments without one of our remarks that an administrator let buy a quote, with that quote. */
export const matchedPayments = (db: Database, chainId: string, txHashes: readonly string[]) =>
  inLots(txHashes, (some) =>
    db
      .select({
        txHash: chainEvents.txHash,
        eventIndex: chainEvents.eventIndex,
        quoteId: chainEvents.quoteId,
      })
      .from(chainEvents)
      .innerJoin(paymentExceptions, eq(paymentExceptions.eventId, chainEvents.id))
      .where(
        and(
          eq(chainEvents.chainId, chainId),
          inArray(chainEvents.txHash, some),
          eq(chainEvents.kind, 'purchased'),
          inArray(paymentExceptions.reason, [...MATCHABLE_REASONS]),
          eq(paymentExceptions.status, 'became_policy'),
        ),
      ),
  );

/** Wallet keys of the holders of these quotes' policies, by quote. */
export async function holdersOf(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await inLots(ids, (some) =>
    db
      .select({ quoteId: policies.quoteId, wallet: policies.wallet })
      .from(policies)
      .where(inArray(policies.quoteId, some)),
  );
  return new Map(rows.map(({ quoteId, wallet }) => [quoteId, wallet]));
}

const { quoteId, claimNumber, payableAt, lapsesAt, vetoedAt } = payoutProposals;

/** Whether an event paid the proposal's claim number, whatever it paid. */
const settles = and(
  eq(chainEvents.quoteId, quoteId),
  eq(chainEvents.kind, 'claim_paid'),
  eq(chainEvents.claimNumber, claimNumber),
  ne(chainEvents.status, 'orphaned'),
);

/** The proposal through which a claim was paid. */
const waited = (db: Database) =>
  db
    .select({ id: payoutProposals.id })
    .from(payoutProposals)
    .where(
      and(
        eq(quoteId, chainEvents.quoteId),
        eq(claimNumber, chainEvents.claimNumber),
        eq(payoutProposals.usd, chainEvents.usd),
        isNull(vetoedAt),
        lte(payableAt, chainEvents.blockTime),
        gte(lapsesAt, chainEvents.blockTime),
      ),
    );

/** Claims paid out of the allowance in the day before a moment: those that no proposal announced. */
const paidFromAllowance = (db: Database, chainId: string, now: string) =>
  db
    .select({
      id: chainEvents.id,
      usd: chainEvents.usd,
      at: sql<number>`unixepoch(${chainEvents.blockTime})`.as('at'),
    })
    .from(chainEvents)
    .where(
      and(
        gt(chainEvents.blockTime, new Date(Date.parse(now) - DAY_SECONDS * 1000).toISOString()),
        eq(chainEvents.chainId, chainId),
        inArray(chainEvents.kind, ['claim_paid', 'paid_in_error']),
        ne(chainEvents.status, 'orphaned'),
        notExists(waited(db)),
      ),
    );

/**
 * A leaky bucket, as in `contracts/src/Pool.sol`: what was paid drains at the day's allowance per day. It holds the most
 * that any payout and those after it have left in it.
 */
const leftOf = (db: Database, chainId: string, allowanceUsd: number, now: string) =>
  sql`(${allowanceUsd} - (SELECT max(0, coalesce(max(together - ${allowanceUsd} * 1.0 * max(0, unixepoch(${now}) - at) / ${DAY_SECONDS}), 0))
    FROM (SELECT at, sum(usd) OVER (ORDER BY at DESC, id DESC) AS together FROM ${paidFromAllowance(db, chainId, now)})))`;

/** Dollars that the allowance still lets through, and those of them that transfers under way take up. */
export async function allowanceOf(db: Database, chainId: string, allowanceUsd: number, now: string) {
  const row = await db.get<{ left: number; reserved: number }>(
    sql`SELECT ${leftOf(db, chainId, allowanceUsd, now)} AS left, ${reservedUsd(chainId)} AS reserved`,
  );
  return { left: Math.max(0, Math.floor(row.left)), reserved: row.reserved };
}

/** Batch guard: the allowance lets so many dollars through beside those that were paid, or are under way. */
export const guardAllowance = (
  db: Database,
  chainId: string,
  usd: number,
  allowanceUsd: number,
  now: string,
): Statement => guard(db, sql`${leftOf(db, chainId, allowanceUsd, now)} >= ${usd} + ${reservedUsd(chainId)}`);

/** Proposals that are neither vetoed nor lapsed, nor is their claim number paid. */
const pending = (db: Database, chainId: string, now: string): SQL | undefined =>
  and(
    eq(payoutProposals.chainId, chainId),
    isNull(vetoedAt),
    gte(lapsesAt, now),
    notExists(db.select({ id: chainEvents.id }).from(chainEvents).where(settles)),
  );

export async function pendingProposal(db: Database, chainId: string, quote: string, now: string) {
  const row = await db
    .select()
    .from(payoutProposals)
    .where(and(eq(quoteId, quote), pending(db, chainId, now)))
    .orderBy(desc(payoutProposals.id))
    .get();
  return row ?? null;
}

/** The pending proposals among those that a condition names. */
const pendingWith = (db: Database, chainId: string, now: string, which: SQL) =>
  db
    .select({ id: payoutProposals.id })
    .from(payoutProposals)
    .where(and(which, pending(db, chainId, now)));

/** Batch guard: nothing is proposed on the policy. */
export const guardNoProposal = (db: Database, chainId: string, quote: string, now: string): Statement =>
  guard(db, notExists(pendingWith(db, chainId, now, eq(quoteId, quote))));

/** Batch guard: the proposal still waits. */
export const guardPending = (db: Database, { id, chainId }: ProposalRow, now: string): Statement =>
  guard(db, exists(pendingWith(db, chainId, now, eq(payoutProposals.id, id))));

export const insertProposal = (
  db: Database,
  row: Omit<ProposalRow, 'id' | 'vetoedAt' | 'vetoedBy'>,
): Statement => db.insert(payoutProposals).values(row);

export const setVetoed = (
  db: Database,
  id: number,
  veto: { vetoedAt: string; vetoedBy: number },
): Statement => db.update(payoutProposals).set(veto).where(eq(payoutProposals.id, id));

/** Proposals that a screen shows. */
const SHOWN = 50;

/** The chain's newest proposals, each with its policy and the event that settled it. */
export const newestProposals = (db: Database, chainId: string) =>
  db
    .select({
      proposal: payoutProposals,
      policyId: policies.id,
      paid: { usd: chainEvents.usd, txHash: chainEvents.txHash },
    })
    .from(payoutProposals)
    .leftJoin(policies, eq(policies.quoteId, quoteId))
    .leftJoin(chainEvents, settles)
    .where(eq(payoutProposals.chainId, chainId))
    .orderBy(desc(payoutProposals.id))
    .limit(SHOWN);

/** The chain's newest transfers that paid something twice, each with its policy. */
export const newestInError = (db: Database, chainId: string) =>
  db
    .select({ event: getTableColumns(chainEvents), policyId: policies.id })
    .from(chainEvents)
    .leftJoin(policies, eq(policies.quoteId, chainEvents.quoteId))
    .where(
      and(
        eq(chainEvents.chainId, chainId),
        eq(chainEvents.kind, 'paid_in_error'),
        ne(chainEvents.status, 'orphaned'),
      ),
    )
    .orderBy(desc(chainEvents.id))
    .limit(SHOWN);

export async function proposalById(db: Database, chainId: string, id: number): Promise<ProposalRow | null> {
  const own = and(eq(payoutProposals.id, id), eq(payoutProposals.chainId, chainId));
  return (await db.select().from(payoutProposals).where(own).get()) ?? null;
}

const inEffect = (chainId: string, now: string) =>
  and(eq(payoutHalts.chainId, chainId), gt(payoutHalts.until, now), isNull(payoutHalts.liftedAt));

/** The halt in effect; null if payouts continue. */
export async function currentHalt(db: Database, chainId: string, now: string): Promise<HaltRow | null> {
  return (await db.select().from(payoutHalts).where(inEffect(chainId, now)).get()) ?? null;
}

/** The administrator's last halt of the chain; null if there was none. */
export async function lastHaltBy(db: Database, chainId: string, adminId: number): Promise<HaltRow | null> {
  const row = await db
    .select()
    .from(payoutHalts)
    .where(and(eq(payoutHalts.chainId, chainId), eq(payoutHalts.adminId, adminId)))
    .orderBy(desc(payoutHalts.haltedAt))
    .limit(1)
    .get();
  return row ?? null;
}

/** Batch guard: no halt is in effect, and the administrator set none since a moment. */
export const guardHaltable = (
  db: Database,
  { chainId, adminId, haltedAt }: NewHalt,
  since: string,
): Statement =>
  guard(
    db,
    sql`NOT EXISTS (SELECT 1 FROM ${payoutHalts} WHERE ${inEffect(chainId, haltedAt)})
      AND NOT EXISTS (SELECT 1 FROM ${payoutHalts} WHERE ${payoutHalts.chainId} = ${chainId}
        AND ${payoutHalts.adminId} = ${adminId} AND ${payoutHalts.haltedAt} > ${since})`,
  );

export const insertHalt = (db: Database, row: NewHalt): Statement => db.insert(payoutHalts).values(row);

/** Batch guard: the halt is still in effect. */
export const guardHalted = (db: Database, { id, chainId }: HaltRow, now: string): Statement =>
  guard(
    db,
    sql`EXISTS (SELECT 1 FROM ${payoutHalts} WHERE ${payoutHalts.id} = ${id} AND ${inEffect(chainId, now)})`,
  );

export const setLifted = (
  db: Database,
  id: number,
  lifted: { liftedAt: string; liftedBy: number },
): Statement => db.update(payoutHalts).set(lifted).where(eq(payoutHalts.id, id));
