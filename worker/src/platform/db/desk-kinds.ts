/** What the desk knows of each kind of record. The view `desk_rows` of the migrations has a copy, which a test compares. */
import { type ClaimMeaning, statusesWith } from '#domain/claims/lifecycle.ts';

export interface DeskKind {
  /** Which millions of millions its rows are numbered in. */
  number: number;
  /** Where its records are. */
  from: string;
  /** Their id; by default `id`. */
  record?: string;
  /** What its numbers are written with, such as `POL`; none without a prefix. */
  prefix?: string;
  /** SQL of each column of `desk`; null by default. */
  status?: string;
  class?: string;
  assignee?: string;
  section?: string;
  mark?: string;
  due?: string;
  amount?: string;
  ends?: string;
  /** Names, numbers, subjects and hashes, and never what somebody wrote in a message or claim. */
  words: string;
}

const quoted = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');
/** SQL that is true where a claim is this work. */
const isWork = (work: ClaimMeaning['work']) => `"status" IN (${quoted(statusesWith('work', work))})`;

/** Before the date of a request for documents. Dates sort before it, and what has no date after it. */
export const AWAITED = 'awaited';
/** Before the order of what waits for nobody. */
export const LATER = 'later';

const MOST = '99999999999999';

export const DESK_KINDS = {
  users: {
    number: 1,
    from: 'accounts',
    status: '"status"',
    amount: '"premium_usd"',
    words: `"wallet" || ' ' || coalesce("name", '') || ' ' || coalesce("email", '')`,
  },
  policies: {
    number: 2,
    from: 'policies',
    prefix: 'POL',
    status: '"status"',
    class: '"product"',
    section: `CASE WHEN "refund_since" IS NOT NULL THEN 'refunds_owed' END`,
    mark: `CASE WHEN "needs_review" = 1 AND "status" = 'pending' AND coalesce("refund_kind", '') NOT IN ('withdrawal', 'rejection') THEN 'policies_to_review' END`,
    amount: '"premium_usd"',
    ends: '"end_date"',
    words: `printf('POL-%03d ', "id") || "wallet" || ' ' || "customer_name" || ' ' || "customer_email" || ' ' || "item_description" || ' ' || "quote_id" || coalesce(' ' || (SELECT "place_mark" FROM "quotes" WHERE "id" = "quote_id"), '')`,
  },
  /** Claims that wait for us by when they are due, then those that wait for their customers, then the others, the newest first. */
  claims: {
    number: 3,
    from: 'claims',
    prefix: 'CLM',
    status: '"status"',
    class: '"product"',
    assignee: '"assigned_to"',
    section: `CASE WHEN ${isWork('decide')} THEN iif("requested_documents" IS NULL, 'claims_due', 'documents_awaited') WHEN ${isWork('pay')} THEN iif("needs_confirmation" = 1 OR "other_by" IS NOT NULL, 'payouts_to_confirm', 'payouts_to_send') WHEN ${isWork('watch')} THEN 'payouts_under_way' END`,
    mark: `CASE WHEN ${isWork('decide')} AND "second_look_at" IS NOT NULL THEN 'second_look' END`,
    due: `CASE WHEN "due_at" IS NULL THEN printf('${LATER} %015d', ${MOST} - "id") WHEN "requested_documents" IS NULL THEN "due_at" ELSE '${AWAITED} ' || "due_at" END`,
    amount: '"amount_cents"',
    words: `printf('CLM-%03d POL-%03d ', "id", "policy_id") || "wallet" || ' ' || "customer_name" || ' ' || "quote_id"`,
  },
  /**
   * Threads that wait by since when, a complaint by a day before its promise breaks, as if it were a message; then the others,
   * the one with the latest message first.
   */
  messages: {
    number: 4,
    from: 'threads',
    prefix: 'CMP',
    status: '"status"',
    class: '"priority"',
    assignee: '"assigned_to"',
    section: `CASE WHEN "waiting_since" IS NOT NULL THEN 'messages_unanswered' END`,
    mark: `CASE WHEN "category" = 'complaint' THEN 'complaint' END`,
    due: `coalesce(CASE WHEN "waiting_since" IS NOT NULL THEN strftime('%Y-%m-%dT%H:%M:%fZ', CASE WHEN "outcome" IS NULL THEN iif("acknowledged_at" IS NULL, "acknowledge_by", "answer_by") END, '-1 day') END, "waiting_since", printf('${LATER} %015d', ${MOST} - unixepoch("last_message_at") * 1000 - CAST(substr("last_message_at", 21, 3) AS integer)))`,
    words: `"subject" || ' ' || "customer_name" || ' ' || coalesce("wallet", '') || ' ' || coalesce("contact_email" || ' ' || "contact_inbox", '')`,
  },
  exceptions: {
    number: 5,
    from: 'payment_exceptions',
    status: '"status"',
    words: `"wallet" || ' ' || "reason" || ' ' || "detail"`,
  },
  documents: { number: 6, from: 'claim_documents', record: '"rowid"', words: '"file_name"' },
  'audit-log': {
    number: 7,
    from: 'audit_log',
    assignee: '"admin_id"',
    mark: '"subject"',
    words: `"action" || ' ' || "subject" || ' ' || coalesce("before", '') || ' ' || coalesce("after", '')`,
  },
} as const satisfies Record<string, DeskKind>;
export type DeskKindName = keyof typeof DESK_KINDS;

const MILLIONS = 1_000_000_000_000;
/** The number before the first row of a kind. */
export const firstOfKind = (kind: DeskKindName): number => DESK_KINDS[kind].number * MILLIONS;
/** The highest number of a record. */
export const LAST_RECORD = MILLIONS - 1;

/** What is made of a record. */
export const DESK_COLUMNS = [
  'status',
  'class',
  'assignee',
  'section',
  'mark',
  'due',
  'amount',
  'ends',
  'words',
] as const;

/** SQL of a record's number. */
export const recordOf = (kind: DeskKindName): string => (DESK_KINDS[kind] as DeskKind).record ?? '"id"';

/** Parts that D1 lets a compound query have. */
const MOST_PARTS = 5;

/** The row of every record, as a query. */
export function deskRows(): string {
  const parts = Object.entries<DeskKind>(DESK_KINDS).map(([kind, its]) => {
    const record = recordOf(kind as DeskKindName);
    const columns = DESK_COLUMNS.map((column) => `${its[column] ?? 'NULL'} AS "${column}"`).join(', ');
    return `SELECT ${its.number * MILLIONS} + ${record} AS "id", '${kind}' AS "kind", ${record} AS "record", ${columns} FROM "${its.from}"`;
  });
  const [some, rest] = [parts.slice(0, MOST_PARTS), parts.slice(MOST_PARTS)];
  return [some, rest].map((each) => `SELECT * FROM (${each.join('\n  UNION ALL ')})`).join('\nUNION ALL ');
}
