import { and, asc, desc, eq, getTableColumns, gte, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { SETTING_DEFAULTS } from '#domain/admin/settings-schema.ts';
import { statusesWith } from '#domain/claims/lifecycle.ts';
import { selectNotes, selectTrail } from '#worker/admin/repository.ts';
import { selectEveryone } from '#worker/admin/second-person/repository.ts';
import { findById, selectTimeline } from '#worker/claims/repository.ts';
import { selectPayout } from '#worker/money/transfers/repository.ts';
import { admins } from '#worker/platform/db/admin-schema.ts';
import { claimCalls, claimDocuments, claims, documentViews } from '#worker/platform/db/claims-schema.ts';
import { among, type Database, type Statement } from '#worker/platform/db/client.ts';
import { guardVersions } from '#worker/platform/db/guard.ts';
import { chainEvents } from '#worker/platform/db/registry-schema.ts';
import { settingIn } from '#worker/platform/db/system-settings.ts';
import { linksOf } from '#worker/policies/change/repository.ts';
import { earlierPolicies } from '#worker/quotes/repository.ts';
import { selectPayouts } from './payments/repository.ts';

/** Most timeline lines shown, and most other claims of the policy. */
const TIMELINE = 200;
const OTHERS = 10;
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
      db
        .select({
          email: sql<string>`(SELECT customer_email FROM policies WHERE id = ${its('policy_id')})`.as(
            'email',
          ),
          place: sql<string | null>`(SELECT place_mark FROM quotes WHERE id = ${its('quote_id')})`.as(
            'place',
          ),
        })
        .from(sql`(SELECT 1)`),
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
  const [events, documents, seenElsewhere, others, [contact], promised, moved, people, alive, ...rest] =
    batch;
  const [payouts, everyone, [fourEyes], notes, trail, links, held, sameDay] = rest;
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
    email: contact?.email ?? '',
    /** Fingerprint of the insured place. */
    place: contact?.place ?? null,
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
/** Notes when a claim was first opened by somebody who decides claims. */
export const noteOpened = (db: Database, id: number, now: string) =>
  db
    .update(claims)
    .set({ opened_at: now })
    .where(and(eq(claims.id, id), isNull(claims.opened_at)));

export type DeskClaim = NonNullable<Awaited<ReturnType<typeof findDeskClaim>>>;

export function findAssigned(db: Database, ids: readonly number[]) {
  const { id, assigned_to, version } = claims;
  return db
    .select({ id, assignedTo: assigned_to, version })
    .from(claims)
    .where(inArray(claims.id, among(ids)))
    .all();
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
    .where(inArray(claims.id, among(read.map(({ id }) => id)))),
];

/** Whether an administrator opened any document of a claim since a moment. */
export async function hasOpened(
  db: Database,
  { claimId, adminId, since }: { claimId: number; adminId: number; since: string },
): Promise<boolean> {
  const its = and(
    eq(claimDocuments.claim_id, claimId),
    eq(documentViews.document_id, claimDocuments.id),
    eq(documentViews.admin_id, adminId),
    gte(documentViews.viewed_at, since),
  );
  const found = await db
    .select({ id: claimDocuments.id })
    .from(claimDocuments)
    .crossJoin(documentViews)
    .where(its)
    .limit(1)
    .get();
  return found !== undefined;
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
