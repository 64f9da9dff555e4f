import { type SQL, sql } from 'drizzle-orm';
import type { ComplaintCause, ComplaintOutcome } from '#domain/complaints/schema.ts';
import type { ProductKey } from '#domain/products/index.ts';
import type { Database } from '#worker/platform/db/client.ts';

/** Days of a period, both included, and a product if not all are asked for. */
interface Period {
  from: string;
  to: string;
  product?: ProductKey | undefined;
}

/** A decision of the period, as its occurrence and its claim have it. Flags are 0 or 1. */
export interface DecisionRow {
  kind: 'claim.approved' | 'claim.rejected' | 'claim.given_up';
  at: string;
  claim: number;
  product: ProductKey;
  cause: string | null;
  amount_cents: number;
  created_at: string;
  /** JSON of what was told. */
  data: string;
  handler: number | null;
  handler_name: string | null;
  /** When the second look that it answers was asked for; null of any other decision. */
  asked_at: string | null;
  is_first: number;
  stands: number;
  /** Of a decision that stands: its second administrator. */
  confirmed_name: string | null;
  /** Who prepared the payout that arrived. */
  preparer: number | null;
  preparer_name: string | null;
  is_deactivated: number;
  no_documents: number;
}

const within = (column: string, { from, to }: Period): SQL =>
  // Later than any moment of the last day, as text.
  sql`${sql.raw(column)} >= ${from} AND ${sql.raw(column)} < ${`${to}U`}`;

const OTHERS = 'FROM claim_decisions w WHERE w.claim_id = o.claim_id AND w.id';
const LOOKED =
  "FROM occurrences s WHERE s.claim_id = o.claim_id AND s.id < o.id AND s.kind = 'claim.second_look'";
const LATE =
  "FROM occurrences l WHERE l.claim_id = o.claim_id AND l.id < o.id AND l.kind = 'claim.documents_overdue'";
const CAME =
  "FROM occurrences m WHERE m.claim_id = o.claim_id AND m.id < o.id AND m.kind = 'claim.documents_added'";

/** Up to `limit` decisions of a period by its index, earliest first. */
export const readDecisions = (db: Database, period: Period, limit: number): Promise<DecisionRow[]> =>
  db.all(sql`SELECT o.kind, o.at, c.id AS claim, c.product, c.cause, c.amount_cents, c.created_at, d.data,
      d.actor AS handler, a.name AS handler_name,
      coalesce((SELECT max(s.at) ${sql.raw(LOOKED)}), iif(c.second_look_of IS NULL, NULL, c.created_at)) AS asked_at,
      NOT EXISTS (SELECT 1 ${sql.raw(OTHERS)} < o.id) AS is_first,
      NOT EXISTS (SELECT 1 ${sql.raw(OTHERS)} > o.id) AND c.status <> 'under_review' AS stands,
      b.name AS confirmed_name, t.prepared_by AS preparer, t.prepared_name AS preparer_name,
      EXISTS (SELECT 1 FROM accounts u WHERE u.wallet = c.wallet AND u.status = 'inactive') AS is_deactivated,
      coalesce((SELECT max(l.id) ${sql.raw(LATE)}) > coalesce((SELECT max(m.id) ${sql.raw(CAME)}), 0), 0) AS no_documents
    FROM claim_steps o JOIN claims c ON c.id = o.claim_id JOIN occurrence_data d ON d.id = o.id
      LEFT JOIN admins a ON a.id = d.actor LEFT JOIN admins b ON b.id = c.confirmed_by
      LEFT JOIN transfers t ON t.claim_id = c.id AND t.state = 'confirmed' AND t.kind = 'payout'
    WHERE o.kind IN ('claim.approved', 'claim.rejected', 'claim.given_up') AND ${within('o.at', period)}
      AND ${period.product ? sql`c.product = ${period.product}` : sql`true`}
    ORDER BY o.at LIMIT ${limit}`);

export interface ComplaintRow {
  id: number;
  cause: ComplaintCause | null;
  outcome: ComplaintOutcome | null;
  created_at: string;
  answered_at: string | null;
}

/** Up to `limit` complaints that came in a period, about a product if one is asked for. */
export const readComplaints = (db: Database, period: Period, limit: number): Promise<ComplaintRow[]> =>
  db.all(sql`SELECT t.id, t.cause, t.outcome, t.created_at, t.answered_at FROM threads t
    WHERE t.category = 'complaint' AND ${within('t.created_at', period)}
      AND ${period.product ? sql`(SELECT p.product FROM policies p WHERE p.id = coalesce(t.policy_id, (SELECT c.policy_id FROM claims c WHERE c.id = t.claim_id))) = ${period.product}` : sql`true`}
    LIMIT ${limit}`);
