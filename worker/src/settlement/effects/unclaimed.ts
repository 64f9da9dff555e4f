import { claimNumber } from '../../../../domain/claims/lifecycle.ts';
import { METHOD_LABELS } from '../../../../domain/claims/schema.ts';
import { formatUsd } from '../../../../domain/money.ts';
import { findPaidAlike } from '../../claims/repository.ts';
import { deskNotice } from '../../delivery/mail/desk-notice.ts';
import { type Ctx, nowIso } from '../../platform/context.ts';
import type { Statement } from '../../platform/db/client.ts';
import type { ChainEventRow } from '../../platform/db/registry-schema.ts';
import { insertException } from '../exceptions/repository.ts';

/**
 * Statements for a payout that pays no claim: nothing with its number, incident and dollars was prepared, or its claim was
 * paid already. Somebody has to find out who sent it, and ask its holder for the money.
 */
export async function raiseUnclaimed(ctx: Ctx, event: ChainEventRow): Promise<Statement[]> {
  const { chainId, txHash, eventIndex } = event;
  const { reason, detail, claim } = await whyUnclaimed(ctx, event);
  ctx.log.error(reason, null, { chain: chainId, event_id: event.id });
  return [
    insertException(ctx.db, {
      reason,
      detail,
      status: 'open',
      namedQuoteId: null,
      input: '',
      eventId: event.id,
      wallet: event.wallet,
      contract: event.contract,
      createdAt: nowIso(ctx),
    }),
    deskNotice(ctx, {
      notice: 'payment_exception',
      about: claim === null ? 'unclaimed' : 'paid_twice',
      id: claim,
      key: `${reason}:${chainId}:${txHash}:${eventIndex}`,
    }),
  ];
}

async function whyUnclaimed(ctx: Ctx, { quoteId, usd, incidentAt, claimNumber: number }: ChainEventRow) {
  const paid = await findPaidAlike(ctx.db, { quoteId, usd: usd ?? 0, incidentAt: incidentAt ?? '' });
  if (!paid) {
    const detail = `No payout of ${formatUsd(usd ?? 0)} under number ${number} was prepared here, so it pays no claim.`;
    return { reason: 'payout_without_claim' as const, claim: null, detail };
  }
  const before = paid.other ? `by ${METHOD_LABELS[paid.other.method]}` : 'on chain';
  const detail = `${claimNumber(paid.claim.id)} was already paid ${formatUsd(usd ?? 0)} ${before}.`;
  return { reason: 'claim_paid_twice' as const, claim: paid.claim.id, detail };
}
