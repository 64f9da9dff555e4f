import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  lt,
  ne,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { NEVER_OWED, type PayoutReason } from '#domain/payments/reasons.ts';
import { type Database, firstOf, type Statement } from '#worker/platform/db/client.ts';
import { listRecords } from '#worker/platform/db/desk-rows.ts';
import { guardRow, matches, updateRows, upsertRow } from '#worker/platform/db/guard.ts';
import { type ChainEventRow, chainEvents } from '#worker/platform/db/registry-schema.ts';
import { accounts, paymentExceptions, policies, quotes } from '#worker/platform/db/schema.ts';

type Row = typeof paymentExceptions.$inferSelect;
type NewException = Omit<typeof paymentExceptions.$inferInsert, 'event_id'> & {
  eventId: SQL<number> | number;
};
/** Why a payment became no policy. */
export type Reason = Exclude<Row['reason'], PayoutReason>;

/** A payment without a policy and its purchase event, or a payout that pays no claim and its event. */
export interface Exception {
  exception: Row;
  event: ChainEventRow;
}

const joined = { exception: getTableColumns(paymentExceptions), event: getTableColumns(chainEvents) };
const itsEvent = eq(chainEvents.id, paymentExceptions.event_id);
/** The quote that the payment named, which may not be its own id. */
export const namedQuote = sql`coalesce(${paymentExceptions.named_quote_id}, ${chainEvents.quote_id})`;
const stands = ne(chainEvents.status, 'orphaned');
/** Nothing is owed while the purchase is orphaned. A settled exception stays settled. */
const counts = or(stands, ne(paymentExceptions.status, 'open'));

/** Only payments to us can be owed back, and none that is too small to send. */
const owedBack = notInArray(paymentExceptions.reason, [...NEVER_OWED]);

/** Whether a wallet has signed in or been quoted. */
export async function isCustomer(db: Database, wallet: string): Promise<boolean> {
  const row = await db.get<{ known: number }>(
    sql`SELECT EXISTS (SELECT 1 FROM ${accounts} WHERE ${accounts.wallet} = ${wallet})
      OR EXISTS (SELECT 1 FROM ${quotes} WHERE ${quotes.wallet} = ${wallet}) AS known`,
  );
  return row.known === 1;
}

/** The current state. */
export const stateOf = ({ exception, event }: Exception): Row['status'] | 'orphaned' =>
  exception.status === 'open' && event.status === 'orphaned' ? 'orphaned' : exception.status;

/** Records an exception once for its event. One whose policy has since moved to another purchase is reopened. */
export const insertException = (db: Database, row: NewException): Statement[] => [
  upsertRow(db, paymentExceptions, { ...row, event_id: sql`${row.eventId}` }, ['event_id'], {
    status: sql`iif(${paymentExceptions.status} = 'became_policy', 'open', ${paymentExceptions.status})`,
    resolved_at: sql`iif(${paymentExceptions.status} = 'became_policy', NULL, ${paymentExceptions.resolved_at})`,
  }),
  listRecords(db, 'exceptions', sql`${paymentExceptions.event_id} = ${row.eventId}`),
];

const joinedRows = (db: Database) =>
  db.select(joined).from(paymentExceptions).innerJoin(chainEvents, itsEvent);

/** A quote's purchase that is on the chain, and its exception if it has one. */
export const standingPurchase = (db: Database, chainId: string, quoteId: string) =>
  firstOf(
    db
      .select(joined)
      .from(chainEvents)
      .leftJoin(paymentExceptions, itsEvent)
      .where(matches(chainEvents, { quote_id: quoteId, kind: 'purchased', chain_id: chainId }, stands)),
  );

/** A quote is paid at most once, so at most one of its exceptions is on the chain. */
export const exceptionOfQuote = (db: Database, quoteId: string): Promise<Exception | null> =>
  firstOf(joinedRows(db).where(and(eq(chainEvents.quote_id, quoteId), owedBack, counts)));

/** All of the wallet's exceptions, oldest first. Not for batches, which can't tell columns of the same name apart. */
export const allExceptions = (db: Database, wallet: string): Promise<Exception[]> =>
  joinedRows(db)
    .where(and(eq(paymentExceptions.wallet, wallet), owedBack))
    .orderBy(asc(paymentExceptions.id))
    .all();

export const exceptionById = (db: Database, id: number): Promise<Exception | null> =>
  firstOf(joinedRows(db).where(eq(paymentExceptions.id, id)));

const refunds = alias(chainEvents, 'refunds');

/** Payments that became no policy, each with its draft's policy and its refund. */
function ownRows(db: Database, wallet: string) {
  const refund = matches(
    refunds,
    { kind: 'premium_refunded', status: 'confirmed' },
    eq(refunds.quote_id, chainEvents.quote_id),
  );
  return db
    .select({
      ...joined,
      currency: quotes.currency,
      decimals: quotes.decimals,
      policyId: policies.id,
      refund: { tx_hash: refunds.tx_hash, block_time: refunds.block_time },
    })
    .from(paymentExceptions)
    .innerJoin(chainEvents, itsEvent)
    .leftJoin(quotes, eq(quotes.id, namedQuote))
    .leftJoin(policies, and(eq(policies.group_id, quotes.group_id), eq(policies.wallet, wallet)))
    .leftJoin(refunds, refund)
    .$dynamic();
}

/**
 * The wallet's payments without a policy that stand or were refunded, from an id on that is not among them: newest
 * first, or with `back` from there up.
 */
export function exceptionsOf(
  db: Database,
  wallet: string,
  limit: number,
  from: { id: number; back: boolean } | null,
) {
  const page = from && (from.back ? gt : lt)(paymentExceptions.id, from.id);
  return ownRows(db, wallet)
    .where(
      and(
        eq(paymentExceptions.wallet, wallet),
        ne(paymentExceptions.status, 'became_policy'),
        owedBack,
        counts,
        page ?? undefined,
      ),
    )
    .orderBy((from?.back ? asc : desc)(paymentExceptions.id))
    .limit(limit)
    .all();
}
export type OwnException = Awaited<ReturnType<typeof exceptionsOf>>[number];

export function ownException(db: Database, id: number, wallet: string): Promise<OwnException | null> {
  const own = matches(paymentExceptions, { id, wallet }, owedBack);
  return firstOf(ownRows(db, wallet).where(own));
}

/** A payer's consent. One that they gave by a call has no signature. */
interface Consent {
  signature: string | null;
  valid_until: string;
}

/** Until when the payer's consent holds, if it does at `now` (ISO); null without one. */
export const payerConsentUntil = ({ consent_valid_until: until }: Row, now: string): string | null =>
  until !== null && until > now ? until : null;

export const setConsent = (db: Database, id: number, consent: Consent) =>
  db
    .update(paymentExceptions)
    .set({ consent_signature: consent.signature, consent_valid_until: consent.valid_until })
    .where(eq(paymentExceptions.id, id));

/** Forgets this very consent to refund a quote's payment, whether or not the payment is on the chain; no other one. */
export const dropConsent = (db: Database, quoteId: string, { signature, valid_until }: Consent): Statement =>
  db
    .update(paymentExceptions)
    .set({ consent_signature: null, consent_valid_until: null })
    .where(
      and(
        inArray(
          paymentExceptions.event_id,
          db
            .select({ id: chainEvents.id })
            .from(chainEvents)
            .where(matches(chainEvents, { quote_id: quoteId, kind: 'purchased' })),
        ),
        sql`${paymentExceptions.consent_signature} IS ${signature}`,
        eq(paymentExceptions.consent_valid_until, valid_until),
      ),
    );

type Change = { from: Row['status'] } & Pick<Row, 'status' | 'resolved_at'>;
const changed = (db: Database, { from, ...change }: Change, which: SQL): Statement =>
  updateRows(db, paymentExceptions, [{ status: from }, which], change);

export const setStatus = (db: Database, id: number, change: Change): Statement =>
  changed(db, change, eq(paymentExceptions.id, id));

/**
 * The purchase pays for a policy after all, or the payout a claim, such as when it was mined again. No change if it is no
 * exception.
 */
export const settleOpen = (
  db: Database,
  eventId: number,
  status: 'became_policy' | 'resolved',
  resolvedAt: string,
): Statement =>
  changed(db, { from: 'open', status, resolved_at: resolvedAt }, eq(paymentExceptions.event_id, eventId));

/** Batch guard: the exception is still open. */
export const guardOpen = (db: Database, { id }: Row): Statement =>
  guardRow(db, paymentExceptions, { id, status: 'open' });
