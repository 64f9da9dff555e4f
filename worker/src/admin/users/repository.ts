/**
 * The desk's list of customers. `sumCustomer` and the trigger `policies_changed` keep what a row shows of a customer's profile,
 * policies, claims and premiums less refunds, and the trigger `accounts_changed` the names in threads.
 */
import { and, desc, eq, gt, ne, sql } from 'drizzle-orm';
import type { AdminRole } from '#domain/admin/roles.ts';
import { PAYMENT_REASONS } from '#domain/payments/reasons.ts';
import { selectNotes, selectTrail } from '#worker/admin/repository.ts';
import { type DeskPageInput, readDeskPage } from '#worker/desk/repository.ts';
import { claims } from '#worker/platform/db/claims-schema.ts';
import { type Database, oneValue, readTogether, type Statement } from '#worker/platform/db/client.ts';
import { findRow, findRows, guardVersions, matches, updateRows } from '#worker/platform/db/guard.ts';
import { threads } from '#worker/platform/db/messages-schema.ts';
import { confirmedEmails } from '#worker/platform/db/outbox-schema.ts';
import { profiles } from '#worker/platform/db/profile-schema.ts';
import { chainEvents } from '#worker/platform/db/registry-schema.ts';
import { accounts, paymentExceptions, policies, quotes, sessions } from '#worker/platform/db/schema.ts';

export type AccountRow = typeof accounts.$inferSelect;
export interface UserFilter {
  status?: AccountRow['status'] | undefined;
  sortBy?: 'joined_date' | 'total_premium' | undefined;
}

/** Entries of each list of a customer. */
const NEWEST = 50;

/** Accounts are numbered in the order in which they joined, so that the number sorts by the date. */
export const readUserPage = (db: Database, input: DeskPageInput, { status, sortBy }: UserFilter) =>
  readDeskPage(db, input, {
    kind: 'users',
    table: accounts,
    sort: sortBy === 'total_premium' ? 'amount' : 'id',
    where: { status },
  });

export const findAccount = (db: Database, wallet: string): Promise<AccountRow | null> =>
  findRow(db, accounts, { wallet });

/** Everything about one customer, in one round trip; null if there is no such wallet. */
export async function readUser(db: Database, wallet: string, now: string, role: AdminRole) {
  const subject = `user:${wallet}`;
  const { account, phone, confirmed, paid, unmatched, ...around } = await readTogether({
    account: findAccount(db, wallet),
    phone: findPhone(db, wallet),
    confirmed: db
      .select({ email: confirmedEmails.email })
      .from(confirmedEmails)
      .where(eq(confirmedEmails.wallet, wallet)),
    sessions: db.$count(
      sessions,
      matches(sessions, { wallet, revoked_at: null }, gt(sessions.expires_at, now)),
    ),
    policies: findRows(db, policies, { wallet }, [desc(policies.id)], NEWEST),
    claims: findRows(db, claims, { wallet }, [desc(claims.id)], NEWEST),
    threads: findRows(db, threads, { wallet }, [desc(threads.last_message_at), desc(threads.id)], NEWEST),
    paid: paymentsOfPolicies(db, wallet),
    unmatched: paymentsWithoutPolicy(db, wallet),
    notes: selectNotes(db, subject),
    trail: selectTrail(db, subject, role),
  });
  if (!account) return null;
  return {
    ...around,
    account,
    hasPhone: Boolean(phone),
    confirmed: confirmed.map(({ email }) => email),
    payments: [...paid, ...unmatched],
  };
}
export type UserRecord = NonNullable<Awaited<ReturnType<typeof readUser>>>;

const money = {
  txHash: chainEvents.tx_hash,
  chainId: chainEvents.chain_id,
  amount: chainEvents.amount,
  token: chainEvents.token,
  kind: chainEvents.kind,
  at: chainEvents.block_time,
  currency: quotes.currency,
  decimals: quotes.decimals,
};

/** What was paid to or by the wallet for its newest policies, newest first. */
function paymentsOfPolicies(db: Database, wallet: string) {
  const own = db
    .select({ quote_id: policies.quote_id, policyId: policies.id })
    .from(policies)
    .where(eq(policies.wallet, wallet))
    .orderBy(desc(policies.id))
    .limit(NEWEST)
    .as('own');
  return db
    .select({ ...money, policyId: own.policyId })
    .from(own)
    .innerJoin(chainEvents, eq(chainEvents.quote_id, own.quote_id))
    .leftJoin(quotes, eq(quotes.id, own.quote_id))
    .where(
      matches(
        chainEvents,
        { wallet, status: 'confirmed' },
        sql`${chainEvents.kind} IN ('purchased', 'premium_refunded', 'claim_paid', 'payment_owed')`,
      ),
    )
    .orderBy(desc(chainEvents.id))
    .limit(NEWEST);
}

/** The wallet's payments without a policy, and their refunds. */
function paymentsWithoutPolicy(db: Database, wallet: string) {
  const own = db
    .select({ quoteId: sql<string>`${chainEvents.quote_id}`.as('own_quote') })
    .from(paymentExceptions)
    .innerJoin(chainEvents, eq(chainEvents.id, paymentExceptions.event_id))
    .where(
      matches(
        paymentExceptions,
        { wallet, reason: PAYMENT_REASONS },
        ne(paymentExceptions.status, 'became_policy'),
      ),
    )
    .orderBy(desc(paymentExceptions.id))
    .limit(NEWEST)
    .as('own');
  return db
    .select({ ...money, policyId: sql<null>`NULL` })
    .from(own)
    .innerJoin(chainEvents, eq(chainEvents.quote_id, own.quoteId))
    .leftJoin(quotes, eq(quotes.id, own.quoteId))
    .where(
      and(
        eq(chainEvents.status, 'confirmed'),
        sql`${chainEvents.kind} IN ('purchased', 'premium_refunded', 'payment_owed')`,
      ),
    )
    .orderBy(desc(chainEvents.id))
    .limit(NEWEST);
}

/** Sets the status of an account that nobody changed meanwhile. Fails on a constraint if somebody did. */
export const setStatus = (
  db: Database,
  account: AccountRow,
  change: Pick<AccountRow, 'status' | 'status_note'>,
): [Statement, Statement] => [
  guardVersions(db, accounts, [account]),
  updateRows(db, accounts, { id: account.id }, { ...change, version: account.version + 1 }),
];

export const findPhone = (db: Database, wallet: string): Promise<string | null> =>
  oneValue(db.select({ value: profiles.phone }).from(profiles).where(eq(profiles.wallet, wallet)));
