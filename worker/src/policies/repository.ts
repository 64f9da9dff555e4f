import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  lte,
  notExists,
  type SQL,
  sql,
} from 'drizzle-orm';
import { RENEWED_PRODUCTS } from '#domain/policy/lifecycle.ts';
import { usdOutside } from '#worker/money/transfers/repository.ts';
import { claims, openClaim } from '#worker/platform/db/claims-schema.ts';
import {
  type Database,
  firstOf,
  oneValue,
  readTogether,
  type Statement,
  type Statements,
} from '#worker/platform/db/client.ts';
import { listRecords, sumCustomer } from '#worker/platform/db/desk-rows.ts';
import { findRow, findRows, guardNoRow, guardRow, guardVersions } from '#worker/platform/db/guard.ts';
import { policyHistory } from '#worker/platform/db/journal.ts';
import { threadMessages } from '#worker/platform/db/messages-schema.ts';
import { chainEvents, endings, policyContacts } from '#worker/platform/db/registry-schema.ts';
import { policies, quotes } from '#worker/platform/db/schema.ts';
import { linksOf, notReplaced, successor } from '#worker/policies/change/repository.ts';
import { findEnding, findWithdrawal } from '#worker/policies/endings/repository.ts';

type Insert = typeof policies.$inferInsert;

export type NewPolicy = Omit<Insert, 'purchase_event_id'> & { purchase_event_id: SQL<number> };

/** Of a policy of the outer query that is owed a refund: the consent that it needs, if it needs one, holds at `now`. */
export const stillOwed = (now: string) =>
  sql`(+${policies.refund_until} IS NULL OR +${policies.refund_until} > ${now})`;

/** A policy without what only the desk's lists need: a result has at most 100 columns. */
const { refund_until: _refundUntil, ...listed } = getTableColumns(policies);

export const policyColumns = listed;

/** A policy with the quote that it was sold by and the purchase that it rests on. */
const joined = {
  policy: policyColumns,
  quote: getTableColumns(quotes),
  tx_hash: chainEvents.tx_hash,
  /** Null while no block of the chain has the payment. */
  paymentBlock: sql<
    number | null
  >`CASE ${chainEvents.status} WHEN 'orphaned' THEN NULL ELSE ${chainEvents.block_number} END`.as(
    'payment_block',
  ),
  paidAt: chainEvents.block_time,
  paymentStatus: chainEvents.status,
  /** What the holder calls it, encrypted. */
  nickname: policyContacts.nickname,
  /** What replaced it by a change of cover, for `successorOf`. */
  successor,
  /** The refund that is owed, in base units; null for the whole premium, and if none is. */
  owedAmount: sql<
    string | null
  >`CASE WHEN ${policies.refund_kind} IS NOT NULL THEN (SELECT amount FROM ${endings}
    WHERE policy_id = ${policies.id} AND due_from IS NOT NULL AND closed_at IS NULL) END`.as('owed_amount'),
};

const itsPurchase = eq(chainEvents.id, policies.purchase_event_id);

/** Every policy with its quote and purchase. */
export const joinedRows = (db: Database) =>
  db
    .select(joined)
    .from(policies)
    .innerJoin(quotes, eq(quotes.id, policies.quote_id))
    .innerJoin(chainEvents, itsPurchase)
    .leftJoin(policyContacts, eq(policyContacts.policy_id, policies.id));

/** The wallet's policies after an id (exclusive), newest first; with `back`, the ones before it. */
export function listOwn(
  db: Database,
  wallet: string,
  limit: number,
  from: { id: number; back: boolean } | null,
) {
  const page = from && (from.back ? gt : lt)(policies.id, from.id);
  return joinedRows(db)
    .where(and(eq(policies.wallet, wallet), page ?? undefined))
    .orderBy((from?.back ? asc : desc)(policies.id))
    .limit(limit)
    .all();
}

export type PolicyRow = Awaited<ReturnType<typeof listOwn>>[number];

export const findOwn = (db: Database, id: number, wallet: string): Promise<PolicyRow | null> =>
  firstOf(joinedRows(db).where(and(eq(policies.id, id), eq(policies.wallet, wallet))));

export const findOwnByQuote = (db: Database, quoteId: string, wallet: string) =>
  firstOf(joinedRows(db).where(and(eq(policies.quote_id, quoteId), eq(policies.wallet, wallet))));

/** Active policies that end on the days `after` one up to a `last`, that no refund ends before and nothing replaced, and whose holder has no message with this key yet. */
export function policiesEnding(
  db: Database,
  wanted: { after: string; last: string; minDays: number; keyPrefix: string },
  limit: number,
) {
  return db
    .select({
      policy_id: policies.id,
      quote_id: policies.quote_id,
      wallet: policies.wallet,
      product: policies.product,
      name: policies.customer_name,
      end_date: policies.end_date,
      cover_until: policies.cover_until,
    })
    .from(policies)
    .innerJoin(quotes, eq(quotes.id, policies.quote_id))
    .where(
      and(
        gt(policies.end_date, wanted.after),
        lte(policies.end_date, wanted.last),
        eq(policies.status, 'active'),
        inArray(policies.product, RENEWED_PRODUCTS),
        gte(quotes.days, wanted.minDays),
        isNull(policies.refund_kind),
        isNull(policies.withdrawn_at),
        notReplaced,
        notExists(
          db
            .select({ one: sql`1` })
            .from(threadMessages)
            .where(eq(threadMessages.dedupe_key, sql`${wanted.keyPrefix} || ${policies.quote_id}`)),
        ),
      ),
    )
    .orderBy(asc(policies.end_date), asc(policies.id))
    .limit(limit)
    .all();
}
export type EndingPolicy = Awaited<ReturnType<typeof policiesEnding>>[number];

/** A purchase without what only the journal needs, for the same reason. */
const { generation: _generation, ...purchaseColumns } = getTableColumns(chainEvents);

/** The policy of a draft's group, whoever holds it, with the purchase that it rests on; null for one that is not on record. */
export const findByGroup = (db: Database, groupId: string | SQL) =>
  firstOf(
    db
      .select({
        policy: policyColumns,
        quote: getTableColumns(quotes),
        purchase: purchaseColumns,
      })
      .from(policies)
      .innerJoin(quotes, eq(quotes.id, policies.quote_id))
      .leftJoin(chainEvents, itsPurchase)
      .where(eq(policies.group_id, groupId)),
  );

export type GroupRow = NonNullable<Awaited<ReturnType<typeof findByGroup>>>;

/** One whose purchase is on record. */
export type PaidGroup = GroupRow & { purchase: NonNullable<GroupRow['purchase']> };

/** Every change of a policy moves its version, and so does a step of a claim on it. */
const next = { version: sql`${policies.version} + 1` };

/** The setting in force; one that is no number counts as its default, as in `settingOf`. */
const platformFeeBps = sql<number>`coalesce((SELECT CAST(value AS INTEGER) FROM system_settings
  WHERE key = 'platform_fee_bps' AND value GLOB '[0-9]*' AND value NOT GLOB '*[^0-9]*'), 250)`;

/** The fee of the moment stays with the policy, so that a refund, or the same premium mined again, has the same share. */
export const insertPolicy = (db: Database, row: NewPolicy): Statements => [
  db.insert(policies).values({ ...row, platform_fee_bps: platformFeeBps }),
  sumCustomer(db, row.wallet, 'name', 'email', 'policies', 'premium_usd'),
  listRecords(db, 'policies', eq(policies.quote_id, row.quote_id)),
];

/** The recorded purchase of a quote in a transaction; the same batch may record it. */
export const purchaseEvent = (quote: { id: string; chain_id: string }, txHash: string) =>
  sql<number>`(SELECT id FROM chain_events WHERE chain_id = ${quote.chain_id} AND tx_hash = ${txHash}
    AND identity = ${quote.id})`;

/** Changes the policy of a quote, or switches it to another quote of its group; number and group stay. */
export const setState = (db: Database, quoteId: string, state: Partial<Omit<NewPolicy, 'id' | 'group_id'>>) =>
  db
    .update(policies)
    .set({ ...next, ...state })
    .where(eq(policies.quote_id, quoteId));

/** Identifies what that purchase did, as `byEvent`. */
export const byPurchase = (quote: { id: string; chain_id: string }, txHash: string) =>
  sql<string>`(SELECT 'event:' || id || ':' || generation FROM chain_events WHERE chain_id = ${quote.chain_id}
    AND tx_hash = ${txHash} AND identity = ${quote.id})`;

/** Not scoped by owner: for chain events, payouts and refunds. */
export const findByQuote = (db: Database, quoteId: string): Promise<PolicyRow | null> =>
  firstOf(joinedRows(db).where(eq(policies.quote_id, quoteId)));

/** The policy that rests on this purchase, whoever holds it. */
export const findByPurchase = (db: Database, event: Purchase): Promise<PolicyRow | null> =>
  firstOf(joinedRows(db).where(restsOn(event)));

/** Whether the policy is about to be canceled, or was. */
export async function hasEnding(db: Database, policyId: number): Promise<boolean> {
  const ending = await findEnding(db, policyId);
  return ending !== null && ending.kind !== 'rejection';
}

/** Leads a batch about a purchase that no policy rests on: that is so still. */
export const guardUnused = (db: Database, event: Purchase): Statement =>
  guardNoRow(db, policies, restsOn(event));

type Purchase = Pick<typeof chainEvents.$inferSelect, 'id' | 'quote_id'>;
/** A policy has the quote of the purchase that it rests on, and no other policy has that. */
const restsOn = ({ id, quote_id }: Purchase) =>
  and(eq(policies.quote_id, quote_id), eq(policies.purchase_event_id, id));

/** Not scoped by an owner: for those who pay out and refund. */
export const findById = (db: Database, id: number): Promise<PolicyRow | null> =>
  firstOf(joinedRows(db).where(eq(policies.id, id)));

/** Whole US dollars paid on a policy outside the chain, of which its registry knows nothing. */
export async function paidOutside(db: Database, policyId: number): Promise<number> {
  const usd = db.select({ value: usdOutside(sql`${policyId}`) }).from(sql`(SELECT 1)`);
  return (await oneValue(usd)) ?? 0;
}

/** Most history lines on a policy's detail page; the newest ones. */
const HISTORY = 200;

/** Confirmed events about who holds a policy. The text is that of the index `chain_events_holder`, which SQLite needs. */
export const aboutHolder = and(
  eq(chainEvents.status, 'confirmed'),
  sql`${chainEvents.kind} IN ('holder_change_proposed', 'holder_change_confirmed', 'holder_change_contested', 'holder_change_stopped', 'holder_changed')`,
);

/** Most events of one change: proposed, confirmed, contested, and confirmed by two. */
const HOLDER_STEPS = 5;

/** The events that tell whether a change of holder is under way, the newest first. */
export const findHolderEvents = (db: Database, quoteId: string) =>
  db
    .select()
    .from(chainEvents)
    .where(and(eq(chainEvents.quote_id, quoteId), aboutHolder))
    .orderBy(desc(chainEvents.block_number), desc(chainEvents.event_index))
    .limit(HOLDER_STEPS)
    .all();

/**
 * History, ending with its refund, withdrawal, changes of cover and holder, contact and payments outside the chain of a
 * policy, in one round trip.
 */
export async function findService(db: Database, policy: { id: number; quote_id: string }) {
  const refund = and(
    eq(chainEvents.quote_id, policy.quote_id),
    eq(chainEvents.kind, 'premium_refunded'),
    eq(chainEvents.status, 'confirmed'),
  );
  const { history, ...service } = await readTogether({
    history: findRows(db, policyHistory, { policy_id: policy.id }, [desc(policyHistory.id)], HISTORY + 1),
    ending: findEnding(db, policy.id),
    withdrawal: findWithdrawal(db, policy.id),
    holderEvents: findHolderEvents(db, policy.quote_id),
    refund: findRow(db, chainEvents, refund),
    contact: findContact(db, policy.id),
    outsideUsd: paidOutside(db, policy.id),
    links: linksOf(db, policy),
    openClaims: db
      .select({ id: claims.id })
      .from(claims)
      .where(and(eq(claims.policy_id, policy.id), openClaim))
      .orderBy(asc(claims.id)),
  });
  const shown = history.slice(0, HISTORY).reverse();
  return { ...service, history: shown, earlierEvents: history.length > shown.length };
}

export type Service = Awaited<ReturnType<typeof findService>>;

export type ContactRow = typeof policyContacts.$inferSelect;

export const findContact = (db: Database, policyId: number): Promise<ContactRow | null> =>
  findRow(db, policyContacts, { policy_id: policyId });

/** Batch guard: neither the policy has changed since it was read, nor its payment, nor the state of a claim on it. */
export const guardPolicy = (db: Database, policy: Pick<PolicyRow['policy'], 'id' | 'version'>): Statement =>
  guardVersions(db, policies, [policy]);

/**
 * Batch guard for a new claim: the policy covers as it was read, and is owed a refund since the same time, if at all. Claims move
 * its version, so that would let only one of several at a time be made.
 */
export const guardCover = (db: Database, policy: PolicyRow['policy']): Statement => {
  const { id, wallet, status, paid_out_usd, withdrawn_at, cover_from, cover_until, refund_since } = policy;
  const cover = { status, paid_out_usd, withdrawn_at, cover_from, cover_until, refund_since };
  return guardRow(db, policies, { id, wallet, ...cover });
};

export const storeContact = (
  db: Database,
  policyId: number,
  change: Partial<ContactRow> & Pick<ContactRow, 'updated_at'>,
) =>
  db
    .insert(policyContacts)
    .values({ policy_id: policyId, ...change })
    .onConflictDoUpdate({ target: policyContacts.policy_id, set: change });

/** Batch guard: the quote's private fields are unchanged since they were read. */
export const guardSealed = (db: Database, { id, sealed }: PolicyRow['quote']): Statement =>
  guardRow(db, quotes, { id, sealed });

export const setSealed = (db: Database, quoteId: string, sealed: string) =>
  db.update(quotes).set({ sealed }).where(eq(quotes.id, quoteId));

/** Batch guard: the policy's contact is unchanged since it was read, or still missing. */
export const guardContact = (db: Database, policyId: number, contact: ContactRow | null): Statement =>
  contact === null
    ? guardNoRow(db, policyContacts, { policy_id: policyId })
    : guardRow(db, policyContacts, {
        policy_id: policyId,
        telephone: contact.telephone,
        beneficiary: contact.beneficiary,
      });
