import { findPayable } from '../../claims/paid.ts';
import { type Ctx, chainOf, nowIso } from '../../platform/context.ts';
import { endRefunds } from '../../platform/db/prepared-transfers.ts';
import type { ChainEventRow } from '../../platform/db/registry-schema.ts';
import { noteEvent } from '../../policies/after.ts';
import type { PolicyRow } from '../../policies/repository.ts';
import type { Exception } from '../exceptions/repository.ts';
import type { Effect } from '../ledger/effect.ts';
import { auditLogEvent, paidBefore } from './repository.ts';
import { raiseUnclaimed } from './unclaimed.ts';

/**
 * Whether it pays again for what was paid. A contract refuses that; elsewhere whoever has the keys can send anything. What
 * was prepared here and is still under way pays its claim, even if something else used its number before.
 */
export async function isSecond(ctx: Ctx, event: ChainEventRow): Promise<boolean> {
  if (event.kind !== 'claim_paid' && event.kind !== 'premium_refunded') return false;
  if (chainOf(ctx, event.chainId).enforcedBy === 'contract') return false;
  if (!(await paidBefore(ctx.db, event))) return false;
  const found = event.kind === 'claim_paid' ? await findPayable(ctx, event) : null;
  return found?.transfer.state !== 'alive';
}

/**
 * What a second payout of a claim number, or a second refund, changes: no sum and no status. It becomes an event of its own
 * kind, with a line in the policy's history, in the audit log and on the desk's list of money paid in error.
 */
export async function inError(ctx: Ctx, about: PolicyRow | Exception, event: ChainEventRow): Promise<Effect> {
  const { chainId, quoteId, txHash, eventIndex, amount, usd, claimNumber, outcome } = event;
  const isPolicy = 'policy' in about;
  const subject = isPolicy ? `policy:${about.policy.id}` : `exception:${about.exception.id}`;
  ctx.log.error('paid_in_error', null, { chain: chainId, event_id: event.id });
  return {
    kind: 'paid_in_error',
    fromStatus: null,
    statements: [
      ...(isPolicy ? noteEvent(ctx, about, event, 'paid_in_error') : []),
      ...(event.kind === 'claim_paid'
        ? await raiseUnclaimed(ctx, event)
        : [endRefunds(ctx.db, event, nowIso(ctx))]),
      auditLogEvent(ctx.db, event, {
        action: 'chain.paid_in_error',
        subject,
        at: nowIso(ctx),
        requestId: ctx.requestId,
        before: null,
        after: JSON.stringify({
          quote_id: quoteId,
          tx_hash: txHash,
          event_index: eventIndex,
          amount,
          usd,
          claim_number: claimNumber,
          outcome,
        }),
      }),
    ],
  };
}
