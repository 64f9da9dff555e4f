/** Everything that gets into the outbox. Only `told/` writes it. */
import { and, eq, inArray, ne, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { DEFAULT_NOTIFICATIONS } from '#domain/account/profile-schema.ts';
import { rolesWith } from '#domain/admin/roles.ts';
import type { Notice } from '#domain/admin/settings-schema.ts';
import { admins } from '#worker/platform/db/admin-schema.ts';
import { type Database, firstOf, type Statement } from '#worker/platform/db/client.ts';
import { guardNoRow } from '#worker/platform/db/guard.ts';
import {
  confirmedEmails,
  inboxOf,
  isLimited,
  type LIMITED,
  outbox,
} from '#worker/platform/db/outbox-schema.ts';
import { profiles, pushSubscriptions, webhooks } from '#worker/platform/db/profile-schema.ts';

/** What every row of one occurrence shares. */
export interface Entry {
  kind: string;
  /** Identifies what it tells. */
  key: string;
  body: SQL;
  /** ISO times: when it is due, and now. */
  due: string;
  now: string;
}

type Values = Pick<Record<keyof typeof outbox.$inferInsert, SQL>, 'wallet' | 'target' | 'dedupe_key'> &
  Partial<Record<keyof typeof outbox.$inferInsert, SQL>>;

/** One row for each of `source`, unless there is one with its key. The source ends in a WHERE clause, as SQLite asks. */
function insertEach(
  db: Database,
  channel: 'email' | 'webhook' | 'push',
  { kind, key, body, due, now }: Entry,
  given: Values,
  source: SQL,
): Statement {
  const values = {
    id: sql`${channel === 'email' ? 'letter_' : ''} || lower(hex(randomblob(16)))`,
    channel: sql`${channel}`,
    wallet: given.wallet,
    kind: sql`${kind}`,
    target: given.target,
    mailbox: given.mailbox ?? sql`''`,
    subject: given.subject ?? sql`''`,
    quote_id: given.quote_id ?? sql`NULL`,
    event_id: sql`${key}`,
    body: given.body ?? body,
    state: given.state ?? sql`'queued'`,
    attempts: sql`0`,
    next_attempt_at: sql`${due}`,
    response_status: sql`NULL`,
    last_error: sql`NULL`,
    created_at: sql`${now}`,
    sent_at: sql`NULL`,
    dedupe_key: given.dedupe_key,
  } satisfies Record<keyof typeof outbox.$inferInsert, SQL>;
  return db
    .insert(outbox)
    .select(sql`SELECT ${sql.join(Object.values(values), sql`, `)} ${source}`)
    .onConflictDoNothing({ target: outbox.dedupe_key });
}

const subscriber = (table: typeof webhooks | typeof pushSubscriptions, { key }: Entry): Values => ({
  wallet: sql`${table.wallet}`,
  target: sql`${table.id}`,
  dedupe_key: sql`${table.id} || ':' || ${key}`,
});

/** A call to each of the wallet's webhooks that is subscribed to the event. */
export const insertCalls = (db: Database, wallet: string, call: Entry): Statement =>
  insertEach(
    db,
    'webhook',
    call,
    subscriber(webhooks, call),
    sql`FROM ${webhooks} WHERE ${webhooks.wallet} = ${wallet}
      AND EXISTS (SELECT 1 FROM json_each(${webhooks.events}) WHERE value = ${call.kind})`,
  );

/** A notification to each of the wallet's browsers, if it wants them. */
export const insertNotifications = (db: Database, wallet: string, call: Entry): Statement =>
  insertEach(
    db,
    'push',
    call,
    subscriber(pushSubscriptions, call),
    sql`FROM ${pushSubscriptions}
      JOIN ${profiles} ON ${profiles.wallet} = ${pushSubscriptions.wallet} AND ${profiles.push_notifications} = 1
      WHERE ${pushSubscriptions.wallet} = ${wallet}`,
  );

/** `mailbox` of identity/account/email.ts in SQL; accepted addresses have exactly one @. */
const mailboxOf = (email: SQLWrapper) =>
  sql`substr(${email}, 1, instr(${email}, '@')) || lower(substr(${email}, instr(${email}, '@') + 1))`;

/** The address for letters about a policy: the one its holder set, else the purchase's if this wallet bought it. */
const policyAddress = (quoteId: string, wallet: string) => sql`(
  SELECT coalesce(CASE WHEN p.wallet = ${wallet} THEN c.email END, CASE WHEN q.wallet = ${wallet} THEN q.email END)
  FROM policies p JOIN quotes q ON q.id = p.quote_id LEFT JOIN policy_contacts c ON c.policy_id = p.id
  WHERE p.quote_id = ${quoteId})`;

const profileAddress = (wallet: string) => sql`(SELECT email FROM profiles WHERE wallet = ${wallet})`;

const newestConfirmed = (wallet: string) =>
  sql`(SELECT email FROM confirmed_emails WHERE wallet = ${wallet} ORDER BY confirmed_at DESC LIMIT 1)`;

const isConfirmed = (wallet: SQLWrapper, mailbox: SQLWrapper) =>
  sql`EXISTS (SELECT 1 FROM ${confirmedEmails} WHERE ${confirmedEmails.wallet} = ${wallet} AND ${confirmedEmails.mailbox} = ${mailbox})`;

const wantsEmail = (wallet: string) =>
  sql`coalesce((SELECT email_notifications FROM profiles WHERE wallet = ${wallet}), ${DEFAULT_NOTIFICATIONS.email_notifications ? 1 : 0}) = 1`;

interface NewLetter extends Entry {
  wallet: string;
  subject: SQL;
  /** Quote of the policy that it is about; null for none. */
  quote_id: string | null;
  /** An address that was given for this letter; else the wallet's own is found. */
  email: string | null;
  sent: 'always' | 'by_choice' | 'anybody' | 'offered';
  /** Whether it waits for its address to be confirmed. */
  waits: boolean;
  /** Most letters of some kinds to one mailbox since then. */
  limit: { kinds: readonly Limited[]; since: string; most: number } | null;
}

type Limited = (typeof LIMITED)[number];

const CANDIDATE = sql.raw('a.email');

const countWritten = (kinds: readonly Limited[], what: SQL, since: string) =>
  sql`(SELECT count(*) FROM outbox o WHERE ${inArray(sql.raw('o.kind'), [...kinds])} AND ${what} AND o.created_at >= ${since})`;

/** To the same mailbox, however its address is spelled. */
const toInbox = (mailbox: SQL) =>
  sql`${isLimited} AND o.inbox = (SELECT ${sql.raw(inboxOf('m'))} FROM (SELECT ${mailbox} AS m))`;

/** One letter, if there is an address for it. */
export function insertLetter(db: Database, letter: NewLetter): Statement {
  const { wallet, quote_id, email, sent, waits, limit } = letter;
  const own = quote_id === null ? newestConfirmed(wallet) : policyAddress(quote_id, wallet);
  const address =
    email !== null
      ? sql`${email}`
      : sent === 'by_choice'
        ? sql`coalesce(${profileAddress(wallet)}, ${own})`
        : own;
  const mailbox = mailboxOf(CANDIDATE);
  const confirmed = isConfirmed(sql`${wallet}`, mailbox);
  const conditions = [
    sql`${CANDIDATE} IS NOT NULL`,
    ...(sent === 'by_choice' ? [wantsEmail(wallet)] : []),
    ...(waits ? [] : [confirmed]),
    ...(limit ? [sql`${countWritten(limit.kinds, toInbox(mailbox), limit.since)} < ${limit.most}`] : []),
  ];
  return insertEach(
    db,
    'email',
    letter,
    {
      wallet: sql`${wallet}`,
      target: CANDIDATE,
      mailbox,
      subject: letter.subject,
      quote_id: sql`${quote_id}`,
      state:
        sent === 'anybody'
          ? sql`'queued'`
          : sql`CASE WHEN ${confirmed} THEN 'queued' ELSE 'awaiting_confirmation' END`,
      dedupe_key: sql`${letterKey(letter.key)}`,
    },
    sql`FROM (SELECT ${address} AS email) a WHERE ${sql.join(conditions, sql` AND `)}`,
  );
}

/** Key of the letter that tells something. */
const letterKey = (key: string) => `letter:${key}`;

export interface ConfirmationLimits {
  /** ISO time since which no other confirmation letter for this wallet and address may exist. */
  quietSince: string;
  /** ISO time where the count starts. */
  since: string;
  perMailbox: number;
  perWallet: number;
}

/** An address of a wallet, or the one of the letter with this key if it waits. */
type Unconfirmed = { wallet: string; email: string } | { waiting: string };

/** A letter that asks the owner of an address to confirm it, unless that is done or a limit is reached. */
export function insertConfirmation(
  db: Database,
  entry: Entry & { kind: Limited; subject: string },
  to: Unconfirmed,
  { quietSince, since, perMailbox, perWallet }: ConfirmationLimits,
): Statement {
  const source =
    'waiting' in to
      ? sql`SELECT wallet, target AS email FROM outbox WHERE dedupe_key = ${letterKey(to.waiting)} AND state = 'awaiting_confirmation'`
      : sql`SELECT ${to.wallet} AS wallet, ${to.email} AS email`;
  const [wallet, mailbox] = [sql.raw('a.wallet'), mailboxOf(CANDIDATE)];
  const written = (what: SQL, from = since) => countWritten([entry.kind], what, from);
  const ofWallet = sql`o.wallet = ${wallet}`;
  return insertEach(
    db,
    'email',
    entry,
    {
      wallet,
      target: CANDIDATE,
      mailbox,
      subject: sql`${entry.subject}`,
      dedupe_key: sql`${letterKey(entry.key)}`,
    },
    sql`FROM (${source}) a WHERE NOT ${isConfirmed(wallet, mailbox)}
      AND ${written(sql`${ofWallet} AND o.mailbox = ${mailbox}`, quietSince)} = 0
      AND ${written(toInbox(mailbox))} < ${perMailbox} AND ${written(ofWallet)} < ${perWallet}`,
  );
}

/** Administrators who are told: who asked for it, and of the contract also whoever may change the settings. */
const readers = (notice: Notice | 'contract') =>
  sql`FROM ${admins} WHERE ${and(
    notice === 'contract'
      ? or(inArray(admins.role, rolesWith('settings.write')), eq(admins.veto, true))
      : eq(admins[notice], true),
    eq(admins.status, 'active'),
    ne(admins.password_hash, ''),
  )}`;

/** One letter to each administrator who is told, with their name. `except` leaves one out; 0 for nobody. */
export const insertDeskLetters = (
  db: Database,
  letter: Entry & { notice: Notice | 'contract'; subject: string; except: number },
): Statement =>
  insertEach(
    db,
    'email',
    letter,
    {
      wallet: sql`'admin:' || ${admins.id}`,
      target: sql`${admins.email}`,
      mailbox: sql`${admins.email}`,
      subject: sql`${letter.subject}`,
      body: sql`json_set(${letter.body}, '$.letter.name', ${admins.name})`,
      dedupe_key: sql`'desk:' || ${letter.key} || ':' || ${admins.id}`,
    },
    sql`${readers(letter.notice)} AND ${admins.id} <> ${letter.except}`,
  );

/** Whether an administrator, by a letter's reference and address, is still told. */
export async function isReader(
  db: Database,
  notice: Notice | 'contract',
  { wallet, target }: { wallet: string; target: string },
): Promise<boolean> {
  const found = await db.get<{ told: number }>(
    sql`SELECT EXISTS (SELECT 1 ${readers(notice)} AND 'admin:' || ${admins.id} = ${wallet} AND ${admins.email} = ${target}) AS told`,
  );
  return found.told === 1;
}

/**
 * Whether the wallet still has the message that a letter carries, and the claim or policy that it is about; and until when that
 * policy is active.
 */
export const findSubject = (
  db: Database,
  about: { wallet: string | null; key: string | null; quote_id: string | null; claim: number | null },
) =>
  firstOf(
    db
      .select({
        hasMessage: sql<number>`EXISTS (SELECT 1 FROM thread_messages m JOIN threads t ON t.id = m.thread_id
          WHERE m.dedupe_key = ${about.key} AND t.wallet IS ${about.wallet})`,
        isClaimants: sql<number>`EXISTS (SELECT 1 FROM claims WHERE id = ${about.claim} AND wallet = ${about.wallet})`,
        isHolders: sql<number>`EXISTS (SELECT 1 FROM policies WHERE quote_id = ${about.quote_id} AND wallet = ${about.wallet})`,
        standingUntil: sql<
          string | null
        >`(SELECT cover_until FROM policies WHERE quote_id = ${about.quote_id} AND status = 'active'
          AND refund_kind IS NULL AND withdrawn_at IS NULL)`,
      })
      .from(sql`(SELECT 1)`),
  );

/** Statements that drop what these keys tell a wallet, led by a guard: none of it was sent or is being sent. */
export function dropEntries(db: Database, wallet: string, keys: readonly string[]): [Statement, Statement] {
  const told = and(eq(outbox.wallet, wallet), inArray(outbox.event_id, [...keys]));
  return [guardNoRow(db, outbox, sql`${told} AND ${outbox.attempts} > 0`), db.delete(outbox).where(told)];
}
