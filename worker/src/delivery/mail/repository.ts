import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  gte,
  inArray,
  lt,
  lte,
  notExists,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import type { LetterState } from '../../../../domain/account/schema.ts';
import type { Database } from '../../platform/db/client.ts';
import { confirmedEmails, jobMarks, outbox } from '../../platform/db/mail-schema.ts';
import { threadMessages } from '../../platform/db/messages-schema.ts';
import { profiles } from '../../platform/db/profile-schema.ts';
import { policyContacts } from '../../platform/db/registry-schema.ts';
import { policies, quotes } from '../../platform/db/schema.ts';

export type LetterRow = typeof outbox.$inferSelect;
export type LetterKind = LetterRow['kind'];
export type NewLetter = Pick<
  LetterRow,
  | 'id'
  | 'wallet'
  | 'kind'
  | 'recipient'
  | 'mailbox'
  | 'subject'
  | 'quoteId'
  | 'payload'
  | 'createdAt'
  | 'dedupeKey'
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

/** A letter with personal content: it waits unless its address is confirmed at the moment of writing. */
export const insertLetter = (db: Database, letter: NewLetter) =>
  db
    .insert(outbox)
    .values({
      ...letter,
      nextAttemptAt: letter.createdAt,
      state: sql`CASE WHEN ${confirmed(db, letter)} THEN 'queued' ELSE 'awaiting_confirmation' END`,
    })
    .onConflictDoNothing({ target: outbox.dedupeKey });

/** A letter that goes out whether or not its address is confirmed. */
export const insertReady = (db: Database, letter: NewLetter) =>
  db
    .insert(outbox)
    .values({ ...letter, nextAttemptAt: letter.createdAt, state: 'queued' })
    .onConflictDoNothing({ target: outbox.dedupeKey });

export interface ConfirmationLimits {
  /** ISO time: no other confirmation letter for this wallet and address since. */
  quietSince: string;
  /** ISO time from which these are counted. */
  since: string;
  perMailbox: number;
  perWallet: number;
}

const written = (db: Database, what: SQL, since: string) =>
  db
    .select({ count: count() })
    .from(outbox)
    .where(and(eq(outbox.kind, 'confirm_address'), what, gte(outbox.createdAt, since)));

/** The letter that asks for confirmation, written only while the address is unconfirmed and no limit is reached. */
export const insertConfirmation = (db: Database, letter: NewLetter, limits: ConfirmationLimits) => {
  const { id, wallet, kind, recipient, mailbox, subject, createdAt, payload, dedupeKey } = letter;
  const toMailbox = eq(outbox.mailbox, mailbox);
  const ofWallet = eq(outbox.wallet, wallet);
  const asked = and(ofWallet, toMailbox) as SQL;
  return db.insert(outbox).select(sql`
    SELECT ${id}, ${wallet}, ${kind}, ${recipient}, ${mailbox}, ${subject}, NULL, ${payload}, 'queued', 0,
      ${createdAt}, NULL, ${createdAt}, NULL, ${dedupeKey}
    WHERE NOT ${confirmed(db, letter)}
      AND (${written(db, asked, limits.quietSince)}) = 0
      AND (${written(db, toMailbox, limits.since)}) < ${limits.perMailbox}
      AND (${written(db, ofWallet, limits.since)}) < ${limits.perWallet}`);
};

/** Letters of a wallet to an address go out from here on. */
export const releaseLetters = (db: Database, { wallet, mailbox }: Address, now: string) =>
  db
    .update(outbox)
    .set({ state: 'queued', nextAttemptAt: now })
    .where(
      and(eq(outbox.wallet, wallet), eq(outbox.mailbox, mailbox), eq(outbox.state, 'awaiting_confirmation')),
    );

export type DueLetter = Pick<LetterRow, 'id' | 'attempts'>;

/** Takes the letters that are due; nobody else takes them before `until`. */
export async function takeDue(db: Database, now: string, until: string, limit: number): Promise<DueLetter[]> {
  const due = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.state, 'queued'), lte(outbox.nextAttemptAt, now)))
    .orderBy(asc(outbox.nextAttemptAt))
    .limit(limit);
  return db
    .update(outbox)
    .set({ nextAttemptAt: until })
    .where(inArray(outbox.id, due))
    .returning({ id: outbox.id, attempts: outbox.attempts });
}

/** Gives taken letters back, due now. */
export async function giveBack(db: Database, ids: readonly string[], now: string): Promise<void> {
  await db
    .update(outbox)
    .set({ nextAttemptAt: now })
    .where(and(inArray(outbox.id, [...ids]), eq(outbox.state, 'queued')));
}

/**
 * The letter, counted as an attempt, for the one consumer that starts from `attempts`; null when it was sent, has failed
 * or is with another consumer. An attempt that never ends is made again after `until`.
 */
export async function claimLetter(db: Database, due: DueLetter, until: string): Promise<LetterRow | null> {
  const row = await db
    .update(outbox)
    .set({ attempts: due.attempts + 1, nextAttemptAt: until })
    .where(and(eq(outbox.id, due.id), eq(outbox.state, 'queued'), eq(outbox.attempts, due.attempts)))
    .returning()
    .get();
  return row ?? null;
}

/** Records what came of an attempt. Does nothing when a later attempt has begun. */
export async function endAttempt(
  db: Database,
  letter: LetterRow,
  outcome: Partial<Pick<LetterRow, 'state' | 'sentAt' | 'lastError' | 'nextAttemptAt'>>,
): Promise<void> {
  await db
    .update(outbox)
    .set(outcome)
    .where(and(eq(outbox.id, letter.id), eq(outbox.state, 'queued'), eq(outbox.attempts, letter.attempts)));
}

type About = Pick<LetterRow, 'wallet' | 'kind'> & { quoteId: string };

const isAbout = ({ quoteId, kind, wallet }: About) =>
  and(eq(outbox.quoteId, quoteId), eq(outbox.kind, kind), eq(outbox.wallet, wallet));

/** The newest letter of one kind about a policy to an address. */
export async function newestTo(
  db: Database,
  about: About & Pick<LetterRow, 'mailbox'>,
): Promise<LetterRow | null> {
  const row = await db
    .select()
    .from(outbox)
    .where(and(isAbout(about), eq(outbox.mailbox, about.mailbox)))
    .orderBy(desc(outbox.createdAt), desc(outbox.dedupeKey))
    .limit(1)
    .get();
  return row ?? null;
}

/** The newest letter of one kind about a wallet's policy, to whatever address. */
export async function newestAbout(db: Database, about: About): Promise<LetterRow | null> {
  const row = await db
    .select()
    .from(outbox)
    .where(isAbout(about))
    .orderBy(desc(outbox.createdAt))
    .limit(1)
    .get();
  return row ?? null;
}

/** Gives up letters whose address nobody confirmed. */
export async function giveUpUnconfirmed(db: Database, before: string, error: string): Promise<void> {
  const state: LetterState = 'failed';
  await db
    .update(outbox)
    .set({ state, lastError: error })
    .where(and(eq(outbox.state, 'awaiting_confirmation'), lt(outbox.nextAttemptAt, before)));
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
    .where(and(eq(outbox.wallet, wallet), eq(outbox.kind, kind), gte(outbox.createdAt, since)))
    .get();
  return row?.count ?? 0;
}

/** Whether a confirmation letter to this address was written since. */
export async function isConfirmationOpen(db: Database, { wallet, mailbox }: Address, since: string) {
  const asked = and(eq(outbox.wallet, wallet), eq(outbox.mailbox, mailbox)) as SQL;
  return (await written(db, asked, since).get())?.count !== 0;
}

export async function readMark(db: Database, name: string): Promise<string | null> {
  return (await db.select().from(jobMarks).where(eq(jobMarks.name, name)).get())?.mark ?? null;
}

export async function moveMark(db: Database, name: string, mark: string): Promise<void> {
  await db
    .insert(jobMarks)
    .values({ name, mark })
    .onConflictDoUpdate({ target: jobMarks.name, set: { mark } });
}

/** `mailbox` of letter.ts in SQL; the addresses that we take have one @. */
const mailboxOf = (email: SQLWrapper) =>
  sql`substr(${email}, 1, instr(${email}, '@')) || lower(substr(${email}, instr(${email}, '@') + 1))`;

/**
 * Active policies that end on a day and whose holder has no message of this key yet, with the address that letters about
 * them go to, and whether it is confirmed.
 */
export function policiesEnding(
  db: Database,
  wanted: { endDate: string; minDays: number; keyPrefix: string },
  limit: number,
) {
  const email = sql<
    string | null
  >`coalesce(${profiles.email}, ${policyContacts.email}, CASE WHEN ${quotes.wallet} = ${policies.wallet} THEN ${quotes.email} END)`;
  return db
    .select({
      policyId: policies.id,
      quoteId: policies.quoteId,
      wallet: policies.wallet,
      product: policies.product,
      endDate: policies.endDate,
      coverUntil: policies.coverUntil,
      email,
      emails: profiles.emailNotifications,
      confirmedAt: confirmedEmails.confirmedAt,
    })
    .from(policies)
    .innerJoin(quotes, eq(quotes.id, policies.quoteId))
    .leftJoin(policyContacts, eq(policyContacts.policyId, policies.id))
    .leftJoin(profiles, eq(profiles.wallet, policies.wallet))
    .leftJoin(
      confirmedEmails,
      and(eq(confirmedEmails.wallet, policies.wallet), eq(confirmedEmails.mailbox, mailboxOf(email))),
    )
    .where(
      and(
        eq(policies.endDate, wanted.endDate),
        eq(policies.status, 'active'),
        gte(quotes.days, wanted.minDays),
        notExists(
          db
            .select({ one: ONE })
            .from(threadMessages)
            .where(eq(threadMessages.dedupeKey, sql`${wanted.keyPrefix} || ${policies.quoteId}`)),
        ),
      ),
    )
    .orderBy(asc(policies.id))
    .limit(limit)
    .all();
}
export type EndingPolicy = Awaited<ReturnType<typeof policiesEnding>>[number];

/** Letters of a wallet, oldest first. */
export function lettersOf(db: Database, wallet: string): Promise<LetterRow[]> {
  return db.select().from(outbox).where(eq(outbox.wallet, wallet)).orderBy(asc(outbox.createdAt)).all();
}

/** Deletes so many of the letters that were done with before a time. */
export async function deleteDone(db: Database, before: string, limit: number): Promise<void> {
  const done = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(inArray(outbox.state, ['sent', 'failed']), lt(outbox.nextAttemptAt, before)))
    .limit(limit);
  await db.delete(outbox).where(inArray(outbox.id, done));
}
