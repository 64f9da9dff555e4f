import { type Ctx, chainOf, nowIso } from '../../platform/context.ts';
import type { ChainEventRow } from '../../platform/db/registry-schema.ts';
import { noteEvent } from '../../policies/after.ts';
import type { PolicyRow } from '../../policies/repository.ts';
import type { Exception } from '../exceptions/repository.ts';
import type { Effect } from '../ledger/effect.ts';
import { raisePaidTwice } from './paid-twice.ts';
import { auditFound, paidBefore } from './repository.ts';

/** Whether it pays again for what was paid. A contract refuses that; elsewhere whoever has the keys can send anything. */
export const isSecond = async (ctx: Ctx, event: ChainEventRow): Promise<boolean> =>
  (event.kind === 'claim_paid' || event.kind === 'premium_refunded') &&
  chainOf(ctx, event.chainId).enforcedBy === 'records' &&
  (await paidBefore(ctx.db, event));

/**
 * What a second payout of a claim number, or a second refund, changes: no sum and no status. It becomes an event of its own
 * kind, with a line in the policy's history, in the audit log and on the desk's list of money paid in error.
 */
export async function inError(ctx: Ctx, about: PolicyRow | Exception, event: ChainEventRow): Promise<Effect> {
  const { chainId, quoteId, txHash, amount, usd, claimNumber, outcome } = event;
  const isPolicy = 'policy' in about;
  const subject = isPolicy ? `policy:${about.policy.id}` : `exception:${about.exception.id}`;
  ctx.log.error('paid_in_error', null, { chain: chainId, event_id: event.id });
  return {
    kind: 'paid_in_error',
    fromStatus: null,
    statements: [
      ...(isPolicy ? noteEvent(ctx, about, event, 'paid_in_error') : []),
      ...(await raisePaidTwice(ctx, event)),
      auditFound(ctx.db, {
        ...{ action: 'chain.paid_in_error', subject, at: nowIso(ctx), requestId: ctx.requestId },
        after: JSON.stringify({
          quote_id: quoteId,
          tx_hash: txHash,
          amount,
          usd,
          claim_number: claimNumber,
          outcome,
        }),
      }),
    ],
  };
}
