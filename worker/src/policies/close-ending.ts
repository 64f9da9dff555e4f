import { isRequest } from '#domain/policy/ending.ts';
import { TRANSITIONS } from '#domain/policy/lifecycle.ts';
import { type Ctx, nowIso } from '#worker/platform/context.ts';
import type { Statement, Statements } from '#worker/platform/db/client.ts';
import type { ChainEventRow, EndingRow } from '#worker/platform/db/registry-schema.ts';
import {
  type Closer,
  changeEnding,
  closedBy,
  closeEnding,
  closeWaiting,
  findEnding,
  guardEnding,
  reopen,
} from '#worker/policies/endings/repository.ts';
import type { ClosingReason } from '#worker/told/endings.ts';
import { amountOf, successorOf } from './cancellation.ts';
import { byEvent, recordStep } from './history.ts';
import { findById, type PolicyRow } from './repository.ts';
import { ofEvent, sumOf, tellHolder } from './tell.ts';

/** Identifies the end of a request, which an event that ends it may end again after a reorganization. */
export const endedBy = ({ requestId }: Ctx, asked: string, by: Closer | null): string =>
  `${asked}:${by && 'kind' in by ? byEvent(by) : requestId}`;

/**
 * Statements that close an ending whose refund is owed without that refund; the policy continues.
 * @param by the event on the chain that closes it
 */
export function closeUnrefunded(
  ctx: Ctx,
  row: Pick<PolicyRow, 'policy' | 'successor'>,
  ending: EndingRow,
  reason: ClosingReason,
  by: Closer | null = null,
): Statements {
  const { policy } = row;
  const isOutranked = reason === 'changed' || reason === 'rejected';
  const closing = { as: isOutranked ? ('superseded' as const) : reason, at: nowIso(ctx), by };
  return [
    guardEnding(ctx.db, ending),
    closeEnding(ctx.db, ending, closing),
    ...(reason === 'changed' ? [] : [closeWaiting(ctx.db, policy.id, closing)]),
    recordStep(ctx, 'policy_cancellation_closed', policy, endedBy(ctx, `${ending.due_from}`, by)),
    ...tellHolder(ctx, 'cancellation_closed', policy, `cancellation-closed:${ending.due_from}`, {
      reason,
      new_id: successorOf(row)?.id ?? null,
    }),
  ];
}

/** Statements for an event whose block is gone: what it had closed is open again, and the holder is told of a request. */
export async function reopenClosed(ctx: Ctx, event: ChainEventRow): Promise<Statement[]> {
  const closed = await closedBy(ctx.db, event);
  const all = await Promise.all(closed.map((ending) => reopenOne(ctx, event, ending)));
  return all.flat();
}

/** Whether another ending has a closed one's place still, once the event that closed it is undone. */
async function isTaken(ctx: Ctx, { kind, quote_id }: ChainEventRow, ending: EndingRow): Promise<boolean> {
  const asked = await findEnding(ctx.db, ending.policy_id);
  if (asked && !isRequest(asked)) return true;
  // What whoever held it meanwhile asked for goes with the change of holder.
  if (kind === 'holder_changed') return false;
  // The payment of a change of cover took the place of what it closed, and gives it back.
  return asked !== null && !(kind === 'purchased' && asked.successor_quote === quote_id);
}

async function reopenOne(ctx: Ctx, event: ChainEventRow, ending: EndingRow): Promise<Statement[]> {
  const row = await findById(ctx.db, ending.policy_id);
  if (!row) return [];
  const { policy } = row;
  if (event.kind === 'premium_refunded' && event.quote_id === policy.quote_id) {
    return [reopen(ctx.db, ending, true)];
  }
  const isOver = TRANSITIONS[policy.status].length === 0;
  const owed = ending.due_from !== null && !isOver && !(await isTaken(ctx, event, ending));
  // A change of cover waits as before. Of anything else, what was asked for since has taken the place.
  if (!owed) {
    const replaced = { closed_as: 'superseded', closed_event_id: null } as const;
    return [
      ending.kind === 'replacement' ? reopen(ctx.db, ending, false) : changeEnding(ctx.db, ending, replaced),
    ];
  }
  const wallet = event.kind === 'holder_changed' ? event.wallet : policy.wallet;
  return [
    reopen(ctx.db, ending, true),
    recordStep(ctx, 'policy_cancellation_requested', policy, byEvent(event)),
    ...tellHolder(
      ctx,
      'cancellation_reopened',
      { ...policy, wallet },
      `cancellation-reopened:${ofEvent(event)}`,
      { refund: sumOf(row.quote, amountOf(row, ending)) },
    ),
  ];
}
