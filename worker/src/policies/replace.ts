import type { Unrefunded } from '#domain/policy/change.ts';
import { type StoredStatus, TRANSITIONS } from '#domain/policy/lifecycle.ts';
import { type Ctx, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import type { ChainEventRow } from '#worker/platform/db/registry-schema.ts';
import {
  deleteCancellation,
  guardCancellation,
  insertCancellation,
  keepEnded,
} from '#worker/policies/cancellations/repository.ts';
import type { QuoteRow } from '#worker/quotes/repository.ts';
import type { ReplacedTold } from '#worker/told/policies.ts';
import { refundDue } from './cancellation.ts';
import {
  type ChangeRow,
  closeChange,
  findChange,
  findWaiting,
  guardWaiting,
  isRevoked,
} from './change/repository.ts';
import { closeCancellation, endedBy } from './close-cancellation.ts';
import { recordStep } from './history.ts';
import { byPurchase, findById, findCancellation, guardPolicy, type PolicyRow } from './repository.ts';
import { holderOf, sumOf, tellHolder } from './tell.ts';

/** What a paid change of cover means for the policy that it replaces. */
export interface Replacing {
  statements: Statement[];
  /** What is told of it with the new policy; null if it replaces none. */
  replaces: ReplacedTold;
}

const NOTHING: Replacing = { statements: [], replaces: null };

/** A line in the history of the policy that the quote replaces, for the batch that opens its successor. */
export async function noteReplaced(ctx: Ctx, quote: QuoteRow, txHash: string): Promise<Statement[]> {
  const change = await findChange(ctx.db, quote.id);
  const old = change && (await findById(ctx.db, change.policy_id));
  return old ? [recordStep(ctx, 'policy_replaced', old.policy, quote.id, { tx_hash: txHash })] : [];
}

/** Closes the request that a change made, because its quote's payment is in no block anymore. */
export async function unaskReplacing(ctx: Ctx, quote: QuoteRow, txHash: string): Promise<Statement[]> {
  const change = await findChange(ctx.db, quote.id);
  const asked = change && (await findCancellation(ctx.db, change.policy_id));
  const old = asked?.signature === change?.signature && asked && (await findById(ctx.db, asked.policy_id));
  if (!asked || !old) return [];
  return [
    guardCancellation(ctx.db, asked),
    deleteCancellation(ctx.db, asked.policy_id),
    recordStep(ctx, 'policy_cancellation_closed', old.policy, byPurchase(quote, txHash)),
  ];
}

/**
 * What becomes of the policy that a quote replaces when its own policy has this status: once it is active, the consent that
 * was signed with the quote is a request to cancel the old one, unless it can't be refunded.
 */
export async function replacing(ctx: Ctx, quote: QuoteRow, status: StoredStatus): Promise<Replacing> {
  const change = await findChange(ctx.db, quote.id);
  const old = change && (await findById(ctx.db, change.policy_id));
  if (!change || !old || change.closed !== null) return NOTHING;
  const sum = sumOf(old.quote, change.amount);
  const told = { old_id: old.policy.id, sum, due_at: null };
  const ended = { statements: [], replaces: { ...told, refund: 'none' as const } };
  if (status !== 'active') return { statements: [], replaces: { ...told, refund: 'waits' } };
  // A withdrawal outranks the change, and owes more.
  if (TRANSITIONS[old.policy.status].length === 0 || old.policy.withdrawn_at !== null) return ended;
  const before = await findCancellation(ctx.db, old.policy.id);
  if (before?.signature === change.signature) return ended;
  const closed = before ? closeCancellation(ctx, old, before, 'changed') : [];
  const reason = await whyNot(ctx, old, change, quote);
  const same = guardPolicy(ctx.db, old.policy);
  if (reason !== null) {
    return {
      statements: [same, ...closed, closeChange(ctx.db, quote.id, reason)],
      replaces: { ...told, refund: reason },
    };
  }
  const requestedAt = nowIso(ctx);
  const { amount, unused_days, signature, valid_until } = change;
  const { requestId } = ctx;
  const { id: newId, late } = holderOf(quote);
  return {
    statements: [
      same,
      ...closed,
      insertCancellation(ctx.db, {
        policy_id: old.policy.id,
        requested_at: requestedAt,
        kind: 'pro_rata',
        unused_days,
        amount,
        signature,
        valid_until,
        request_id: requestId,
      }),
      recordStep(ctx, 'policy_cancellation_requested', old.policy, `${quote.id}:${requestedAt}`),
      ...tellHolder(
        ctx,
        'change_refund_agreed',
        old.policy,
        `cancellation:${requestedAt}`,
        { refund: sum, new_id: newId },
        late,
      ),
    ],
    replaces: { ...told, refund: 'owed', due_at: refundDue(requestedAt) },
  };
}

/** Why the refund that was agreed can't be sent; null if it can. */
async function whyNot(
  ctx: Ctx,
  { policy }: PolicyRow,
  change: ChangeRow,
  quote: QuoteRow,
): Promise<Unrefunded | null> {
  if (policy.paid_out_usd > 0) return 'claimed';
  if (change.valid_until <= nowIso(ctx)) return 'lapsed';
  // A consent is its holder's own.
  if (policy.wallet !== quote.wallet) return 'moved';
  return (await isRevoked(ctx.db, policy.quote_id, change.valid_until)) ? 'revoked' : null;
}

/**
 * Statements for a policy whose cover is gone although it replaced another: the old one continues, and isn't refunded.
 * @param by the event on the chain that ended the cover
 */
export async function undoReplacing(
  ctx: Ctx,
  quoteId: string,
  by: ChainEventRow | null = null,
): Promise<Statement[]> {
  const change = await findChange(ctx.db, quoteId);
  const old = change && (await findById(ctx.db, change.policy_id));
  if (!change || !old || TRANSITIONS[old.policy.status].length === 0) return [];
  if (old.policy.withdrawn_at !== null) return [];
  const asked = await findCancellation(ctx.db, old.policy.id);
  if (!asked) return change.closed === null ? closeWaiting(ctx, old, change, 'undone', by) : [];
  return [...closeCancellation(ctx, old, asked, 'undone', by), closeChange(ctx.db, quoteId, 'undone')];
}

/**
 * Statements for a policy whose payment is lost for good although it replaced another: the old one continues, or, if its refund
 * was sent before, its holder is told that neither covers them.
 */
export async function loseReplacing(ctx: Ctx, quoteId: string, lost: number): Promise<Statement[]> {
  const change = await findChange(ctx.db, quoteId);
  const old = change && (await findById(ctx.db, change.policy_id));
  if (!change || !old) return [];
  if (old.policy.status === 'cancelled') {
    return tellHolder(ctx, 'cover_lost', old.policy, `uncovered:${lost}`, { lost_id: lost });
  }
  if (change.closed !== null) return [];
  // What the holder asked for before the payment stands.
  const asked = await findCancellation(ctx.db, old.policy.id);
  return asked ? [closeChange(ctx.db, quoteId, 'undone')] : closeWaiting(ctx, old, change, 'undone');
}

/** Statements for the consent that waits for the policy's successor, if it is revoked; null if none waits. */
export async function revokeWaiting(
  ctx: Ctx,
  row: PolicyRow,
  isVoided: (change: ChangeRow) => boolean,
  by: ChainEventRow | null = null,
): Promise<Statement[] | null> {
  const change = await findWaiting(ctx.db, row.policy.id);
  return change && isVoided(change) ? closeWaiting(ctx, row, change, 'revoked', by) : null;
}

const closeWaiting = (
  ctx: Ctx,
  row: PolicyRow,
  change: ChangeRow,
  reason: 'undone' | 'revoked',
  by: ChainEventRow | null = null,
) => [
  guardWaiting(ctx.db, change),
  ...(by
    ? [
        keepEnded(ctx.db, {
          event_id: by.id,
          policy_id: change.policy_id,
          signature: change.signature,
          request: null,
        }),
      ]
    : []),
  closeChange(ctx.db, change.quote_id, reason),
  recordStep(ctx, 'policy_cancellation_closed', row.policy, endedBy(ctx, change.quote_id, by)),
  ...tellHolder(ctx, 'change_refund_closed', row.policy, `change-closed:${change.valid_until}`, { reason }),
];
