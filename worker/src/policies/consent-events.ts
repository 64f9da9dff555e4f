import { type Ctx, nowIso } from '../platform/context.ts';
import type { Statement } from '../platform/db/client.ts';
import type { ChainEventRow } from '../platform/db/registry-schema.ts';
import { noteEvent } from './after.ts';
import { cancellationOf, refundDue } from './cancellation.ts';
import { closeCancellation } from './close-cancellation.ts';
import { notifyCancellationReceived } from './notices.ts';
import {
  countClaims,
  deleteCancellation,
  findCancellation,
  guardClaimCounts,
  insertCancellation,
  type PolicyRow,
} from './repository.ts';

/**
 * Statements for a consent that the holder gave on chain. It becomes a cancellation request if none is open and the
 * refund is at most what canceling gives now; otherwise it changes nothing.
 */
export async function askedOnChain(ctx: Ctx, row: PolicyRow, event: ChainEventRow): Promise<Statement[]> {
  const { policy, quote } = row;
  const { amount, validUntil } = event;
  const claims = await countClaims(ctx.db, policy.id);
  const now = cancellationOf(row, claims, ctx.clock());
  const lapsed = validUntil === null || validUntil <= nowIso(ctx);
  if (lapsed || amount === null || 'problem' in now || BigInt(amount) > now.refund) return [];
  if (await findCancellation(ctx.db, policy.id)) return [];
  const requestedAt = nowIso(ctx);
  const asked = {
    policyId: policy.id,
    requestedAt,
    kind: BigInt(amount) === BigInt(quote.amount) ? ('full' as const) : ('pro_rata' as const),
    unusedDays: now.unusedDays,
    amount,
    signature: '',
    validUntil,
    requestId: ctx.requestId,
  };
  const { currency, decimals } = quote;
  return [
    guardClaimCounts(ctx.db, policy.id, claims),
    insertCancellation(ctx.db, asked),
    ...noteEvent(ctx, row, event, 'cancellation_requested'),
    ...notifyCancellationReceived(
      ctx,
      { ...policy, policyId: policy.id },
      { amount, currency, decimals },
      { requestedAt, dueAt: refundDue(requestedAt) },
    ),
  ];
}

/** Statements that remove such a request after a reorganization. */
export async function unaskedOnChain(ctx: Ctx, row: PolicyRow, event: ChainEventRow): Promise<Statement[]> {
  const asked = await findCancellation(ctx.db, row.policy.id);
  if (asked?.signature !== '' || asked.validUntil !== event.validUntil) return [];
  return [deleteCancellation(ctx.db, row.policy.id), ...noteEvent(ctx, row, event, 'orphaned')];
}

/** Statements for a revocation, which voids the consent on chain and signed ones up to its validity. */
export async function revokedOnChain(ctx: Ctx, row: PolicyRow, event: ChainEventRow): Promise<Statement[]> {
  const asked = await findCancellation(ctx.db, row.policy.id);
  const voided =
    asked && (asked.signature === '' || event.validUntil === null || asked.validUntil <= event.validUntil);
  return voided ? closeCancellation(ctx, row, asked, 'revoked') : [];
}
