import { type Ctx, nowIso } from '../../platform/context.ts';
import type { HandedDelivery } from '../../platform/edges/webhook.ts';
import { attemptEnds, MAX_ATTEMPTS, nextAttempt } from '../outbox/attempts.ts';
import { pushCall } from '../push/send.ts';
import { webhookCall } from '../webhooks/call.ts';
import { type Call, type DeliveryError, makeCall, type NoCall, type Outcome } from './call.ts';
import { claimDelivery, type DeliveryRow, deleteBrowser, endAttempt } from './repository.ts';

/** Trying again would not help. */
const FINAL: ReadonlySet<DeliveryError> = new Set(['place_refused', 'target_gone', 'push_unavailable']);
/** What a push service answers when it no longer knows the browser (RFC 8030 §7.3). */
const BROWSER_GONE: readonly (number | null)[] = [404, 410];

/**
 * Makes the call of a delivery that was handed over, unless that attempt was made already: the queue may deliver twice.
 * A receiver can still get the same event twice, when we die before noting its answer; `webhook-id` tells it so.
 */
export async function deliver(ctx: Ctx, { delivery_id: id, attempts }: HandedDelivery): Promise<void> {
  const delivery = await claimDelivery(ctx.db, { id, attempts }, attemptEnds(ctx));
  if (!delivery) return;
  const { status, error } = await attempt(ctx, delivery);
  const { channel, event } = delivery;
  const gone = channel === 'push' && BROWSER_GONE.includes(status);
  const over = error !== null && (gone || FINAL.has(error) || delivery.attempts >= MAX_ATTEMPTS);
  const end = endAttempt(ctx.db, delivery, {
    responseStatus: status,
    lastError: error,
    ...(error === null ? { state: 'delivered', deliveredAt: nowIso(ctx) } : next(ctx, delivery, over)),
  });
  await (gone ? ctx.db.batch([end, deleteBrowser(ctx.db, delivery)]) : end);
  const fields = { delivery: delivery.id, channel, kind: event, attempts: delivery.attempts, status };
  if (error === null) ctx.log.info('delivery_made', fields);
  else ctx.log.warn('delivery_failed', { ...fields, code: error, final: over });
}

const next = (ctx: Ctx, { attempts }: DeliveryRow, over: boolean) =>
  over
    ? ({ state: 'failed' } as const)
    : { state: 'pending' as const, nextAttemptAt: nextAttempt(ctx, attempts) };

async function attempt(
  ctx: Ctx,
  delivery: DeliveryRow,
): Promise<Outcome | { status: null; error: DeliveryError }> {
  let call: Call | NoCall;
  try {
    call = await (delivery.channel === 'webhook' ? webhookCall(ctx, delivery) : pushCall(ctx, delivery));
  } catch (error) {
    ctx.log.error('delivery_not_composed', error, { delivery: delivery.id });
    return { status: null, error: 'not_made' };
  }
  return typeof call === 'string' ? { status: null, error: call } : makeCall(ctx, call);
}
