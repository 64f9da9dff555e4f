import { and, count, desc, eq, exists, gte, inArray, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import type { LetterState } from '#domain/account/schema.ts';
import { rolesWith } from '#domain/admin/roles.ts';
import type { Notice } from '#domain/admin/settings-schema.ts';
import { type JsonValue, jsonObject } from '#worker/delivery/calls/repository.ts';
import type { OutboxRow } from '#worker/delivery/outbox/repository.ts';
import { admins } from '#worker/platform/db/admin-schema.ts';
import type { Database } from '#worker/platform/db/client.ts';
import { confirmedEmails, inboxOf, type LETTER_KINDS, outbox } from '#worker/platform/db/outbox-schema.ts';
import { adminPreferences } from '#worker/platform/db/settings-schema.ts';

export type LetterKind = (typeof LETTER_KINDS)[number];
/** An outbox entry of the email channel. */
export type LetterRow = Omit<OutboxRow, 'kind'> & { kind: LetterKind };
export type NewLetter = Pick<
  LetterRow,
  | 'id'
  | 'wallet'
  | 'kind'
  | 'target'
  | 'mailbox'
  | 'subject'
  | 'quote_id'
  | 'body'
  | 'created_at'
  | 'dedupe_key'
>;
type Address = Pick<LetterRow, 'wallet' | 'mailbox'>;

const ONE = sql`1`;

const confirmed = (db: Database, { wallet, mailbox }: Address) =>
  exists(
    db
      .select({ one: ONE })
      .from(confirmedEmails)
      .where(and(eq(confirmedEmails.wallet, wallet), eq(confirmedEmails.mailbox, mailbox))),
  );

/** A letter with personal content. It waits unless its address is already confirmed. */
export const insertLetter = (db: Database, letter: NewLetter) =>
  db
    .insert(outbox)
    .values({
      ...letter,
      channel: 'email',
      next_attempt_at: letter.created_at,
      state: sql`CASE WHEN ${confirmed(db, letter)} THEN 'queued' ELSE 'awaiting_confirmation' END`,
    })
    .onConflictDoNothing({ target: outbox.dedupe_key });

/** A letter that is sent whether or not its address is confirmed. */
export const insertReady = (db: Database, letter: NewLetter) =>
  db
    .insert(outbox)
    .values({ ...letter, channel: 'email', next_attempt_at: letter.created_at, state: 'queued' })
    .onConflictDoNothing({ target: outbox.dedupe_key });

export interface ConfirmationLimits {
  /** ISO time since which no other confirmation letter for this wallet and address may exist. */
  quietSince: string;
  /** ISO time where the count starts. */
  since: string;
  perMailbox: number;
  perWallet: number;
}

type Kinds = readonly [LetterKind, ...LetterKind[]];
const CONFIRMATIONS: Kinds = ['confirm_address'];
/** What goes to whichever address somebody entered in a form for everybody. */
const ACKNOWLEDGMENTS: Kinds = ['complaint_received', 'withdrawal_received'];

const written = (db: Database, kinds: Kinds, what: SQL, since: string) =>
  db
    .select({ count: count() })
    .from(outbox)
    .where(and(inArray(outbox.kind, [...kinds]), what, gte(outbox.created_at, since)));

/** To the same mailbox, however its address is spelled. */
const toInbox = ({ mailbox }: Pick<Address, 'mailbox'>) =>
  sql`${outbox.inbox} = (SELECT ${sql.raw(inboxOf('m'))} FROM (SELECT ${mailbox} AS m))`;

const insertIf = (db: Database, letter: NewLetter, condition: SQL) => {
  const { id, wallet, kind, target, mailbox, subject, created_at, body, dedupe_key } = letter;
  return db
    .insert(outbox)
    .select(sql`
    SELECT ${id}, 'email', ${wallet}, ${kind}, ${target}, ${mailbox}, ${subject}, NULL, NULL, ${body}, 'queued', 0,
      ${created_at}, NULL, NULL, ${created_at}, NULL, ${dedupe_key}
    WHERE ${condition}`)
    .onConflictDoNothing({ target: outbox.dedupe_key });
};

/** Inserts a confirmation letter, unless the address is confirmed or a limit is reached. */
export const insertConfirmation = (db: Database, letter: NewLetter, limits: ConfirmationLimits) => {
  const ofWallet = eq(outbox.wallet, letter.wallet);
  const asked = and(ofWallet, eq(outbox.mailbox, letter.mailbox)) as SQL;
  const since = (what: SQL, start = limits.since) => written(db, CONFIRMATIONS, what, start);
  return insertIf(
    db,
    letter,
    sql`NOT ${confirmed(db, letter)} AND (${since(asked, limits.quietSince)}) = 0
      AND (${since(toInbox(letter))}) < ${limits.perMailbox} AND (${since(ofWallet)}) < ${limits.perWallet}`,
  );
};

/** Inserts an acknowledgment, unless its mailbox has had `most` of them since then. */
export const insertAcknowledgment = (db: Database, letter: NewLetter, since: string, most: number) =>
  insertIf(db, letter, sql`(${written(db, ACKNOWLEDGMENTS, toInbox(letter), since)}) < ${most}`);

/** Releases a wallet's waiting letters to an address. */
export const releaseLetters = (db: Database, { wallet, mailbox }: Address, now: string) =>
  db
    .update(outbox)
    .set({ state: 'queued', next_attempt_at: now })
    .where(
      and(eq(outbox.wallet, wallet), eq(outbox.mailbox, mailbox), eq(outbox.state, 'awaiting_confirmation')),
    );

type About = Pick<LetterRow, 'wallet' | 'kind'> & { quote_id: string };

const isAbout = ({ quote_id, kind, wallet }: About) =>
  and(eq(outbox.quote_id, quote_id), eq(outbox.kind, kind), eq(outbox.wallet, wallet));

/** The newest letter of one kind about a policy to one address. */
export async function newestTo(
  db: Database,
  about: About & Pick<LetterRow, 'mailbox'>,
): Promise<LetterRow | null> {
  const row = await db
    .select()
    .from(outbox)
    .where(and(isAbout(about), eq(outbox.mailbox, about.mailbox)))
    .orderBy(desc(outbox.created_at), desc(outbox.dedupe_key))
    .limit(1)
    .get();
  return (row as LetterRow | undefined) ?? null;
}

/** The newest letter of one kind about a wallet's policy, to any address. */
export async function newestAbout(db: Database, about: About): Promise<LetterRow | null> {
  const row = await db
    .select()
    .from(outbox)
    .where(isAbout(about))
    .orderBy(desc(outbox.created_at))
    .limit(1)
    .get();
  return (row as LetterRow | undefined) ?? null;
}

/** Marks letters failed whose address was never confirmed. */
export async function giveUpUnconfirmed(db: Database, before: string, error: string): Promise<void> {
  const state: LetterState = 'failed';
  await db
    .update(outbox)
    .set({ state, last_error: error })
    .where(and(eq(outbox.state, 'awaiting_confirmation'), lt(outbox.next_attempt_at, before)));
}

export async function countWritten(
  db: Database,
  kind: LetterKind,
  wallet: string,
  since: string,
): Promise<number> {
  const row = await db
    .select({ count: count() })
    .from(outbox)
    .where(and(eq(outbox.wallet, wallet), eq(outbox.kind, kind), gte(outbox.created_at, since)))
    .get();
  return row?.count ?? 0;
}

/** Whether a confirmation letter was sent to this address since then. */
export async function isConfirmationOpen(db: Database, { wallet, mailbox }: Address, since: string) {
  const asked = and(eq(outbox.wallet, wallet), eq(outbox.mailbox, mailbox)) as SQL;
  return (await written(db, CONFIRMATIONS, asked, since).get())?.count !== 0;
}

const WANTS = {
  new_claim: adminPreferences.new_claim,
  payment_exception: adminPreferences.payment_exception,
  message_waiting: adminPreferences.message_waiting,
  veto: adminPreferences.veto,
  monthly_report: adminPreferences.monthly_report,
} as const satisfies Record<Notice, unknown>;

/** An administrator who wants to be told; `who` may narrow it to one. */
const wanting = (notice: Notice, who?: SQL) =>
  and(eq(WANTS[notice], true), eq(admins.status, 'active'), ne(admins.password_hash, ''), who);

/** Active administrators who want to be told, for a letter of their own. */
export const readersOf = (db: Database, notice: Notice) =>
  db
    .select({ id: admins.id, email: admins.email, name: admins.name })
    .from(adminPreferences)
    .innerJoin(admins, eq(admins.id, adminPreferences.admin_id))
    .where(wanting(notice))
    .all();

/** The name of an administrator who still wants to be told; null for anyone else. */
export async function readerOf(db: Database, notice: Notice, adminId: number): Promise<string | null> {
  const row = await db
    .select({ name: admins.name })
    .from(adminPreferences)
    .innerJoin(admins, eq(admins.id, adminPreferences.admin_id))
    .where(wanting(notice, eq(admins.id, adminId)))
    .get();
  return row?.name ?? null;
}

interface DeskLetter {
  notice: Notice;
  about: string;
  key: string;
  id: JsonValue;
  /** An administrator who is left out; 0 for nobody. */
  except: number;
  subject: string;
  now: string;
}

/** One letter to each administrator who wants to be told. */
export const insertDeskNotices = (
  db: Database,
  { notice, about, key, id, except, subject, now }: DeskLetter,
) =>
  db
    .insert(outbox)
    .select(sql`
    SELECT 'letter_' || lower(hex(randomblob(16))), 'email', 'admin:' || ${admins.id}, 'desk_notice', ${admins.email},
      ${admins.email}, ${subject}, NULL, NULL, ${jsonObject({ notice, about, id })}, 'queued', 0, ${now}, NULL, NULL,
      ${now}, NULL, 'desk_notice:' || ${key} || ':' || ${admins.id}
    FROM ${adminPreferences} JOIN ${admins} ON ${eq(admins.id, adminPreferences.admin_id)}
    WHERE ${wanting(notice, ne(admins.id, except))}`)
    .onConflictDoNothing({ target: outbox.dedupe_key });

/** Who watches the contract: whoever may change the settings, and whoever asked to be told of proposals. */
const watching = () =>
  and(
    or(inArray(admins.role, rolesWith('settings.write')), eq(adminPreferences.veto, true)),
    eq(admins.status, 'active'),
    ne(admins.password_hash, ''),
  );

type WatchLetter = Pick<NewLetter, 'subject' | 'body' | 'created_at' | 'dedupe_key'>;

/** One letter to each administrator who watches the contract. */
export const insertWatchLetters = (db: Database, { subject, body, created_at, dedupe_key }: WatchLetter) =>
  db
    .insert(outbox)
    .select(sql`
    SELECT 'letter_' || lower(hex(randomblob(16))), 'email', 'admin:' || ${admins.id}, 'contract_notice', ${admins.email},
      ${admins.email}, ${subject}, NULL, NULL, ${body}, 'queued', 0, ${created_at}, NULL, NULL,
      ${created_at}, NULL, ${dedupe_key} || ':' || ${admins.id}
    FROM ${admins} LEFT JOIN ${adminPreferences} ON ${eq(admins.id, adminPreferences.admin_id)}
    WHERE ${watching()}`)
    .onConflictDoNothing({ target: outbox.dedupe_key });

/** The name of an administrator who watches the contract, by the letter's reference and address; null for nobody. */
export async function watcherOf(db: Database, reference: string, email: string): Promise<string | null> {
  const row = await db
    .select({ name: admins.name })
    .from(admins)
    .leftJoin(adminPreferences, eq(admins.id, adminPreferences.admin_id))
    .where(and(eq(admins.id, Number(reference.slice('admin:'.length))), eq(admins.email, email), watching()))
    .get();
  return row?.name ?? null;
}
