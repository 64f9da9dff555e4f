/** The desk's counters beside what they count. */
import { rows } from './harness.ts';

const grouped = (list: string, table: string, kind: string | null) => {
  const one = (status: string, what: string, by: string) =>
    `SELECT '${list}' list, ${status} status, ${what} kind, count(*) count FROM ${table} ${by}`;
  return [
    one("''", "''", ''),
    one('status', "''", 'GROUP BY status'),
    ...(kind === null
      ? []
      : [one("''", kind, `GROUP BY ${kind}`), one('status', kind, `GROUP BY status, ${kind}`)]),
  ];
};
const queued = (section: string, from: string) =>
  `SELECT 'queue' list, '${section}' status, '' kind, count(*) count FROM ${from}`;

/** A payment outside the chain needs a second administrator. */
const REPORTED = "id IN (SELECT claim_id FROM transfers WHERE reference IS NOT NULL AND state = 'prepared')";
/** The last decision in the audit log was against the policy, whose refund is owed. */
const DECLINED = `(status = 'pending' AND needs_review = 1 AND coalesce((SELECT action = 'policy.rejected' FROM audit_log
  WHERE subject = 'policy:' || policies.id AND action IN ('policy.rejected', 'policy.rejection_taken_back')
  ORDER BY audit_log.id DESC LIMIT 1), 0))`;

const ACTUAL = [
  ...grouped('policies', 'policies', 'product'),
  ...grouped('claims', 'claims', 'product'),
  ...grouped('messages', 'threads', 'priority'),
  ...grouped('users', 'accounts', null),
  ...grouped('exceptions', 'payment_exceptions', null),
  "SELECT 'documents' list, '' status, '' kind, count(*) count FROM claim_documents",
  "SELECT 'audit-log' list, '' status, '' kind, count(*) count FROM audit_log",
  queued('claims_due', "claims WHERE status IN ('pending', 'under_review') AND requested_documents IS NULL"),
  queued(
    'payouts_to_confirm',
    `claims WHERE status = 'approved' AND (needs_confirmation = 1 OR ${REPORTED})`,
  ),
  queued(
    'payouts_to_send',
    `claims WHERE status = 'approved' AND needs_confirmation = 0 AND NOT ${REPORTED}`,
  ),
  queued(
    'policies_to_review',
    `policies WHERE status = 'pending' AND needs_review = 1 AND ${DECLINED} = 0 AND withdrawn_at IS NULL`,
  ),
  queued(
    'documents_awaited',
    "claims WHERE status IN ('pending', 'under_review') AND requested_documents IS NOT NULL",
  ),
  queued('payouts_under_way', "claims WHERE status = 'processing_payment'"),
  queued('second_look', "claims WHERE status IN ('pending', 'under_review') AND second_look_at IS NOT NULL"),
  queued('complaint', "threads WHERE category = 'complaint'"),
  queued(
    'refunds_owed',
    "policies WHERE status IN ('pending', 'active') AND id IN (SELECT policy_id FROM endings WHERE due_from IS NOT NULL AND closed_at IS NULL)",
  ),
  queued(
    'messages_unanswered',
    `threads WHERE status IN ('open', 'in_progress') AND (category = 'complaint' AND outcome IS NULL OR (SELECT sender = 'user' FROM thread_messages
      WHERE thread_id = threads.id AND kind = 'message' AND internal = 0 ORDER BY id DESC LIMIT 1))`,
  ),
];

interface Count {
  list: string;
  status: string;
  kind: string;
  count: number;
}

function shown(counts: Count[]): string[] {
  const sums = new Map<string, number>();
  for (const { list, status, kind, count } of counts) {
    const name = `${list} ${status || '*'} ${kind || '*'}`;
    sums.set(name, (sums.get(name) ?? 0) + count);
  }
  return [...sums].flatMap(([name, count]) => (count === 0 ? [] : `${name}: ${count}`)).sort();
}

/** What the counters say, and what they should say. A section of nothing is in neither. */
export async function deskCounts(): Promise<{ counted: string[]; actual: string[] }> {
  // A compound SELECT has few parts on D1.
  const actual = await Promise.all(ACTUAL.map((sql) => rows<Count>(sql)));
  const kept = await rows<{ kind: string; part: string; count: number }>(
    'SELECT kind, key AS part, value AS count FROM desk_counts, json_each(counts)',
  );
  const counted = kept.flatMap(({ kind: list, part, count }) => {
    const [status = '', kind = ''] = part.split('/');
    if (part.startsWith('@')) return [{ list: 'queue', status: part.slice(1), kind: '', count }];
    const sums = [
      ['', ''],
      [status, ''],
      ['', kind],
      [status, kind],
    ] as const;
    const each = new Map(sums.map((sum) => [sum.join('/'), sum]));
    return [...each.values()].map(([its, of]) => ({ list, status: its, kind: of, count }));
  });
  return { counted: shown(counted), actual: shown(actual.flat()) };
}
