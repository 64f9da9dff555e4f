import { refundRemark } from '#domain/payouts/remark.ts';
import { findPayable } from '#worker/claims/paid.ts';
import { endRefunds, wasRefundPrepared } from '#worker/money/transfers/repository.ts';
import { type Ctx, chainOf, nowIso } from '#worker/platform/context.ts';
import type { ChainEventRow } from '#worker/platform/db/registry-schema.ts';
import { noteEvent } from '#worker/policies/after.ts';
import { guardPolicy, type PolicyRow } from '#worker/policies/repository.ts';
import { findQuote } from '#worker/quotes/repository.ts';
import type { Exception } from '#worker/settlement/exceptions/repository.ts';
import { centsPaid } from '#worker/settlement/exceptions/value.ts';
import type { Effect } from '#worker/settlement/ledger/effect.ts';
import { confirmedLine } from './confirmed-line.ts';
import { paidBefore } from './repository.ts';
import { raiseRefund, raiseUnclaimed, raiseUnprepared } from './unclaimed.ts';

/** Why a payout or refund counts as nothing: it pays again for what was paid, or nobody prepared it here. */
type Mistake = 'second' | 'unprepared';

/**
 * What is wrong with money that left; null if nothing is. A contract refuses it; elsewhere whoever has the keys can send
 * anything. What was prepared here and is still under way pays its claim, even if something else used its number before.
 */
export async function mistakeIn(ctx: Ctx, event: ChainEventRow): Promise<Mistake | null> {
  const { kind, quote_id, outcome } = event;
  if (kind !== 'claim_paid' && kind !== 'premium_refunded') return null;
  if (chainOf(ctx, event.chain_id).enforcedBy === 'contract') return null;
  const found = kind === 'claim_paid' ? await findPayable(ctx, event) : null;
  if (await paidBefore(ctx.db, event)) return found?.transfer.ended_at === null ? null : 'second';
  if (kind === 'claim_paid') return found ? null : 'unprepared';
  if (outcome === null) return null;
  return (await wasRefundPrepared(ctx.db, event, refundRemark({ quoteId: quote_id, outcome })))
    ? null
    : 'unprepared';
}

/**
 * What a payout or refund in error changes: no sum and no status. It becomes an event of its own
 * kind, with a line in the policy's history and in the audit log, and an exception.
 */
export async function inError(
  ctx: Ctx,
  about: PolicyRow | Exception,
  event: ChainEventRow,
  mistake: Mistake,
): Promise<Effect> {
  const { chain_id, quote_id, event_index, amount, usd, claim_number, outcome } = event;
  const isPolicy = 'policy' in about;
  const subject = isPolicy ? `policy:${about.policy.id}` : `exception:${about.exception.id}`;
  ctx.log.error('paid_in_error', null, { chain: chain_id, event_id: event.id });
  const isInvented = event.kind === 'claim_paid' && mistake === 'unprepared';
  return {
    kind: 'paid_in_error',
    from_status: null,
    usd_cents: isInvented ? await worth(ctx, event) : await refundWorth(ctx, about, event),
    statements: [
      ...(isPolicy
        ? [guardPolicy(ctx.db, about.policy), ...noteEvent(ctx, about, event, 'policy_paid_in_error')]
        : []),
      ...(event.kind === 'claim_paid'
        ? await raiseUnclaimed(ctx, event)
        : raiseRefund(ctx, event, mistake === 'second')),
      ...(event.kind === 'premium_refunded' && mistake === 'second'
        ? [endRefunds(ctx.db, event, nowIso(ctx))]
        : []),
      confirmedLine(ctx, event, {
        action: 'chain.paid_in_error',
        subject,
        after: { quote_id, event_index, amount, usd, claim_number, outcome },
      }),
    ],
  };
}

/** Cents of the premium that a refund in error sent, or of what the payment was worth; of a payout its dollars say it. */
async function refundWorth(ctx: Ctx, about: PolicyRow | Exception, event: ChainEventRow) {
  const { chain_id, quote_id, token, amount, usd } = event;
  if (usd !== null) return;
  const quote =
    'policy' in about ? about.quote : await findQuote(ctx.db, about.exception.named_quote_id ?? quote_id);
  const paid = { token, amount: BigInt(amount ?? '0') };
  return (await centsPaid(ctx, chainOf(ctx, chain_id), paid, quote)) ?? undefined;
}

/** Money that left our account without a reason: nobody prepared it, so the desk is told at once. */
export async function unprepared(ctx: Ctx, event: ChainEventRow): Promise<Effect> {
  return { statements: raiseUnprepared(ctx, event), from_status: null, usd_cents: await worth(ctx, event) };
}

/** Cents that money was worth that nobody prepared; without a rate, what its remark says. */
async function worth(ctx: Ctx, { chain_id, token, amount, usd }: ChainEventRow): Promise<number> {
  const paid = { token, amount: BigInt(amount ?? '0') };
  return (await centsPaid(ctx, chainOf(ctx, chain_id), paid, null)) ?? (usd ?? 0) * 100;
}
