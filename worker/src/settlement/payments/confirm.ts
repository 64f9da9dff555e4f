import type { Purchase } from '../../platform/chain/chain.ts';
import { type Ctx, isoOf, nowIso } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/client.ts';
import { commit } from '../../platform/db/commit.ts';
import {
  confirmPolicy,
  type Evidence,
  policyState,
  resumePolicy,
  suspendPolicy,
} from '../../policies/changes.ts';
import type { QuoteRow } from '../../quotes/repository.ts';
import { findQuote } from '../../quotes/repository.ts';
import { guardPayment, type PaymentRow, setPayment } from './repository.ts';

async function quoteOf(ctx: Ctx, payment: PaymentRow): Promise<QuoteRow> {
  const quote = await findQuote(ctx.db, payment.quoteId);
  if (!quote) throw new Error('A payment has no quote');
  return quote;
}

/** Runs a guarded batch; false when payment or policy changed meanwhile, and then nothing was done. */
const guarded = (ctx: Ctx, statements: Statements): Promise<boolean> => commit(ctx, statements, () => false);

/** The payment has enough confirmations in its canonical block: its policy is active, or awaits review. */
export async function confirmPayment(ctx: Ctx, payment: PaymentRow): Promise<boolean> {
  const [quote, state] = await Promise.all([quoteOf(ctx, payment), policyState(ctx, payment.quoteId)]);
  return guarded(ctx, [
    guardPayment(ctx.db, payment, state.status),
    setPayment(ctx.db, payment.id, { status: 'confirmed', confirmedAt: nowIso(ctx) }),
    ...confirmPolicy(ctx, quote, state, payment.txHash),
  ]);
}

/** The payment's block is no longer part of the chain: the policy is pending until its event appears again. */
export async function orphanPayment(ctx: Ctx, payment: PaymentRow): Promise<boolean> {
  const [quote, state] = await Promise.all([quoteOf(ctx, payment), policyState(ctx, payment.quoteId)]);
  return guarded(ctx, [
    guardPayment(ctx.db, payment, state.status),
    setPayment(ctx.db, payment.id, { status: 'orphaned', confirmedAt: null }),
    ...suspendPolicy(ctx, quote, state, payment.txHash),
  ]);
}

/** A payment that was taken back stands again, in another block or the same. */
export async function relocatePayment(
  ctx: Ctx,
  payment: PaymentRow,
  purchase: Purchase,
  evidence: Evidence,
): Promise<boolean> {
  const [quote, state] = await Promise.all([quoteOf(ctx, payment), policyState(ctx, payment.quoteId)]);
  return guarded(ctx, [
    guardPayment(ctx.db, payment, state.status),
    setPayment(ctx.db, payment.id, {
      ...locationOf(purchase),
      status: 'unconfirmed',
      confirmedAt: null,
      givenUpAt: null,
    }),
    ...resumePolicy(ctx, quote, state, evidence),
  ]);
}

export function locationOf({ txHash, logIndex, block }: Purchase) {
  return {
    txHash,
    logIndex,
    blockNumber: block.number,
    blockHash: block.hash,
    blockTime: isoOf(block.time),
  };
}
