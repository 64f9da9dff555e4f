import { and, asc, desc, eq, gt, gte, lte, sql } from 'drizzle-orm';
import type * as z from 'zod';
import type { PolicyRequestStatus, policyListQuery } from '../../../../domain/admin/policies-schema.ts';
import type { StoredStatus } from '../../../../domain/policy/lifecycle.ts';
import { deskCounts } from '../../platform/db/admin-schema.ts';
import { claims } from '../../platform/db/claims-schema.ts';
import type { Database } from '../../platform/db/client.ts';
import { type DeskPageInput, readDeskPage } from '../../platform/db/desk-page.ts';
import { policies } from '../../platform/db/schema.ts';
import { findService } from '../../policies/repository.ts';
import { selectNotes, selectTrail } from '../repository.ts';

export type ListedPolicy = typeof policies.$inferSelect;

type Filters = Omit<z.output<typeof policyListQuery>, keyof DeskPageInput>;

const SORTS = {
  ...{ created_at: policies.id, total_premium: policies.premiumUsd, end_date: policies.endDate },
} as const;

/** Our own name of each of the desk's states. */
export const STORED: Readonly<Record<PolicyRequestStatus, StoredStatus>> = {
  ...{ pending: 'pending', approved: 'active', rejected: 'rejected', cancelled: 'cancelled' },
};

/** A page of all policies. */
export function listPolicies(db: Database, { now, ...input }: DeskPageInput & Filters & { now: string }) {
  const { status, policy_type: product, queue, sortBy = 'created_at' } = input;
  const stored = status && STORED[status];
  return readDeskPage(db, input, {
    table: policies,
    id: policies.id,
    sort: SORTS[sortBy],
    filters: [
      stored && eq(policies.status, stored),
      product && eq(policies.product, product),
      // A consent that has just lapsed is closed by the next scheduled run.
      queue && and(eq(policies.queue, queue), gt(policies.refundUntil, now)),
    ],
    total: queue ? { list: 'queue', status: queue } : { list: 'policies', status: stored, kind: product },
    search: { index: 'policy_search', wallet: policies.wallet, prefix: 'POL' },
  });
}

/** Most claims shown with a policy, and most renewals looked at. */
const CLAIMS = 50;
export const RENEWALS = 200;

/** What the desk shows of a policy besides its own row, in the time of one round trip. */
export async function readAround(db: Database, policy: { id: number; quoteId: string }, withTrail: boolean) {
  const subject = `policy:${policy.id}`;
  const [service, [made, notes, trail]] = await Promise.all([
    findService(db, policy),
    db.batch([
      db.select().from(claims).where(eq(claims.policyId, policy.id)).orderBy(desc(claims.id)).limit(CLAIMS),
      selectNotes(db, subject),
      selectTrail(db, subject, withTrail),
    ]),
  ]);
  return { ...service, claims: made, notes, trail };
}
export type Around = Awaited<ReturnType<typeof readAround>>;

/** Counters of all policies, and those in force that end between two days, first to end first. */
export async function readFigures(db: Database, from: string, to: string) {
  const [counts, ending] = await db.batch([
    db
      .select()
      .from(deskCounts)
      .where(
        sql`${deskCounts.list} = 'policies' OR (${deskCounts.list} = 'queue' AND ${deskCounts.status} = 'policies_to_review')`,
      ),
    db
      .select()
      .from(policies)
      .where(and(eq(policies.status, 'active'), gte(policies.endDate, from), lte(policies.endDate, to)))
      .orderBy(asc(policies.endDate), asc(policies.id))
      .limit(RENEWALS + 1),
  ]);
  return { counts, ending };
}
