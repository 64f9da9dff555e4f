import { and, asc, eq, gte, inArray, isNotNull, lt, lte, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod';
import type { PolicyRequestStatus, policyExportQuery } from '#domain/admin/policies-schema.ts';
import { addBusinessDays, DAY_MS } from '#domain/days.ts';
import { RENEWED_PRODUCTS, type StoredStatus } from '#domain/policy/lifecycle.ts';
import { PROMISES } from '#domain/promises.ts';
import { type DeskPageInput, MOST_OVERDUE, readDeskCounts, readDeskPage } from '#worker/desk/repository.ts';
import { recordedBetween } from '#worker/desk/walk/repository.ts';
import { type Database, readTogether } from '#worker/platform/db/client.ts';
import { policies } from '#worker/platform/db/schema.ts';
import { stillOwed } from '#worker/policies/repository.ts';

export type ListedPolicy = Omit<typeof policies.$inferSelect, 'refund_until'>;

type Filters = Omit<z.output<typeof policyExportQuery>, keyof DeskPageInput>;

const SORTS = { created_at: 'id', total_premium: 'amount', end_date: 'ends' } as const;

/** Our own name of each of the desk's states. */
export const STORED: Readonly<Record<PolicyRequestStatus, StoredStatus>> = {
  pending: 'pending',
  approved: 'active',
  rejected: 'rejected',
  cancelled: 'cancelled',
  withdrawn: 'withdrawn',
};

/** Days from a moment of each weekday, Sunday first, to the refund that was promised then. */
const DAYS_TO_REFUND = Array.from({ length: 7 }, (_, weekday) => {
  // January 4, 1970 was a Sunday.
  const from = (3 + weekday) * DAY_MS;
  return (addBusinessDays(from, PROMISES.refundBusinessDays) - from) / DAY_MS;
});

/** Whether an owed refund is later than its promise, counted from the rejection or the request. */
function isLate(now: string): SQL {
  const since = policies.refund_since;
  const days = sql.raw(DAYS_TO_REFUND.map((count, weekday) => `WHEN '${weekday}' THEN ${count}`).join(' '));
  return sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${since}, '+' || CASE strftime('%w', ${since}) ${days} END || ' days') < ${now}`;
}

/** Owed refunds that are late. The longest owed come first, so that the others aren't read. */
const isOverdue = (now: string) =>
  and(
    isNotNull(policies.refund_since),
    stillOwed(now),
    lt(policies.refund_since, new Date(Date.parse(now) - Math.min(...DAYS_TO_REFUND) * DAY_MS).toISOString()),
    isLate(now),
  );

const NUMBERED = { table: policies, id: policies.id, at: policies.created_at };

/** A page of all policies. */
export function listPolicies(db: Database, { now, ...input }: DeskPageInput & Filters & { now: string }) {
  const { status, policy_type: product, queue } = input;
  const within = recordedBetween(NUMBERED, input);
  const sortBy = within ? 'created_at' : (input.sortBy ?? 'created_at');
  const stored = status && STORED[status];
  return readDeskPage(db, input, {
    kind: 'policies',
    table: policies,
    sort: SORTS[sortBy],
    where: { status: stored, class: product, section: queue && 'refunds_owed' },
    // A consent that has just lapsed is closed by the next scheduled run.
    also: queue && and(stillOwed(now), queue === 'refunds_overdue' ? isLate(now) : undefined),
    within,
    isCounted: queue === undefined ? undefined : queue === 'refunds_owed',
  });
}

/** Most renewals looked at. */
export const RENEWALS = 200;

/** Counters of all policies, and those in force that end between two days, first to end first. */
export const readFigures = (db: Database, from: string, to: string, now: string) =>
  readTogether({
    counts: readDeskCounts(db, 'policies'),
    ending: db
      .select()
      .from(policies)
      .where(
        and(
          eq(policies.status, 'active'),
          gte(policies.end_date, from),
          lte(policies.end_date, to),
          inArray(policies.product, RENEWED_PRODUCTS),
        ),
      )
      .orderBy(asc(policies.end_date), asc(policies.id))
      .limit(RENEWALS + 1),
    refundsOverdue: db.$count(
      db.select({ id: policies.id }).from(policies).where(isOverdue(now)).limit(MOST_OVERDUE).as('overdue'),
    ),
  });
