import { dayEnd, parseDay } from '#domain/days.ts';
import type { StoredStatus } from '#domain/policy/lifecycle.ts';
import { contactOf, itemDescription } from '#domain/products/forms/facts.ts';
import { isActive } from '#worker/identity/account/repository.ts';
import { type Ctx, nowIso } from '#worker/platform/context.ts';
import type { Statement, Statements } from '#worker/platform/db/client.ts';
import { markQuote } from '#worker/platform/db/figure-days.ts';
import {
  type ChainEventRow,
  closeOwed,
  type EndingRow,
  findReplacement,
} from '#worker/policies/endings/repository.ts';
import { plainFacts } from '#worker/quotes/details.ts';
import type { QuoteRow } from '#worker/quotes/repository.ts';
import { recordStep, type Step } from './history.ts';
import { setCover } from './ledger/repository.ts';
import { noteReplaced, replacing, unaskReplacing } from './replace.ts';
import {
  byPurchase,
  type GroupRow,
  guardPolicy,
  insertPolicy,
  type PolicyRow,
  purchaseEvent,
  setState,
} from './repository.ts';
import { coverOf, holderOf, sumOf, tellHolder } from './tell.ts';

/** Where the payment was seen on chain. */
export interface Evidence {
  tx_hash: string;
  /** ISO time at which cover began according to the registry. */
  cover_from: string;
}

/** What decides whether a paid policy is active at once, and what it replaces. */
export interface Sold {
  confirmed: boolean;
  accountActive: boolean;
  change: EndingRow | null;
}

/** What decides it for a quote of this wallet. */
export async function soldState(
  ctx: Ctx,
  { id, wallet }: Pick<QuoteRow, 'id' | 'wallet'>,
): Promise<Omit<Sold, 'confirmed'>> {
  const [accountActive, change] = await Promise.all([isActive(ctx.db, wallet), findReplacement(ctx.db, id)]);
  return { accountActive, change };
}

type PolicyState = Pick<PolicyRow['policy'], 'status' | 'needs_review'>;

/** A step of the policy that a payment moves from a status to another one; without one before, it opens it. */
const paidStep = (
  ctx: Ctx,
  kind: Step,
  quote: QuoteRow,
  [status, to_status]: readonly [StoredStatus | null, StoredStatus],
  tx_hash: string,
): Statement => {
  const { chain_id, currency, amount, rate, premium_usd: usd } = quote;
  const step = { to_status, tx_hash, currency, amount, rate, usd };
  return recordStep(ctx, kind, { quote_id: quote.id, chain_id, status }, byPurchase(quote, tx_hash), step);
};

/** ISO time when a term ends: 24:00 UTC of its last day. */
export function termEnd(endDate: string): string {
  const end = parseDay(endDate);
  if (end === null) throw new RangeError('A stored term ends on no real day');
  return new Date(dayEnd(end) * 1000).toISOString();
}

/** Policy columns that follow from its quote and payment. */
function soldBy(quote: QuoteRow, evidence: Evidence, state: Sold) {
  // As it was announced with the quote; a deactivated account's policy always waits.
  const review = quote.review !== null || !state.accountActive;
  return {
    quote_id: quote.id,
    wallet: quote.wallet,
    kind: quote.kind,
    chain_id: quote.chain_id,
    product: quote.product,
    status: state.confirmed && !review ? ('active' as const) : ('pending' as const),
    needs_review: review,
    premium_usd: quote.premium_usd,
    coverage_usd: quote.coverage_usd,
    currency: quote.currency,
    start_date: quote.start_date,
    cover_start_date: quote.cover_start_date,
    end_date: quote.end_date,
    cover_from: evidence.cover_from,
    cover_until: termEnd(quote.end_date),
    purchase_event_id: purchaseEvent(quote, evidence.tx_hash),
    ...listed(quote),
  };
}

/** What the desk's list shows of a policy, from the quote's plain details. */
function listed({ product, details, email }: QuoteRow) {
  const facts = plainFacts(details);
  return {
    customer_name: contactOf(product, facts, 'name'),
    customer_email: email,
    item_description: itemDescription(product, facts),
  };
}

/** The cover is proven: told once a policy, even if a reorganization removes it and it becomes active again. */
const tellActive = (ctx: Ctx, quote: QuoteRow) =>
  tellHolder(ctx, 'policy_active', holderOf(quote), 'active', {});

/** Notices for a payment that counts. */
const paymentNotices = (
  ctx: Ctx,
  quote: QuoteRow,
  status: StoredStatus,
  confirmed: boolean,
  txHash: string,
) => [
  ...(status === 'active' ? tellActive(ctx, quote) : []),
  ...(confirmed ? paymentCompleted(ctx, quote, txHash) : []),
];

/** The purchase message, for a policy that isn't ending, and what it means for a policy that it replaces. */
async function purchased(
  ctx: Ctx,
  quote: QuoteRow,
  change: EndingRow | null,
  status: StoredStatus,
  txHash: string,
): Promise<Statement[]> {
  if (status !== 'active' && status !== 'pending') return [];
  const { statements, replaces } = await replacing(ctx, quote, change, status, txHash);
  const told = {
    paid: sumOf(quote, quote.amount),
    is_active: status === 'active',
    cover: coverOf(quote),
    replaces,
  };
  return [...statements, ...tellHolder(ctx, 'policy_purchased', holderOf(quote), 'purchased', told)];
}

/**
 * Statements that open the policy of a paid quote. They fail together if the quote or its group already
 * has one.
 */
export async function openPolicy(
  ctx: Ctx,
  quote: QuoteRow,
  evidence: Evidence,
  state: Sold,
): Promise<Statements> {
  const sold = soldBy(quote, evidence, state);
  const { status } = sold;
  const [replaced, told] = await Promise.all([
    noteReplaced(ctx, quote, state.change, evidence.tx_hash),
    state.confirmed ? purchased(ctx, quote, state.change, status, evidence.tx_hash) : [],
  ]);
  return [
    ...insertPolicy(ctx.db, { ...sold, group_id: quote.group_id, created_at: nowIso(ctx) }),
    ...setCover(ctx.db, quote),
    paidStep(ctx, 'policy_opened', quote, [null, status], evidence.tx_hash),
    ...tellHolder(ctx, 'policy_created', holderOf(quote), 'created', { quote_id: quote.id, status }),
    ...paymentNotices(ctx, quote, status, state.confirmed, evidence.tx_hash),
    ...replaced,
    ...told,
  ];
}

/**
 * Statements that switch a policy to another paid quote of its draft after the first payment is lost for
 * good. Id, number and history stay; the terms become those of the new quote.
 */
export async function replaceQuote(
  ctx: Ctx,
  { policy, quote: lost }: GroupRow,
  quote: QuoteRow,
  evidence: Evidence,
  state: Sold,
): Promise<Statements> {
  const bought = soldBy(quote, evidence, state);
  // A rejection is about what is insured, so it stands whichever payment bought it.
  const sold =
    policy.refund_kind === 'rejection'
      ? { ...bought, status: 'pending' as const, needs_review: true }
      : bought;
  return [
    guardPolicy(ctx.db, policy),
    setState(ctx.db, lost.id, sold),
    ...setCover(ctx.db, lost),
    ...setCover(ctx.db, quote),
    markQuote(ctx.db, lost.id, quote.id),
    paidStep(ctx, 'policy_payment_replaced', quote, [policy.status, sold.status], evidence.tx_hash),
    ...paymentNotices(ctx, quote, sold.status, state.confirmed, evidence.tx_hash),
    ...(await replacing(ctx, quote, state.change, sold.status, evidence.tx_hash)).statements,
  ];
}

/** Tells the buyer's programs once, even if a reorganization removes the payment and it is confirmed again. */
function paymentCompleted(ctx: Ctx, quote: QuoteRow, txHash: string): Statement[] {
  const { id: quote_id, amount, currency, premium_usd } = quote;
  const paid = { quote_id, tx_hash: txHash, amount, currency, premium_usd };
  return tellHolder(ctx, 'payment_completed', holderOf(quote), 'paid', paid);
}

/** Statements for a payment that has enough confirmations: active, unless an administrator has to approve first. */
export async function confirmPolicy(
  ctx: Ctx,
  quote: QuoteRow,
  state: PolicyState,
  txHash: string,
): Promise<Statements> {
  const becomes = state.status === 'pending' && !state.needs_review ? 'active' : state.status;
  const kind = becomes === state.status ? 'policy_confirmed' : 'policy_activated';
  return [
    setState(ctx.db, quote.id, { status: becomes }),
    paidStep(ctx, kind, quote, [state.status, becomes], txHash),
    ...(kind === 'policy_activated' ? tellActive(ctx, quote) : []),
    ...paymentCompleted(ctx, quote, txHash),
    ...(await purchased(ctx, quote, await findReplacement(ctx.db, quote.id), becomes, txHash)),
  ];
}

/**
 * Statements for an administrator's approval: active with a confirmed payment, otherwise as soon as it is confirmed. It
 * withdraws a rejection, and says so.
 */
export async function approvePolicy(ctx: Ctx, row: PolicyRow): Promise<Statement[]> {
  const { policy, quote, paymentStatus, tx_hash } = row;
  const confirmed = paymentStatus === 'confirmed';
  const isRejected = policy.refund_kind === 'rejection';
  const close = isRejected ? [closeOwed(ctx.db, policy.id, { as: 'accepted', at: nowIso(ctx) })] : [];
  // Closing the rejection moves the version as well, and one decision is one step.
  const state = { needs_review: false, version: policy.version + 1 };
  const cover = coverOf(quote);
  const step = `taken-back:${policy.version + 1}`;
  const takenBack = isRejected
    ? tellHolder(ctx, 'rejection_withdrawn', policy, step, { confirmed, cover_told: cover })
    : null;
  if (!confirmed) return [...close, setState(ctx.db, quote.id, state), ...(takenBack ?? [])];
  const { statements, replaces } = await replacing(
    ctx,
    quote,
    await findReplacement(ctx.db, quote.id),
    'active',
    tx_hash,
  );
  return [
    ...statements,
    ...close,
    setState(ctx.db, quote.id, { ...state, status: 'active' }),
    paidStep(ctx, 'policy_activated', quote, [policy.status, 'active'], tx_hash),
    ...(takenBack ?? [
      ...tellHolder(ctx, 'policy_active', policy, 'active', {}),
      ...tellHolder(ctx, 'policy_approved', policy, 'approved', { cover, replaces }),
    ]),
    markQuote(ctx.db, quote.id),
  ];
}

/** Statements for a payment whose block left the chain: pending, with cover unproven. */
export async function suspendPolicy(
  ctx: Ctx,
  quote: QuoteRow,
  state: PolicyState,
  event: ChainEventRow,
): Promise<Statements> {
  const becomes = state.status === 'active' ? 'pending' : state.status;
  return [
    setState(ctx.db, quote.id, { status: becomes, cover_from: null }),
    ...setCover(ctx.db, quote),
    ...(await unaskReplacing(ctx, quote, event)),
    paidStep(ctx, 'policy_orphaned', quote, [state.status, becomes], event.tx_hash),
  ];
}

/** Statements for a payment found again in any block, not yet confirmed. */
export function resumePolicy(ctx: Ctx, quote: QuoteRow, state: PolicyState, evidence: Evidence): Statements {
  const becomes = state.status === 'active' ? 'pending' : state.status;
  return [
    setState(ctx.db, quote.id, {
      status: becomes,
      cover_from: evidence.cover_from,
      purchase_event_id: purchaseEvent(quote, evidence.tx_hash),
    }),
    ...setCover(ctx.db, quote),
    paidStep(ctx, 'policy_reappeared', quote, [state.status, becomes], evidence.tx_hash),
  ];
}
