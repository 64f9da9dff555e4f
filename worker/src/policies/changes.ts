import { dayEnd, parseDay } from '../../../domain/days.ts';
import { needsReview, type StoredStatus } from '../../../domain/policy/lifecycle.ts';
import { emitEvent } from '../delivery/webhooks/emit.ts';
import { policyIdOf, policyNumberOf } from '../delivery/webhooks/repository.ts';
import type { Ctx } from '../platform/context.ts';
import { nowIso } from '../platform/context.ts';
import type { Statement, Statements } from '../platform/db/client.ts';
import type { QuoteRow } from '../quotes/repository.ts';
import { policyActive } from './letters.ts';
import {
  changeExposure,
  type GroupRow,
  guardPolicy,
  insertEvent,
  insertPolicy,
  type PolicyEvent,
  type PolicyRow,
  purchaseEvent,
  setQuote,
  setState,
} from './repository.ts';
import { tellPurchased } from './tell.ts';

/** Where the money of a change was seen. */
export interface Evidence {
  txHash: string;
  /** ISO time at which cover began by the registry. */
  coverFrom: string;
}

type PolicyState = Pick<PolicyRow['policy'], 'status' | 'needsReview'>;

const event = (
  ctx: Ctx,
  quote: QuoteRow,
  kind: PolicyEvent['kind'],
  from: StoredStatus | null,
  to: StoredStatus,
  txHash: string,
): PolicyEvent => ({
  kind,
  fromStatus: from,
  toStatus: to,
  at: nowIso(ctx),
  chainId: quote.chainId,
  txHash,
  currency: quote.currency,
  amount: quote.amount,
  rate: quote.rate,
  usd: quote.premiumUsd,
  requestId: ctx.requestId,
});

/** ISO time at which a term ends: 24:00 UTC of its last day. */
export function termEnd(endDate: string): string {
  const end = parseDay(endDate);
  if (end === null) throw new RangeError('A stored term ends on no real day');
  return new Date(dayEnd(end) * 1000).toISOString();
}

/** What of a policy follows from the quote and the payment that it rests on. */
function soldBy(quote: QuoteRow, evidence: Evidence, state: { confirmed: boolean; accountActive: boolean }) {
  const review = needsReview(quote.premiumUsd, state.accountActive);
  return {
    quoteId: quote.id,
    wallet: quote.wallet,
    kind: quote.kind,
    chainId: quote.chainId,
    product: quote.product,
    status: state.confirmed && !review ? ('active' as const) : ('pending' as const),
    needsReview: review,
    premiumUsd: quote.premiumUsd,
    coverageUsd: quote.coverageUsd,
    startDate: quote.startDate,
    endDate: quote.endDate,
    coverFrom: evidence.coverFrom,
    coverUntil: termEnd(quote.endDate),
    purchaseEventId: purchaseEvent(quote, evidence.txHash),
  };
}

/** What is told of a payment that counts. */
const told = (ctx: Ctx, quote: QuoteRow, status: StoredStatus, confirmed: boolean, txHash: string) => [
  ...(status === 'active' ? policyActive(ctx, { ...quote, quoteId: quote.id }) : []),
  ...(confirmed ? [paymentCompleted(ctx, quote, txHash)] : []),
];

/** The message about a purchase, for a policy that goes on. */
const purchased = (ctx: Ctx, quote: QuoteRow, status: StoredStatus): Statement[] =>
  status === 'active' || status === 'pending' ? tellPurchased(ctx, quote, status) : [];

/** Statements that open the policy of a paid quote. They fail together when the quote or its group has one already. */
export function openPolicy(
  ctx: Ctx,
  quote: QuoteRow,
  evidence: Evidence,
  state: { confirmed: boolean; accountActive: boolean },
): Statements {
  const sold = soldBy(quote, evidence, state);
  const { status } = sold;
  return [
    insertPolicy(ctx.db, { ...sold, groupId: quote.groupId, createdAt: nowIso(ctx) }),
    ...changeExposure(ctx.db, quote, 1),
    insertEvent(ctx.db, quote.id, event(ctx, quote, 'opened', null, status, evidence.txHash)),
    emitEvent(ctx, quote.wallet, 'policy.created', quote.id, {
      ...eventPolicy(quote),
      policy_type: quote.product,
      status,
    }),
    ...told(ctx, quote, status, state.confirmed, evidence.txHash),
    ...(state.confirmed ? purchased(ctx, quote, status) : []),
  ];
}

/**
 * Statements that let a policy rest on another quote of its draft, whose payment stands while the first one is lost for
 * good. Id, number and history stay; what was sold is what the standing payment bought.
 */
export function replaceQuote(
  ctx: Ctx,
  { policy, quote: lost }: GroupRow,
  quote: QuoteRow,
  evidence: Evidence,
  state: { confirmed: boolean; accountActive: boolean },
): Statements {
  const sold = soldBy(quote, evidence, state);
  return [
    guardPolicy(ctx.db, policy),
    setQuote(ctx.db, lost.id, sold),
    ...changeExposure(ctx.db, lost, -1),
    ...changeExposure(ctx.db, quote, 1),
    insertEvent(
      ctx.db,
      quote.id,
      event(ctx, quote, 'payment_replaced', policy.status, sold.status, evidence.txHash),
    ),
    ...told(ctx, quote, sold.status, state.confirmed, evidence.txHash),
  ];
}

/** The policy in an event; its id and number may be what the same batch gives it. */
const eventPolicy = ({ id }: QuoteRow) => ({
  policy_id: policyIdOf(id),
  policy_number: policyNumberOf(id),
  quote_id: id,
});

/** Tells once that the premium was paid, also when a reorganization takes the payment back and it is confirmed again. */
const paymentCompleted = (ctx: Ctx, quote: QuoteRow, txHash: string): Statement =>
  emitEvent(ctx, quote.wallet, 'payment.completed', quote.id, {
    ...eventPolicy(quote),
    tx_hash: txHash,
    amount: quote.amount,
    currency: quote.currency,
    premium_usd: quote.premiumUsd,
  });

/** Statements for a payment that has enough confirmations: active, unless an administrator has to approve first. */
export function confirmPolicy(ctx: Ctx, quote: QuoteRow, state: PolicyState, txHash: string): Statements {
  const becomes = state.status === 'pending' && !state.needsReview ? 'active' : state.status;
  const kind = becomes === state.status ? 'confirmed' : 'activated';
  return [
    setState(ctx.db, quote.id, { status: becomes }),
    insertEvent(ctx.db, quote.id, event(ctx, quote, kind, state.status, becomes, txHash)),
    ...(kind === 'activated' ? policyActive(ctx, { ...quote, quoteId: quote.id }) : []),
    paymentCompleted(ctx, quote, txHash),
    ...purchased(ctx, quote, becomes),
  ];
}

/** Statements for a payment whose block is no longer part of the chain: pending, and cover unproven. */
export function suspendPolicy(ctx: Ctx, quote: QuoteRow, state: PolicyState, txHash: string): Statements {
  const becomes = state.status === 'active' ? 'pending' : state.status;
  return [
    setState(ctx.db, quote.id, { status: becomes, coverFrom: null }),
    insertEvent(ctx.db, quote.id, event(ctx, quote, 'orphaned', state.status, becomes, txHash)),
  ];
}

/** Statements for a payment found again, in another block or the same: still to be confirmed. */
export function resumePolicy(ctx: Ctx, quote: QuoteRow, state: PolicyState, evidence: Evidence): Statements {
  const becomes = state.status === 'active' ? 'pending' : state.status;
  return [
    setState(ctx.db, quote.id, {
      status: becomes,
      coverFrom: evidence.coverFrom,
      purchaseEventId: purchaseEvent(quote, evidence.txHash),
    }),
    insertEvent(ctx.db, quote.id, event(ctx, quote, 'reappeared', state.status, becomes, evidence.txHash)),
  ];
}
