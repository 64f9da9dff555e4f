import type { Ctx } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import type { ChainEventRow } from '#worker/platform/db/registry-schema.ts';
import { byEvent } from '#worker/policies/history.ts';
import { recordAct } from '#worker/told/record.ts';
import { reporterOf } from './repository.ts';

interface Confirmed {
  action:
    | 'claim.payment_confirmed'
    | 'policy.refund_confirmed'
    | 'exception.refund_confirmed'
    | 'chain.paid_in_error';
  /** Table and id. */
  subject: string;
  before?: { status: string };
  /** Besides the transaction. */
  after?: object;
}

/** Statement that notes in the audit log what an event did, under the administrator who reported its transaction. */
export const confirmedLine = (
  ctx: Ctx,
  event: ChainEventRow,
  { action, subject, before, after }: Confirmed,
): Statement =>
  recordAct(ctx, {
    action,
    subject,
    key: byEvent(event),
    by: reporterOf(event),
    before,
    after: { ...after, tx_hash: event.tx_hash },
  });
