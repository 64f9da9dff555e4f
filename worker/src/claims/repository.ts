import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  lt,
  max,
  type SQL,
  sql,
} from 'drizzle-orm';
import { bookReserves } from '#worker/money/entries/repository.ts';
import { joinOutside, outsideColumns } from '#worker/money/transfers/repository.ts';
import { admins } from '#worker/platform/db/admin-schema.ts';
import { claimCalls, claimDocuments, claims, openClaim } from '#worker/platform/db/claims-schema.ts';
import {
  type Database,
  firstOf,
  oneValue,
  readTogether,
  type Statement,
} from '#worker/platform/db/client.ts';
import { listRecords, sumCustomer } from '#worker/platform/db/desk-rows.ts';
import { markDays } from '#worker/platform/db/figure-days.ts';
import { findRow, findRows, guardVersions, matches, updateRows } from '#worker/platform/db/guard.ts';
import { claimTimeline } from '#worker/platform/db/journal.ts';
import { threads } from '#worker/platform/db/messages-schema.ts';
import { chainEvents } from '#worker/platform/db/registry-schema.ts';
import { policies, quotes } from '#worker/platform/db/schema.ts';
import { policyColumns } from '#worker/policies/repository.ts';
import { aboutClaim } from '#worker/told/repository.ts';

export type ClaimFields = typeof claims.$inferSelect;
export type NewClaim = typeof claims.$inferInsert;
export type ClaimEventRow = typeof claimTimeline.$inferSelect;
export type DocumentRow = typeof claimDocuments.$inferSelect;
export type CallRow = typeof claimCalls.$inferSelect;

/** Most timeline lines shown; the newest ones. */
const TIMELINE = 200;

const {
  customer_email: _email,
  item_description: _item,
  platform_fee_bps: _fee,
  // A result has at most 100 columns.
  group_id: _group,
  purchase_event_id: _purchase,
  refund_since: _refund,
  ...coverColumns
} = policyColumns;

/** What was paid for a person of the outer claim's policy, by claims `b`. */
const paidAlike = (which: SQL) =>
  sql<number>`(SELECT coalesce(sum(b.payout_usd), 0) FROM claims b WHERE b.policy_id = claims.policy_id
    AND b.status = 'paid' AND b.traveler = claims.traveler AND ${which})`;

/** A claim with its policy, quote, thread and the event that paid it. */
const joined = {
  claim: getTableColumns(claims),
  policy: coverColumns,
  quote: {
    currency: quotes.currency,
    decimals: quotes.decimals,
    contract: quotes.contract,
    details: quotes.details,
    wording_version: quotes.wording_version,
    deductible_usd: quotes.deductible_usd,
    shares: quotes.shares,
  },
  /** Whole US dollars paid so far for the claim's person, and of those for its cause. */
  paidToPersonUsd: paidAlike(sql`true`),
  paidForCauseUsd: paidAlike(sql`b.cause IS claims.cause`),
  threadId: threads.id,
  paidBy: {
    tx_hash: chainEvents.tx_hash,
    amount: chainEvents.amount,
    rate: chainEvents.rate,
    block_time: chainEvents.block_time,
  },
  /** The second look at this paid claim, which is a claim of its own. */
  lookedAgainBy: sql<number | null>`(SELECT b.id FROM claims b WHERE b.second_look_of = claims.id)`,
  /** Whether the customer is active; null of a wallet that has never signed in. */
  accountStatus: sql<
    'active' | 'inactive' | null
  >`(SELECT a.status FROM accounts a WHERE a.wallet = claims.wallet)`,
  /** A payment outside the chain, proposed or made. */
  other: outsideColumns,
};

const joinedRows = (db: Database) =>
  db
    .select(joined)
    .from(claims)
    .innerJoin(policies, eq(policies.id, claims.policy_id))
    .innerJoin(quotes, eq(quotes.id, claims.quote_id))
    .innerJoin(threads, eq(threads.key, sql`'claim:' || ${claims.key}`))
    .leftJoin(chainEvents, eq(chainEvents.id, claims.paid_event_id))
    .leftJoin(...joinOutside(claims.id));

/** The wallet's claims after an id (exclusive), newest first; with `back`, the ones before it. */
export function listOwn(
  db: Database,
  wallet: string,
  limit: number,
  from: { id: number; back: boolean } | null,
): Promise<ClaimFields[]> {
  const page = from && (from.back ? gt : lt)(claims.id, from.id);
  return db
    .select()
    .from(claims)
    .where(and(eq(claims.wallet, wallet), page ?? undefined))
    .orderBy((from?.back ? asc : desc)(claims.id))
    .limit(limit)
    .all();
}

export const findOwn = (db: Database, id: number, wallet: string): Promise<ClaimRow | null> =>
  firstOf(joinedRows(db).where(matches(claims, { id, wallet })));

/** A wallet's claim with its timeline, documents and latest call, in one round trip; null if missing or owned by another wallet. */
export async function findDetail(db: Database, id: number, wallet: string) {
  const own = matches(claims, { id, wallet });
  const ownId = db.select({ id: claims.id }).from(claims).where(own);
  const { row, events, ...around } = await readTogether({
    row: findOwn(db, id, wallet),
    events: db
      .select()
      .from(claimTimeline)
      .where(inArray(claimTimeline.claim_id, ownId))
      .orderBy(desc(claimTimeline.id))
      .limit(TIMELINE + 1),
    documents: db
      .select()
      .from(claimDocuments)
      .where(inArray(claimDocuments.claim_id, ownId))
      .orderBy(asc(claimDocuments.created_at), asc(claimDocuments.id)),
    call: findRow(db, claimCalls, inArray(claimCalls.claim_id, ownId), desc(claimCalls.created_at)),
  });
  if (!row) return null;
  const shown = events.slice(0, TIMELINE).reverse();
  return { ...row, ...around, events: shown, earlierEvents: events.length > shown.length };
}
export type ClaimDetail = NonNullable<Awaited<ReturnType<typeof findDetail>>>;
export type ClaimRow = Awaited<ReturnType<typeof joinedRows>>[number];

/** A claim's newest timeline lines with the names of administrators, the newest first. */
export const selectTimeline = (db: Database, id: number, limit: number) =>
  db
    .select({ ...getTableColumns(claimTimeline), author: admins.name })
    .from(claimTimeline)
    .leftJoin(admins, eq(admins.id, claimTimeline.created_by))
    .where(eq(claimTimeline.claim_id, id))
    .orderBy(desc(claimTimeline.id))
    .limit(limit);

/** Not scoped by owner: for decisions and payouts. */
export const findById = (db: Database, id: number): Promise<ClaimRow | null> =>
  firstOf(joinedRows(db).where(eq(claims.id, id)));

/** The open claims of a policy, oldest first. */
export const findOpen = (db: Database, policyId: number): Promise<ClaimRow[]> =>
  joinedRows(db)
    .where(and(eq(claims.policy_id, policyId), openClaim))
    .orderBy(asc(claims.id))
    .all();

/** Books by how much a claim's reserve changed, if it did, and marks the day. The same batch has changed the claim before. */
const noteReserve = (db: Database, claim: SQL, now: string): Statement[] => [
  bookReserves(db, claim, now),
  markDays(db, now),
];

/** Makes a claim with what follows from it: its row of the desk, its customer's count and what is booked for it. */
export const insertClaim = (db: Database, row: NewClaim): Statement[] => [
  db.insert(claims).values({
    ...row,
    customer_name: sql`coalesce((SELECT customer_name FROM policies WHERE id = ${row.policy_id}), '')`,
  }),
  listRecords(db, 'claims', eq(claims.key, row.key)),
  sumCustomer(db, row.wallet, 'claims'),
  movePolicy(db, sql`${row.policy_id}`),
  ...noteReserve(db, eq(claims.key, row.key), row.created_at),
];

/** Also for the batch that makes it. */
export const selectByKey = (db: Database, key: string) => db.select().from(claims).where(eq(claims.key, key));

export const findByKey = (db: Database, key: string): Promise<ClaimFields | null> =>
  firstOf(selectByKey(db, key));

/** About a claim whose status may change until the batch runs. */
export const aboutNow = (id: number) => ({
  ...aboutClaim(id),
  found: { status: sql`(SELECT status FROM claims WHERE id = ${id})` },
});

/** Batch guard: the claim is unchanged since it was read. */
export const guardClaim = (db: Database, claim: Pick<ClaimFields, 'id' | 'version'>): Statement =>
  guardVersions(db, claims, [claim]);

export type ClaimChange = Partial<
  Pick<
    ClaimFields,
    | 'last_change'
    | 'status'
    | 'requested_documents'
    | 'documents_reminded_at'
    | 'due_at'
    | 'payout_usd'
    | 'decision_reason'
    | 'clause'
    | 'decided_by'
    | 'decided_at'
    | 'needs_confirmation'
    | 'confirmed_by'
    | 'paid_event_id'
    | 'assigned_to'
    | 'assigned_name'
    | 'cause'
    | 'reserve_usd'
    | 'second_look_at'
    | 'premium_paid_usd'
    | 'premium_due_usd'
    | 'undo'
  >
>;

/** A claim whose decision no longer stands. */
export const UNDECIDED = {
  payout_usd: null,
  decision_reason: null,
  clause: null,
  decided_by: null,
  decided_at: null,
} as const satisfies ClaimChange;

/** Something has changed that a decision about the policy reads of its claims: open, decided, paid, or the cover left. */
const movePolicy = (db: Database, policy: SQL): Statement =>
  updateRows(db, policies, { id: policy }, { version: sql`${policies.version} + 1` });

/** Every change ends what could be undone or repeated before. A new status is news for the policy as well. */
export const updateClaim = (db: Database, id: number, change: ClaimChange, now: string): Statement[] => [
  db
    .update(claims)
    .set({ undo: null, last_change: null, ...change, updated_at: now, version: sql`${claims.version} + 1` })
    .where(eq(claims.id, id)),
  ...(change.status === undefined
    ? []
    : [movePolicy(db, sql`(SELECT policy_id FROM claims WHERE id = ${id})`)]),
  ...noteReserve(db, eq(claims.id, id), now),
];

/** The oldest paid claim with the same dollars and incident time as a payout event; null if there is none. */
export const findPaidAlike = (
  db: Database,
  payout: { quoteId: string; usd: number; incidentAt: string },
): Promise<ClaimRow | null> =>
  firstOf(
    joinedRows(db)
      .where(
        matches(
          claims,
          { status: 'paid', payout_usd: payout.usd, incident_at: payout.incidentAt },
          sql`${claims.policy_id} = (SELECT id FROM policies WHERE quote_id = ${payout.quoteId})`,
        ),
      )
      .orderBy(asc(claims.id))
      .limit(1),
  );

/** The claim that this event paid, or null. */
export const findPaidBy = (db: Database, eventId: number): Promise<ClaimRow | null> =>
  firstOf(joinedRows(db).where(and(isNotNull(claims.paid_event_id), eq(claims.paid_event_id, eventId))));

/** The highest claim number of a policy's confirmed payouts; 0 if there are none. */
export async function lastPaidNumber(db: Database, quoteId: string): Promise<number> {
  const { quote_id, kind, status } = chainEvents;
  const last = db
    .select({ value: max(chainEvents.claim_number) })
    .from(chainEvents)
    .where(and(eq(quote_id, quoteId), eq(kind, 'claim_paid'), eq(status, 'confirmed')));
  return (await oneValue(last)) ?? 0;
}

/** For a policy that the same batch has moved before. */
export const moveToQuote = (db: Database, fromQuoteId: string, toQuoteId: string): Statement =>
  db
    .update(claims)
    .set({ quote_id: toQuoteId })
    .where(
      and(
        eq(claims.quote_id, fromQuoteId),
        sql`${claims.policy_id} = (SELECT id FROM policies WHERE quote_id = ${toQuoteId})`,
      ),
    );

/** Fails if a call at that time was already requested. */
export const insertCall = (db: Database, row: CallRow): Statement => db.insert(claimCalls).values(row);

export const findCall = (db: Database, claimId: number, preferredAt: string): Promise<CallRow | null> =>
  findRow(db, claimCalls, { claim_id: claimId, preferred_at: preferredAt });

/** Replaces the details of a requested call; returns when it was first requested. */
export async function resealCall(db: Database, { claim_id, preferred_at, sealed }: CallRow): Promise<string> {
  const [row] = await db
    .update(claimCalls)
    .set({ sealed })
    .where(matches(claimCalls, { claim_id, preferred_at }))
    .returning({ created_at: claimCalls.created_at });
  if (!row) throw new Error('A call that stood in the way is not there');
  return row.created_at;
}

export const countOwn = (db: Database, wallet: string): Promise<number> =>
  db.$count(claims, eq(claims.wallet, wallet));

/** Everything about the wallet's claims, oldest first. */
export function readRecord(db: Database, wallet: string) {
  const own = eq(claims.wallet, wallet);
  return readTogether({
    claims: findRows(db, claims, own, [asc(claims.id)]),
    events: db
      .select(getTableColumns(claimTimeline))
      .from(claims)
      .innerJoin(claimTimeline, eq(claimTimeline.claim_id, claims.id))
      .where(own)
      .orderBy(asc(claimTimeline.id)),
    documents: db
      .select(getTableColumns(claimDocuments))
      .from(claims)
      .innerJoin(claimDocuments, eq(claimDocuments.claim_id, claims.id))
      .where(own)
      .orderBy(asc(claimDocuments.created_at)),
    calls: db
      .select(getTableColumns(claimCalls))
      .from(claims)
      .innerJoin(claimCalls, eq(claimCalls.claim_id, claims.id))
      .where(own)
      .orderBy(asc(claimCalls.created_at)),
  });
}

/** What a change replaces, to be kept until the change can't be undone anymore. */
export const replacedBy = (claim: ClaimFields, change: ClaimChange): string =>
  JSON.stringify(
    Object.fromEntries(Object.keys(change).map((key) => [key, claim[key as keyof ClaimChange]])),
  );

/** The earlier decisions about a claim of the outer query. */
const earlier = sql`FROM claim_timeline v WHERE v.claim_id IN (claims.id, claims.second_look_of)
  AND v.kind IN ('approved', 'confirmed', 'rejected') AND v.created_by IS NOT NULL AND v.at <= claims.second_look_at`;

/** Whether this administrator took part in the earlier decision, as a condition on `claims`. */
export const decidedBefore = (adminId: number): SQL =>
  sql`EXISTS (SELECT 1 ${earlier} AND v.created_by = ${adminId})`;

const deciders = sql<string>`(SELECT json_group_array(DISTINCT v.created_by) ${earlier})`.as('deciders');

/** The administrators who may not decide the second look at a claim; none if there is none. */
export async function firstDeciders(db: Database, claimId: number): Promise<readonly number[]> {
  const row = await db.select({ deciders }).from(claims).where(eq(claims.id, claimId)).get();
  return JSON.parse(row?.deciders ?? '[]');
}

/** The same as a column of claims, in JSON; null where nothing is looked at again. */
export const decidersOfLook = sql<string | null>`CASE WHEN claims.second_look_at IS NOT NULL
  THEN (SELECT json_group_array(DISTINCT v.created_by) ${earlier}) END`.as('deciders');
