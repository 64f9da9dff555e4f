import { type SQL, sql } from 'drizzle-orm';
import type { Complaint, Decision } from '#domain/admin/outcomes.ts';
import type { ProductKey } from '#domain/products/index.ts';
import type { Database } from '#worker/platform/db/client.ts';
import { firstOfKind } from '#worker/platform/db/desk-kinds.ts';

/** Days of a period, both included, and a product if not all are asked for. */
interface Period {
  from: string;
  to: string;
  product?: ProductKey | undefined;
}

/** A decision with what its line of the file says besides. */
export interface DecisionRow extends Decision {
  at: string;
  made: string;
  /** US dollars. */
  claimed: number;
  reason: string | null;
  /** Of a decision that stands: its second administrator, and who prepared the payout that arrived. */
  confirmed_by: string | null;
  prepared_by: string | null;
}

const within = (column: string, { from, to }: Period): SQL =>
  // Later than any moment of the last day, as text.
  sql`${sql.raw(column)} >= ${from} AND ${sql.raw(column)} < ${`${to}U`}`;

/** The last time that something happened to the claim before the decision. */
const last = (column: string, kind: string) =>
  `(SELECT max(x.${column}) FROM occurrences x WHERE x.claim_id = o.claim_id AND x.id < o.id AND x.kind = 'claim.${kind}')`;
const other = (order: '<' | '>') =>
  `EXISTS (SELECT 1 FROM claim_decisions w WHERE w.claim_id = o.claim_id AND w.id ${order} o.id)`;

const DECISION =
  sql.raw(`c.id AS claim, c.product, c.cause, c.amount_cents / 100.0 AS claimed, c.created_at AS made, o.at,
  substr(o.kind, 7) AS outcome, coalesce(a.name, 'Nobody') AS handler, d.data ->> 'payout_usd' AS payout,
  d.data ->> 'suggested_usd' AS suggested, coalesce(d.data ->> 'reason', d.data ->> 'notes') AS reason,
  (d.data ->> '$.clause.title') || ': ' || (d.data ->> '$.clause.text') AS clause,
  coalesce(${last('at', 'second_look')}, iif(c.second_look_of IS NULL, NULL, c.created_at)) AS asked,
  NOT ${other('<')} AS is_first, NOT ${other('>')} AND c.status <> 'under_review' AS stands,
  b.name AS second, t.prepared_name AS prepared_by, coalesce(t.prepared_by = d.actor, 0) AS one_person,
  EXISTS (SELECT 1 FROM accounts u WHERE u.wallet = c.wallet AND u.status = 'inactive') AS deactivated,
  coalesce(${last('id', 'documents_overdue')} > coalesce(${last('id', 'documents_added')}, 0), 0) AS no_documents
  FROM claim_steps o JOIN claims c ON c.id = o.claim_id JOIN occurrence_data d ON d.id = o.id
    LEFT JOIN admins a ON a.id = d.actor LEFT JOIN admins b ON b.id = c.confirmed_by
    LEFT JOIN transfers t ON t.claim_id = c.id AND t.state = 'confirmed' AND t.kind = 'payout'`);

/** Up to `limit` decisions of a period by its index, earliest first. */
export const readDecisions = (db: Database, period: Period, limit: number): Promise<DecisionRow[]> =>
  db.all(sql`SELECT *, round((julianday(at) - julianday(coalesce(asked, made))) * 24, 1) AS hours,
      iif(asked IS NOT NULL, 'second', iif(is_first, 'first', 'again')) AS look, iif(stands, second, NULL) AS confirmed_by
    FROM (SELECT ${DECISION} WHERE o.kind IN ('claim.approved', 'claim.rejected', 'claim.given_up')
      AND ${within('o.at', period)} AND ${period.product ? sql`c.product = ${period.product}` : sql`true`}
      ORDER BY o.at LIMIT ${limit})`);

const PRODUCT = sql`(SELECT p.product FROM policies p
  WHERE p.id = coalesce(t.policy_id, (SELECT c.policy_id FROM claims c WHERE c.id = t.claim_id)))`;

/** Up to `limit` complaints that came in a period, about a product if one is asked for. */
export const readComplaints = (db: Database, period: Period, limit: number): Promise<Complaint[]> =>
  db.all(sql`SELECT t.id, coalesce(t.cause, 'other') AS cause, t.outcome,
      round(julianday(t.answered_at) - julianday(t.created_at), 1) AS days
    FROM desk d CROSS JOIN threads t ON t.id = d.id - ${firstOfKind('messages')}
    WHERE d.kind = 'messages' AND d.mark = 'complaint' AND ${within('t.created_at', period)}
      AND ${period.product ? sql`${PRODUCT} = ${period.product}` : sql`true`} LIMIT ${limit}`);
