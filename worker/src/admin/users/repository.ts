/**
 * The desk's list of customers. `sumCustomer` and the trigger `policies_changed` keep what a row shows of a customer's profile,
 * policies, claims and premiums less refunds, and the trigger `accounts_changed` the names in threads.
 */
import { and, desc, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { AdminRole } from '#domain/admin/roles.ts';
import { PAYMENT_REASONS } from '#domain/payments/reasons.ts';
import { selectNotes, selectTrail } from '#worker/admin/repository.ts';
import { type DeskPageInput, readDeskPage } from '#worker/desk/repository.ts';
import { claims } from '#worker/platform/db/claims-schema.ts';
import { type Database, firstOf, type Statement } from '#worker/platform/db/client.ts';
import { guardVersions } from '#worker/platform/db/guard.ts';
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
  firstOf(db.select().from(accounts).where(eq(accounts.wallet, wallet)));

/** Everything about one customer, in one round trip. Columns of joined tables have names of their own: see D1's batches. */
export async function readUser(db: Database, wallet: string, now: string, role: AdminRole) {
  const subject = `user:${wallet}`;
  const [
    found,
    profile,
    confirmed,
    running,
    ownPolicies,
    ownClaims,
    ownThreads,
    paid,
    unmatched,
    notes,
    trail,
  ] = await db.batch([
    db.select().from(accounts).where(eq(accounts.wallet, wallet)),
    db.select({ phone: profiles.phone }).from(profiles).where(eq(profiles.wallet, wallet)),
    db
      .select({ email: confirmedEmails.email })
      .from(confirmedEmails)
      .where(eq(confirmedEmails.wallet, wallet)),
    db
      .select({ count: sql<number>`count(*)` })
      .from(sessions)
      .where(and(eq(sessions.wallet, wallet), isNull(sessions.revoked_at), gt(sessions.expires_at, now))),
    db.select().from(policies).where(eq(policies.wallet, wallet)).orderBy(desc(policies.id)).limit(NEWEST),
    db.select().from(claims).where(eq(claims.wallet, wallet)).orderBy(desc(claims.id)).limit(NEWEST),
    db
      .select()
      .from(threads)
      .where(eq(threads.wallet, wallet))
      .orderBy(desc(threads.last_message_at), desc(threads.id))
      .limit(NEWEST),
    paymentsOfPolicies(db, wallet),
    paymentsWithoutPolicy(db, wallet),
    selectNotes(db, subject),
    selectTrail(db, subject, role),
  ]);
  const account = found[0];
  if (!account) return null;
  return {
    account,
    hasPhone: Boolean(profile[0]?.phone),
    confirmed: confirmed.map(({ email }) => email),
    sessions: running[0]?.count ?? 0,
    policies: ownPolicies,
    claims: ownClaims,
    threads: ownThreads,
    payments: [...paid, ...unmatched],
    notes,
    trail,
  };
}
export type UserRecord = NonNullable<Awaited<ReturnType<typeof readUser>>>;

const money = {
  txHash: sql<string>`${chainEvents.tx_hash}`.as('paid_tx'),
  chainId: sql<string>`${chainEvents.chain_id}`.as('paid_chain'),
  amount: sql<string | null>`${chainEvents.amount}`.as('paid_amount'),
  token: sql<string | null>`${chainEvents.token}`.as('paid_token'),
  kind: sql<(typeof chainEvents.$inferSelect)['kind']>`${chainEvents.kind}`.as('paid_kind'),
  at: sql<string>`${chainEvents.block_time}`.as('paid_at'),
  currency: sql<string | null>`${quotes.currency}`.as('paid_currency'),
  decimals: sql<number | null>`${quotes.decimals}`.as('paid_decimals'),
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
    .select({ ...money, policyId: sql<number | null>`${own.policyId}`.as('paid_policy') })
    .from(own)
    .innerJoin(chainEvents, eq(chainEvents.quote_id, own.quote_id))
    .leftJoin(quotes, eq(quotes.id, own.quote_id))
    .where(
      and(
        eq(chainEvents.wallet, wallet),
        eq(chainEvents.status, 'confirmed'),
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
      and(
        eq(paymentExceptions.wallet, wallet),
        ne(paymentExceptions.status, 'became_policy'),
        inArray(paymentExceptions.reason, [...PAYMENT_REASONS]),
      ),
    )
    .orderBy(desc(paymentExceptions.id))
    .limit(NEWEST)
    .as('own');
  return db
    .select({ ...money, policyId: sql<number | null>`NULL`.as('paid_policy') })
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
  db
    .update(accounts)
    .set({ ...change, version: account.version + 1 })
    .where(eq(accounts.id, account.id)),
];

export async function findPhone(db: Database, wallet: string): Promise<string | null> {
  const row = await db
    .select({ phone: profiles.phone })
    .from(profiles)
    .where(eq(profiles.wallet, wallet))
    .get();
  return row?.phone ?? null;
}
