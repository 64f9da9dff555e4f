import type { Unrefunded } from '#domain/policy/change.ts';
import { isRequest } from '#domain/policy/ending.ts';
import { type StoredStatus, TRANSITIONS } from '#domain/policy/lifecycle.ts';
import { type Ctx, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import type { ChainEventRow, EndingRow } from '#worker/platform/db/registry-schema.ts';
import {
  changeEnding,
  closeEnding,
  findEnding,
  findReplacement,
  findWaiting,
  guardEnding,
  guardNoneOwed,
  isRevoked,
} from '#worker/policies/endings/repository.ts';
import type { QuoteRow } from '#worker/quotes/repository.ts';
import type { ReplacedTold } from '#worker/told/policies.ts';
import { amountOf, refundDue } from './cancellation.ts';
import { closeUnrefunded, endedBy, reopenClosed } from './close-ending.ts';
import { recordStep } from './history.ts';
import { byPurchase, findById, guardPolicy, type PolicyRow, purchaseEvent } from './repository.ts';
import { holderOf, sumOf, tellHolder } from './tell.ts';

/** What a paid change of cover means for the policy that it replaces. */
export interface Replacing {
  statements: Statement[];
  /** What is told of it with the new policy; null if it replaces none. */
  replaces: ReplacedTold;
}

const NOTHING: Replacing = { statements: [], replaces: null };

/** A line in the history of the policy that the quote replaces, for the batch that opens its successor. */
export async function noteReplaced(
  ctx: Ctx,
  quote: QuoteRow,
  change: EndingRow | null,
  txHash: string,
): Promise<Statement[]> {
  const old = change && (await findById(ctx.db, change.policy_id));
  return old ? [recordStep(ctx, 'policy_replaced', old.policy, quote.id, { tx_hash: txHash })] : [];
}

/** The old policy's refund waits again, because the payment of the quote that replaces it is in no block anymore. */
export async function unaskReplacing(ctx: Ctx, quote: QuoteRow, event: ChainEventRow): Promise<Statement[]> {
  const change = await findReplacement(ctx.db, quote.id);
  const isOwed = change !== null && change.due_from !== null && change.closed_at === null;
  const old = isOwed ? await findById(ctx.db, change.policy_id) : null;
  const waits =
    isOwed && old
      ? [
          guardEnding(ctx.db, change),
          changeEnding(ctx.db, change, { due_from: null }),
          recordStep(ctx, 'policy_cancellation_closed', old.policy, byPurchase(quote, event.tx_hash)),
        ]
      : [];
  return [...waits, ...(await reopenClosed(ctx, event))];
}

/**
 * What becomes of the policy that a quote replaces when its own policy has this status: once it is active, the consent that
 * was signed with the quote is a request to cancel the old one, unless it can't be refunded.
 * @param change the replacement that the quote makes; null if it makes none
 * @param txHash the transaction of its payment
 */
export async function replacing(
  ctx: Ctx,
  quote: QuoteRow,
  change: EndingRow | null,
  status: StoredStatus,
  txHash: string,
): Promise<Replacing> {
  const old = change && (await findById(ctx.db, change.policy_id));
  if (!change || !old || isClosed(change)) return NOTHING;
  const sum = sumOf(old.quote, amountOf(old, change));
  const told = { old_id: old.policy.id, sum, due_at: null };
  const ended = { statements: [], replaces: { ...told, refund: 'none' as const } };
  if (status !== 'active') return { statements: [], replaces: { ...told, refund: 'waits' } };
  if (TRANSITIONS[old.policy.status].length === 0 || change.due_from !== null) return ended;
  const before = await findEnding(ctx.db, old.policy.id);
  // It owes the whole premium.
  if (before && !isRequest(before)) return ended;
  const payment = { id: purchaseEvent(quote, txHash) };
  const reason = await whyNot(ctx, old, change, quote);
  // Whoever holds it by now has changed nothing.
  const closed = before && reason !== 'moved' ? closeUnrefunded(ctx, old, before, 'changed', payment) : [];
  const same = guardPolicy(ctx.db, old.policy);
  if (reason !== null) {
    return {
      statements: [
        same,
        ...closed,
        closeEnding(ctx.db, change, { as: reason, at: nowIso(ctx), by: payment }),
      ],
      replaces: { ...told, refund: reason },
    };
  }
  const requestedAt = nowIso(ctx);
  const { id: newId, late } = holderOf(quote);
  return {
    statements: [
      same,
      ...closed,
      changeEnding(ctx.db, change, { due_from: requestedAt }),
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

/** Whether its refund is not sent. */
const isClosed = ({ closed_at, closed_as }: EndingRow) => closed_at !== null && closed_as !== 'sent';

/** Why the refund that was agreed can't be sent; null if it can. */
async function whyNot(
  ctx: Ctx,
  { policy }: PolicyRow,
  { consent_until: until }: EndingRow,
  quote: QuoteRow,
): Promise<Unrefunded | null> {
  if (policy.paid_out_usd > 0) return 'claimed';
  if (until === null || until <= nowIso(ctx)) return 'lapsed';
  // A consent is its holder's own.
  if (policy.wallet !== quote.wallet) return 'moved';
  return (await isRevoked(ctx.db, policy.quote_id, until)) ? 'revoked' : null;
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
  const change = await findReplacement(ctx.db, quoteId);
  const old = change && (await findById(ctx.db, change.policy_id));
  if (!change || !old || TRANSITIONS[old.policy.status].length === 0) return [];
  const asked = await findEnding(ctx.db, old.policy.id);
  if (asked && !isRequest(asked)) return [];
  if (!asked) return change.closed_at === null ? closeWaiting(ctx, old, change, 'undone', by) : [];
  const undone = { as: 'undone' as const, at: nowIso(ctx), by };
  // What the holder asked for before the payment stands: the change hasn't taken its place.
  const waits = change.due_from === null && change.closed_at === null;
  if (waits) return [guardEnding(ctx.db, change), closeEnding(ctx.db, change, undone)];
  return [...closeUnrefunded(ctx, old, asked, 'undone', by), closeEnding(ctx.db, change, undone)];
}

/**
 * Statements for a policy whose payment is lost for good although it replaced another: the old one continues, or, if its refund
 * was sent before, its holder is told that neither covers them.
 */
export async function loseReplacing(ctx: Ctx, quoteId: string, lost: number): Promise<Statement[]> {
  const change = await findReplacement(ctx.db, quoteId);
  const old = change && (await findById(ctx.db, change.policy_id));
  if (!change || !old) return [];
  if (old.policy.status === 'cancelled') {
    return tellHolder(ctx, 'cover_lost', old.policy, `uncovered:${lost}`, { lost_id: lost });
  }
  if (change.closed_at !== null) return [];
  // What the holder asked for before the payment stands.
  const asked = await findEnding(ctx.db, old.policy.id);
  return asked
    ? [closeEnding(ctx.db, change, { as: 'undone', at: nowIso(ctx) })]
    : closeWaiting(ctx, old, change, 'undone');
}

/** Statements for the consent that waits for the policy's successor, if it is revoked; null if none waits. */
export async function revokeWaiting(
  ctx: Ctx,
  row: PolicyRow,
  isVoided: (change: EndingRow) => boolean,
  by: ChainEventRow | null = null,
): Promise<Statement[] | null> {
  const change = await findWaiting(ctx.db, row.policy.id);
  return change && isVoided(change) ? closeWaiting(ctx, row, change, 'revoked', by) : null;
}

const closeWaiting = (
  ctx: Ctx,
  row: PolicyRow,
  change: EndingRow,
  reason: 'undone' | 'revoked',
  by: ChainEventRow | null = null,
) => [
  guardEnding(ctx.db, change),
  guardNoneOwed(ctx.db, change.policy_id),
  closeEnding(ctx.db, change, { as: reason, at: nowIso(ctx), by }),
  recordStep(ctx, 'policy_cancellation_closed', row.policy, endedBy(ctx, `${change.successor_quote}`, by)),
  ...tellHolder(ctx, 'change_refund_closed', row.policy, `change-closed:${change.consent_until}`, { reason }),
];
