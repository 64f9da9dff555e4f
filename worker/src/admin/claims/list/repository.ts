import { and, desc, gt, isNotNull, lte, sql } from 'drizzle-orm';
import type * as z from 'zod';
import type { claimExportQuery } from '#domain/admin/claims-schema.ts';
import { AMOUNTS } from '#domain/admin/list.ts';
import { isFlagged } from '#worker/admin/claims/flagged/repository.ts';
import { assigneeOf } from '#worker/admin/repository.ts';
import { countOverdue, type DeskPageInput, readDeskCounts, readDeskPage } from '#worker/desk/repository.ts';
import { recordedBetween } from '#worker/desk/walk/repository.ts';
import { claims } from '#worker/platform/db/claims-schema.ts';
import { among, type Database, readTogether } from '#worker/platform/db/client.ts';

export type ListedClaim = typeof claims.$inferSelect;

type Filters = Omit<z.output<typeof claimExportQuery>, keyof DeskPageInput>;

const SORTS = { created_at: 'id', due_at: 'due', claim_amount: 'amount' } as const;

const NUMBERED = { table: claims, id: claims.id, at: claims.created_at };

/** A page of all claims. */
export function listClaims(
  db: Database,
  { adminId, now, ...input }: DeskPageInput & Filters & { adminId: number; now: string },
) {
  const { status, policy_type: product, assigned, queue, flag, amount } = input;
  const { over, to } = amount ? AMOUNTS[amount] : {};
  const within = recordedBetween(NUMBERED, input);
  const sortBy = within ? 'created_at' : (input.sortBy ?? 'due_at');
  // Reviews and payouts that are later than we promised; the date of a request for documents is the customer's.
  const isLate = queue === 'overdue';
  const section = isLate ? undefined : queue;
  return readDeskPage(db, input, {
    kind: 'claims',
    table: claims,
    sort: SORTS[sortBy],
    where: { status, class: product, section, assignee: assigneeOf(assigned, adminId) },
    also: and(
      flag && isFlagged(flag),
      over === undefined ? undefined : gt(claims.amount_cents, over * 100),
      to === undefined ? undefined : lte(claims.amount_cents, to * 100),
    ),
    within: isLate ? { before: sql`${now}` } : within,
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
      WHERE c.id IN ${among(ids)}`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

const DECISIONS = 200;

/** Figures about all claims at `now` (ISO): counters, and the newest decisions. */
export const readFigures = (db: Database, now: string) =>
  readTogether({
    counts: readDeskCounts(db, 'claims'),
    overdue: countOverdue(db, 'claims', now),
    decisions: db
      .select({ created_at: claims.created_at, decided_at: claims.decided_at })
      .from(claims)
      .where(isNotNull(claims.decided_at))
      .orderBy(desc(claims.decided_at))
      .limit(DECISIONS),
  });
