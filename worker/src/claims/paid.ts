import { claimNumber } from '../../../domain/claims/lifecycle.ts';
import { payoutDue } from '../../../domain/claims/rules.ts';
import { formatUsd } from '../../../domain/money.ts';
import { emitEvent } from '../delivery/webhooks/emit.ts';
import type { Ctx } from '../platform/context.ts';
import type { Statement } from '../platform/db/client.ts';
import type { ChainEventRow } from '../platform/db/registry-schema.ts';
import { amountText } from '../platform/pdf/format.ts';
import { findPaidBy, findPayable } from './repository.ts';
import { stepOf } from './step.ts';

/**
 * Statements for a confirmed payout event. It pays the oldest approved claim with the same dollars and
 * incident time. None if no claim matches.
 */
export async function payClaim(ctx: Ctx, event: ChainEventRow): Promise<Statement[]> {
  const { quoteId, usd, incidentAt, txHash } = event;
  if (usd === null || incidentAt === null) return [];
  const row = await findPayable(ctx.db, { quoteId, usd, incidentAt });
  if (!row) {
    // Such as one for a claim that was paid by another method meanwhile: it pays no claim twice.
    ctx.log.warn('payout_without_claim', { event_id: event.id });
    return [];
  }
  const { claim, quote } = row;
  const number = claimNumber(claim.id);
  const amount = amountText(event.amount ?? '0', quote.decimals, quote.currency);
  const paid = `${amount} (${formatUsd(usd)})`;
  ctx.log.info('claim_paid', { claim: claim.id, event_id: event.id });
  return [
    ...(await stepOf(ctx, row, {
      change: { status: 'paid', paidEventId: event.id, requestedDocuments: null, dueAt: null },
      kind: 'paid',
      line: `Paid: ${paid}.`,
      txHash,
      adminId: null,
      notice: {
        subject: 'paid',
        text: `Your claim ${number} is paid: ${paid} went to the wallet that holds the policy. Nothing more needs to be done. You can find the transaction ${txHash} on the claim's page.`,
      },
    })),
    emitEvent(ctx, claim.wallet, 'claim.paid', `${claim.key}_${claim.version + 1}`, {
      claim_id: claim.id,
      claim_number: number,
      policy_id: claim.policyId,
      payout_usd: usd,
      tx_hash: txHash,
    }),
  ];
}

/** Statements for a payout event whose block is gone: its claim awaits payment again. */
export async function undoPayment(ctx: Ctx, event: ChainEventRow): Promise<Statement[]> {
  const row = await findPaidBy(ctx.db, event.id);
  if (!row) return [];
  const dueAt = new Date(payoutDue(ctx.clock())).toISOString();
  return stepOf(ctx, row, {
    change: { status: 'processing_payment', paidEventId: null, dueAt },
    kind: 'payment_undone',
    line: 'The network has taken the payment back; it is being made again.',
    txHash: event.txHash,
    adminId: null,
    notice: {
      subject: 'the network has taken the payment back',
      text: `The network has changed its last blocks, and the payment of your claim ${claimNumber(row.claim.id)} is not part of it any more. The claim stays approved; we see to it that the payment arrives.`,
    },
  });
}
