import { type Ctx, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import type { ChainEventRow } from '#worker/platform/db/registry-schema.ts';
import { auditLogEvent } from './repository.ts';

interface Confirmed {
  action: 'claim.payment_confirmed' | 'policy.refund_confirmed' | 'exception.refund_confirmed';
  /** Table and id. */
  subject: string;
  before: { status: string };
  /** Besides the transaction. */
  after?: { status: string };
}

/** Statement that notes in the audit log that a payout or refund is confirmed, for the batch that confirms it. */
export const confirmedLine = (
  ctx: Ctx,
  event: ChainEventRow,
  { action, subject, before, after }: Confirmed,
): Statement =>
  auditLogEvent(ctx.db, event, {
    action,
    subject,
    at: nowIso(ctx),
    requestId: ctx.requestId,
    before: JSON.stringify(before),
    after: JSON.stringify({ ...after, tx_hash: event.tx_hash }),
  });
