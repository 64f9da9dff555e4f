import { addBusinessDays, dayStart, parseDay } from '#domain/days.ts';
import {
  type Cancellation,
  type CancellationFacts,
  cancellation,
  cancellationProblem,
} from '#domain/policy/cancellation.ts';
import { policyNumber, type StoredStatus, TRANSITIONS } from '#domain/policy/lifecycle.ts';
import type { CancellationAnswer } from '#domain/policy/service-schema.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import { PROMISES } from '#domain/promises.ts';
import { type Ctx, nowIso } from '#worker/platform/context.ts';
import type { Statement, Statements } from '#worker/platform/db/client.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { guardNothingUnderWay } from '#worker/platform/db/prepared-transfers.ts';
import type { ChainEventRow } from '#worker/platform/db/registry-schema.ts';
import {
  type ClaimCounts,
  deleteCancellation,
  guardCancellation,
  insertCancellation,
  overdueCancellations,
} from '#worker/policies/cancellations/repository.ts';
import { closeRefund } from '#worker/policies/change/repository.ts';
import { dropEnded, findEnded, keepEnded } from '#worker/policies/ledger/repository.ts';
import type { CancellationRow } from '#worker/policies/repository.ts';
import { type ClosingReason, notifyCancellationClosed, notifyReopened } from './notices.ts';
import { findById, findCancellation, insertEvent, type PolicyRow, type Service } from './repository.ts';

const seconds = (iso: string) => Math.floor(Date.parse(iso) / 1000);

function factsOf({ policy, quote, paidAt }: PolicyRow, claims: ClaimCounts, now: number): CancellationFacts {
  const departure = dayStart(parseDay(policy.start_date) ?? 0);
  return {
    trip: PRODUCTS[policy.product].trip !== undefined,
    termFrom: Math.max(seconds(policy.cover_from ?? paidAt), departure),
    coverUntil: seconds(policy.cover_until),
    now: Math.floor(now / 1000),
    days: quote.days,
    amount: BigInt(quote.amount),
    claims: { open: claims.open > 0, paid: policy.paid_out_usd > 0 },
  };
}

/** The refund for canceling at `now` (milliseconds), or a sentence that says why it can't be canceled. */
export function cancellationOf(
  row: PolicyRow,
  claims: ClaimCounts,
  now: number,
): Cancellation | { problem: string } {
  const { policy } = row;
  if (policy.withdrawn_at !== null) {
    return { problem: 'You have withdrawn from this policy, so its whole premium goes back to you.' };
  }
  if (policy.status === 'cancelled') return { problem: 'This policy is already canceled.' };
  if (policy.status === 'rejected') {
    return { problem: 'This policy was not accepted, and its premium was refunded.' };
  }
  const facts = factsOf(row, claims, now);
  const successor = successorOf(row);
  if (successor?.status === 'pending') {
    const number = policyNumber(successor.id);
    return { problem: `${number} replaces this policy. Your refund follows once ${number} is active.` };
  }
  const isReplaced = successor !== null;
  // Its successor took over, so the refund of the change is due however long ago that was, and whatever is claimed.
  const problem = cancellationProblem(
    isReplaced ? { ...facts, now: facts.termFrom, claims: { ...facts.claims, open: false } } : facts,
  );
  if (problem !== null) return { problem };
  if (isReplaced) {
    const { unusedDays, amount } = successor;
    return { kind: 'pro_rata', percent: null, unusedDays, refund: BigInt(amount) };
  }
  return cancellation(facts);
}

/** What replaced the policy by a change of cover, with the refund that was agreed; null if nothing did. */
export const successorOf = ({ successor }: Pick<PolicyRow, 'successor'>): Successor | null =>
  successor === null ? null : (JSON.parse(successor) as Successor);

interface Successor {
  id: number;
  status: StoredStatus;
  /** Base units of the old premium's currency. */
  amount: string;
  unusedDays: number;
}

/** A refund's share of the premium, in whole US dollars rounded down. */
export function refundUsd({ quote }: Pick<PolicyRow, 'quote'>, refund: bigint): number {
  // The refund was rounded down to a base unit, so a share of whole dollars may be just below them.
  const dollars = ((refund + 1n) * BigInt(quote.premium_usd)) / BigInt(quote.amount);
  return Math.min(Number(dollars), quote.premium_usd);
}

/** ISO time by which we promise the refund for a request made at `requestedAt`. */
export function refundDue(requestedAt: string): string {
  return new Date(addBusinessDays(Date.parse(requestedAt), PROMISES.refundBusinessDays)).toISOString();
}

/** A requested cancellation, with its refund once that is seen on chain. */
export function presentCancellation(
  { quote }: PolicyRow,
  asked: CancellationRow,
  refund: Service['refund'],
): CancellationAnswer {
  return {
    requested_at: asked.requested_at,
    valid_until: asked.valid_until,
    kind: asked.kind,
    refund_amount: asked.amount,
    currency: quote.currency,
    decimals: quote.decimals,
    refund_due_at: refundDue(asked.requested_at),
    refunded_at: refund?.block_time ?? null,
    refund_tx_hash: refund?.tx_hash ?? null,
  };
}

/** Requests that one run closes. */
const AT_ONCE = 50;

/**
 * Statements that end a cancellation request without a refund; the policy continues.
 * @param by the event on the chain that ends it
 */
export function closeCancellation(
  ctx: Ctx,
  row: Pick<PolicyRow, 'policy' | 'successor'>,
  asked: CancellationRow,
  reason: ClosingReason,
  by: ChainEventRow | null = null,
): Statements {
  const { policy } = row;
  const { signature } = asked;
  return [
    guardCancellation(ctx.db, asked),
    ...(by
      ? [
          keepEnded(ctx.db, {
            event_id: by.id,
            policy_id: policy.id,
            signature,
            request: JSON.stringify(asked),
          }),
        ]
      : []),
    deleteCancellation(ctx.db, policy.id),
    ...(reason === 'changed' ? [] : [closeRefund(ctx.db, policy.id, reason)]),
    insertEvent(ctx.db, policy.quote_id, {
      kind: 'cancellation_closed',
      from_status: policy.status,
      to_status: policy.status,
      at: nowIso(ctx),
      chain_id: policy.chain_id,
      request_id: ctx.requestId,
    }),
    ...notifyCancellationClosed(
      ctx,
      { ...policy, policyId: policy.id },
      asked,
      reason,
      successorOf(row)?.id ?? null,
    ),
  ];
}

/** Statements for an event whose block is gone: the request that it had ended is open again, and its holder is told. */
export async function reopenEnded(ctx: Ctx, event: ChainEventRow): Promise<Statement[]> {
  const ended = await findEnded(ctx.db, event.id);
  const row = ended && (await findById(ctx.db, ended.policy_id));
  if (!ended || !row) return [];
  const { policy, quote } = row;
  const asked = ended.request === null ? null : (JSON.parse(ended.request) as CancellationRow);
  const isOver = TRANSITIONS[policy.status].length === 0 || policy.withdrawn_at !== null;
  // What whoever held it meanwhile asked for goes with the change of holder.
  const isAsked = event.kind !== 'holder_changed' && (await findCancellation(ctx.db, policy.id)) !== null;
  if (asked === null || isOver || isAsked) return dropEnded(ctx.db, ended);
  const wallet = event.kind === 'holder_changed' ? event.wallet : policy.wallet;
  const { currency, decimals } = quote;
  return [
    ...dropEnded(ctx.db, ended),
    insertCancellation(ctx.db, asked),
    insertEvent(ctx.db, policy.quote_id, {
      kind: 'cancellation_requested',
      from_status: policy.status,
      to_status: policy.status,
      at: nowIso(ctx),
      chain_id: policy.chain_id,
      request_id: ctx.requestId,
    }),
    ...notifyReopened(
      ctx,
      { ...policy, wallet, policyId: policy.id },
      { amount: asked.amount, currency, decimals },
      event,
    ),
  ];
}

/** Closes requests whose consent lapsed, or on whose policy a claim was made since. */
export async function closeOverdueCancellations(ctx: Ctx): Promise<void> {
  for (const row of await overdueCancellations(ctx.db, nowIso(ctx), AT_ONCE)) {
    const reason = row.claimed ? 'claimed' : 'lapsed';
    const { chain_id, quote_id, id } = row.policy;
    const free = guardNothingUnderWay(ctx.db, chain_id, quote_id);
    const statements = closeCancellation(ctx, row, row.cancellation, reason);
    const closed = await commit(ctx, [free, ...statements], () => false);
    if (closed) ctx.log.info('cancellation_closed', { policy: id, reason });
  }
}
