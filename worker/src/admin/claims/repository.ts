/**
 * The desk's list of claims. Triggers: `claims_added` and `claims_recounted` keep its totals, names and search terms.
 */
import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNotNull,
  lt,
  ne,
  type SQL,
  sql,
} from 'drizzle-orm';
import type * as z from 'zod';
import type { claimExportQuery } from '#domain/admin/claims-schema.ts';
import { SETTING_DEFAULTS } from '#domain/admin/settings-schema.ts';
import { CLAIM_QUEUES, statusesWith } from '#domain/claims/lifecycle.ts';
import { isAssigned, MOST_OVERDUE, selectNotes, selectTrail } from '#worker/admin/repository.ts';
import { selectEveryone } from '#worker/admin/second-person/repository.ts';
import { findById, selectTimeline } from '#worker/claims/repository.ts';
import { selectPayout } from '#worker/money/transfers/repository.ts';
import { admins, deskCounts } from '#worker/platform/db/admin-schema.ts';
import { claimCalls, claimDocuments, claims, documentViews } from '#worker/platform/db/claims-schema.ts';
import type { Database, Statement } from '#worker/platform/db/client.ts';
import { type DeskPageInput, readDeskPage, recordedBetween } from '#worker/platform/db/desk-page.ts';
import { guardVersions } from '#worker/platform/db/guard.ts';
import { chainEvents } from '#worker/platform/db/registry-schema.ts';
import { settingIn } from '#worker/platform/db/system-settings.ts';
import { linksOf } from '#worker/policies/change/repository.ts';
import { earlierPolicies } from '#worker/quotes/repository.ts';
import { selectPayouts } from './payments/repository.ts';

export type ListedClaim = typeof claims.$inferSelect;

type Filters = Omit<z.output<typeof claimExportQuery>, keyof DeskPageInput>;

const SORTS = { created_at: claims.id, due_at: claims.due_sort, claim_amount: claims.amount_cents } as const;

type Queue = NonNullable<Filters['queue']>;
/** What `desk_counts` counts. */
const COUNTED: ReadonlySet<string> = new Set(CLAIM_QUEUES);

/** Reviews and payouts that are later than we promised; the date of a request for documents is the customer's. */
const isOverdue = (now: string) => lt(claims.due_sort, now);

function waiting(queue: Queue, now: string): SQL | undefined {
  if (queue === 'overdue') return isOverdue(now);
  return queue === 'documents_awaited' ? isNotNull(claims.requested_documents) : eq(claims.queue, queue);
}

const NUMBERED = { table: claims, id: claims.id, at: claims.created_at };

/** A page of all claims. Nothing counts those of an assignee or of some days, so they have no total. */
export function listClaims(
  db: Database,
  { adminId, now, ...input }: DeskPageInput & Filters & { adminId: number; now: string },
) {
  const { status, policy_type: product, assigned, queue } = input;
  const within = recordedBetween(NUMBERED, input);
  const sortBy = within ? 'created_at' : (input.sortBy ?? 'due_at');
  return readDeskPage(db, input, {
    table: claims,
    id: claims.id,
    sort: SORTS[sortBy],
    filters: [
      status && eq(claims.status, status),
      product && eq(claims.product, product),
      queue && waiting(queue, now),
      assigned === undefined ? undefined : isAssigned(claims.assigned_to, assigned, adminId),
    ],
    within,
    total:
      assigned || within
        ? null
        : queue
          ? COUNTED.has(queue)
            ? { list: 'queue', status: queue }
            : null
          : { list: 'claims', status, kind: product },
    search: { index: 'claim_search', prefix: 'CLM' },
  });
}

export interface ClaimPayment {
  /** The policy's currency, or dollars for a payment outside the chain. */
  currency: string;
  /** The transaction, or what the other method calls it. */
  reference: string;
  paidAt: string;
}

/** How these claims were paid, by claim. */
export async function readClaimPayments(
  db: Database,
  ids: readonly number[],
): Promise<Map<number, ClaimPayment>> {
  if (ids.length === 0) return new Map();
  const rows = await db.all<ClaimPayment & { id: number }>(
    sql`SELECT c.id, iif(o.claim_id IS NULL, p.currency, 'USD') AS currency, coalesce(e.tx_hash, o.reference) AS reference,
        coalesce(e.block_time, o.ended_at) AS "paidAt"
      FROM claims c JOIN policies p ON p.id = c.policy_id LEFT JOIN chain_events e ON e.id = c.paid_event_id
        LEFT JOIN transfers o ON o.claim_id = c.id AND o.reference IS NOT NULL AND o.state = 'confirmed'
      WHERE c.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Most timeline lines shown, most other claims of the policy, and the newest claims among which similar ones are looked for. */
const TIMELINE = 200;
const OTHERS = 10;
const LOOKED_AT = 200;
const CLOSE = 5;
const SEEN_AGAIN = 10;

/** Everything that the desk shows about one claim, in the time of one round trip; null if missing. */
export async function findDeskClaim(
  db: Database,
  id: number,
  { adminId, role }: { adminId: number; role: Parameters<typeof selectTrail>[2] },
) {
  const its = (column: string) => sql`(SELECT ${sql.raw(column)} FROM claims WHERE id = ${id})`;
  const holder = sql`(SELECT wallet FROM policies WHERE id = ${its('policy_id')})`;
  const samePerson = sql`traveler = ${its('traveler')}`;
  const payoutsWhere = (which: SQL) => sql<number>`coalesce(sum(CASE WHEN ${which} THEN payout_usd END), 0)`;
  const newest = db
    .select()
    .from(claims)
    .where(and(eq(claims.product, its('product')), ne(claims.id, id), ne(claims.policy_id, its('policy_id'))))
    .orderBy(desc(claims.id))
    .limit(LOOKED_AT);
  const [row, batch] = await Promise.all([
    findById(db, id),
    db.batch([
      selectTimeline(db, id, TIMELINE),
      db
        .select({ ...getTableColumns(claimDocuments), viewed_at: documentViews.viewed_at })
        .from(claimDocuments)
        .leftJoin(
          documentViews,
          and(eq(documentViews.document_id, claimDocuments.id), eq(documentViews.admin_id, adminId)),
        )
        .where(eq(claimDocuments.claim_id, id))
        .orderBy(asc(claimDocuments.created_at), asc(claimDocuments.id)),
      db
        .select({
          id: claimDocuments.id,
          claim_id: claimDocuments.claim_id,
          file_name: claimDocuments.file_name,
        })
        .from(claimDocuments)
        .where(
          and(
            sql`${claimDocuments.sha256} IN (SELECT sha256 FROM claim_documents WHERE claim_id = ${id})`,
            ne(claimDocuments.claim_id, id),
          ),
        )
        .limit(SEEN_AGAIN),
      db
        .select()
        .from(claims)
        .where(and(eq(claims.policy_id, its('policy_id')), ne(claims.id, id)))
        .orderBy(desc(claims.id))
        .limit(OTHERS),
      newest,
      db
        .select({
          all: payoutsWhere(sql`true`).as('all_usd'),
          person: payoutsWhere(samePerson).as('person_usd'),
          cause: payoutsWhere(sql`${samePerson} AND cause IS ${its('cause')}`).as('cause_usd'),
        })
        .from(claims)
        .where(
          and(
            eq(claims.policy_id, its('policy_id')),
            inArray(claims.status, statusesWith('reserve', 'approved')),
            ne(claims.id, id),
          ),
        ),
      db
        .select({ at: chainEvents.block_time })
        .from(chainEvents)
        .where(
          and(
            eq(chainEvents.quote_id, its('quote_id')),
            eq(chainEvents.kind, 'holder_changed'),
            eq(chainEvents.status, 'confirmed'),
            // A block's time has no fraction of a second.
            sql`${chainEvents.block_time} >= ${its('substr(created_at, 1, 19)')}`,
          ),
        )
        .orderBy(desc(chainEvents.id))
        .limit(1),
      db
        .select({ id: admins.id, name: admins.name })
        .from(admins)
        .where(sql`${admins.id} IN (${its('decided_by')}, ${its('confirmed_by')})`),
      selectPayout(db, id),
      selectPayouts(db, id),
      selectEveryone(db),
      db.select({ usd: settingIn('four_eyes_usd').as('usd') }).from(sql`(SELECT 1)`),
      selectNotes(db, `claim:${id}`),
      selectTrail(db, `claim:${id}`, role),
      linksOf(db, { id: its('policy_id'), quote_id: its('quote_id') }),
      earlierPolicies(db, holder, its('product')),
      db
        .select({ id: claims.id, policy_id: claims.policy_id })
        .from(claims)
        .where(
          and(
            sql`${claims.policy_id} IN (SELECT id FROM policies WHERE wallet = ${holder})`,
            eq(claims.incident_date, its('incident_date')),
            ne(claims.id, id),
          ),
        )
        .orderBy(asc(claims.id)),
    ]),
  ]);
  if (!row) return null;
  const [events, documents, seenElsewhere, others, latest, promised, moved, people, alive, ...rest] = batch;
  const [payouts, everyone, [fourEyes], notes, trail, links, held, sameDay] = rest;
  const { amount_cents } = row.claim;
  return {
    ...row,
    documents,
    seenElsewhere,
    others,
    notes,
    trail,
    links,
    /** The holder's policies for this product, and claims on any of them about the same day. */
    held,
    sameDay,
    events: events.reverse(),
    close: latest
      .filter((each) => Math.abs(each.amount_cents - amount_cents) * 10 <= amount_cents)
      .slice(0, CLOSE),
    /** Approved but unpaid for other claims of the policy: in all, for the same person, and of that for the same cause. */
    promised: promised[0] ?? { all: 0, person: 0, cause: 0 },
    underWay: alive[0] ?? null,
    payouts,
    everyone,
    /** Whole US dollars above which whoever approved a payout doesn't prepare it. */
    fourEyesUsd: Number(fourEyes?.usd ?? SETTING_DEFAULTS.four_eyes_usd),
    holderChangedAt: moved[0]?.at ?? null,
    names: new Map(people.map((person) => [person.id, person.name])),
  };
}
export type DeskClaim = NonNullable<Awaited<ReturnType<typeof findDeskClaim>>>;

const DECISIONS = 200;

/** Figures about all claims at `now` (ISO): counters, and the newest decisions. */
export async function readFigures(db: Database, now: string) {
  const [counts, [overdue], decisions] = await db.batch([
    db
      .select()
      .from(deskCounts)
      .where(
        sql`${deskCounts.list} = 'claims' OR (${deskCounts.list} = 'queue' AND ${deskCounts.status} = 'payouts_to_confirm')`,
      ),
    db
      .select({ count: sql<number>`count(*)`.as('count') })
      .from(
        db.select({ id: claims.id }).from(claims).where(isOverdue(now)).limit(MOST_OVERDUE).as('overdue'),
      ),
    db
      .select({ created_at: claims.created_at, decided_at: claims.decided_at })
      .from(claims)
      .where(isNotNull(claims.decided_at))
      .orderBy(desc(claims.decided_at))
      .limit(DECISIONS),
  ]);
  return {
    counts,
    overdue: overdue?.count ?? 0,
    decisions,
  };
}

/** A bound list of any length: a statement takes at most 100 parameters. */
const among = (ids: readonly number[]) =>
  sql`${claims.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;

export function findAssigned(db: Database, ids: readonly number[]) {
  const { id, assigned_to, version } = claims;
  return db.select({ id, assignedTo: assigned_to, version }).from(claims).where(among(ids)).all();
}

/** Statements that assign claims, led by a guard: none of them has changed since they were read. */
export const assign = (
  db: Database,
  read: readonly { id: number; version: number }[],
  to: { id: number; name: string } | null,
  now: string,
): [Statement, Statement] => [
  guardVersions(db, claims, read),
  db
    .update(claims)
    .set({
      assigned_to: to?.id ?? null,
      assigned_name: to?.name ?? null,
      updated_at: now,
      version: sql`${claims.version} + 1`,
    })
    .where(among(read.map(({ id }) => id))),
];

/** Whether an administrator opened any document of a claim since a moment. */
export async function hasOpened(
  db: Database,
  { claimId, adminId, since }: { claimId: number; adminId: number; since: string },
): Promise<boolean> {
  const its = and(
    eq(documentViews.claim_id, claimId),
    eq(documentViews.admin_id, adminId),
    gte(documentViews.viewed_at, since),
  );
  return (await db.select({ one: sql`1` }).from(documentViews).where(its).limit(1).get()) !== undefined;
}

export const noteView = (db: Database, view: typeof documentViews.$inferInsert): Statement =>
  db
    .insert(documentViews)
    .values(view)
    .onConflictDoUpdate({
      target: [documentViews.document_id, documentViews.admin_id],
      set: { viewed_at: view.viewed_at },
    });

/** The claim's latest call that the customer asked for, encrypted; null if there is none. */
export async function findLatestCall(db: Database, claimId: number) {
  const its = eq(claimCalls.claim_id, claimId);
  return (
    (await db.select().from(claimCalls).where(its).orderBy(desc(claimCalls.created_at)).limit(1).get()) ??
    null
  );
}
