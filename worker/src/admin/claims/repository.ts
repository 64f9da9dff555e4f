import { and, asc, desc, eq, getTableColumns, gte, inArray, ne, sql } from 'drizzle-orm';
import { SETTING_DEFAULTS } from '#domain/admin/settings-schema.ts';
import { selectNotes, selectTrail } from '#worker/admin/repository.ts';
import { everyone } from '#worker/admin/second-person/repository.ts';
import { promisedToOthers } from '#worker/claims/cover/repository.ts';
import { findById, selectTimeline } from '#worker/claims/repository.ts';
import { findPayout } from '#worker/money/transfers/repository.ts';
import { admins } from '#worker/platform/db/admin-schema.ts';
import { claimCalls, claimDocuments, claims, documentViews } from '#worker/platform/db/claims-schema.ts';
import { among, type Database, oneValue, readTogether, type Statement } from '#worker/platform/db/client.ts';
import { findRow, guardVersions, updateRows, upsertRow } from '#worker/platform/db/guard.ts';
import { chainEvents } from '#worker/platform/db/registry-schema.ts';
import { settingIn } from '#worker/platform/db/system-settings.ts';
import { linksOf } from '#worker/policies/change/repository.ts';
import { earlierPolicies } from '#worker/quotes/repository.ts';
import { selectPayouts } from './payments/repository.ts';

/** Most timeline lines shown, and most other claims of the policy. */
const TIMELINE = 200;
const OTHERS = 10;
const SEEN_AGAIN = 10;

/** Everything that the desk shows about one claim, in one round trip; null if missing. */
export async function findDeskClaim(
  db: Database,
  id: number,
  { adminId, role }: { adminId: number; role: Parameters<typeof selectTrail>[2] },
) {
  const its = (column: string) => sql`(SELECT ${sql.raw(column)} FROM claims WHERE id = ${id})`;
  const holder = sql`(SELECT wallet FROM policies WHERE id = ${its('policy_id')})`;
  const { row, contact, people, fourEyes, events, ...around } = await readTogether({
    row: findById(db, id),
    events: selectTimeline(db, id, TIMELINE),
    documents: db
      .select({ ...getTableColumns(claimDocuments), viewed_at: documentViews.viewed_at })
      .from(claimDocuments)
      .leftJoin(
        documentViews,
        and(eq(documentViews.document_id, claimDocuments.id), eq(documentViews.admin_id, adminId)),
      )
      .where(eq(claimDocuments.claim_id, id))
      .orderBy(asc(claimDocuments.created_at), asc(claimDocuments.id)),
    seenElsewhere: db
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
    others: db
      .select()
      .from(claims)
      .where(and(eq(claims.policy_id, its('policy_id')), ne(claims.id, id)))
      .orderBy(desc(claims.id))
      .limit(OTHERS),
    contact: db
      .select({
        email: sql<string>`(SELECT customer_email FROM policies WHERE id = ${its('policy_id')})`,
        place: sql<string | null>`(SELECT place_mark FROM quotes WHERE id = ${its('quote_id')})`,
      })
      .from(sql`(SELECT 1)`)
      .get(),
    /** Approved but unpaid for other claims of the policy: in all, for the same person, and of that for the same cause. */
    promised: promisedToOthers(db, {
      id,
      policy_id: its('policy_id'),
      traveler: its('traveler'),
      cause: its('cause'),
    }),
    holderChangedAt: oneValue(
      db
        .select({ value: chainEvents.block_time })
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
    ),
    people: db
      .select({ id: admins.id, name: admins.name })
      .from(admins)
      .where(sql`${admins.id} IN (${its('decided_by')}, ${its('confirmed_by')})`),
    underWay: findPayout(db, id),
    payouts: selectPayouts(db, id),
    everyone: everyone(db),
    fourEyes: oneValue(db.select({ value: settingIn('four_eyes_usd') }).from(sql`(SELECT 1)`)),
    notes: selectNotes(db, `claim:${id}`),
    trail: selectTrail(db, `claim:${id}`, role),
    links: linksOf(db, { id: its('policy_id'), quote_id: its('quote_id') }),
    /** The holder's policies for this product, and claims on any of them about the same day. */
    held: earlierPolicies(db, holder, its('product')),
    sameDay: db
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
  });
  if (!row) return null;
  return {
    ...row,
    ...around,
    events: events.reverse(),
    email: contact?.email ?? '',
    /** Fingerprint of the insured place. */
    place: contact?.place ?? null,
    /** Whole US dollars above which whoever approved a payout doesn't prepare it. */
    fourEyesUsd: Number(fourEyes ?? SETTING_DEFAULTS.four_eyes_usd),
    names: new Map(people.map((person) => [person.id, person.name])),
  };
}

/** Notes when a claim was first opened by somebody who decides claims. */
export const noteOpened = (db: Database, id: number, now: string) =>
  updateRows(db, claims, { id, opened_at: null }, { opened_at: now });

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
  updateRows(db, claims, inArray(claims.id, among(read.map(({ id }) => id))), {
    assigned_to: to?.id ?? null,
    assigned_name: to?.name ?? null,
    updated_at: now,
    version: sql`${claims.version} + 1`,
  }),
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
  upsertRow(db, documentViews, view, ['document_id', 'admin_id'], { viewed_at: view.viewed_at });

/** The claim's latest call that the customer asked for, encrypted; null if there is none. */
export const findLatestCall = (db: Database, claimId: number) =>
  findRow(db, claimCalls, { claim_id: claimId }, desc(claimCalls.created_at));
