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
 * Statements for a payout that pays no claim because its claim was paid already: a transfer that was handed out can be sent
 * after any time that we wait, such as by a multisig. Someone has to ask the holder for the money.
 */
export async function raisePaidTwice(ctx: Ctx, event: ChainEventRow): Promise<Statement[]> {
  const { quoteId, usd, incidentAt, chainId, txHash, eventIndex } = event;
  if (usd === null || incidentAt === null) return [];
  const paid = await findPaidAlike(ctx.db, { quoteId, usd, incidentAt });
  if (!paid) return [];
  const { claim, other } = paid;
  const before = other ? `by ${METHOD_LABELS[other.method]}` : 'on chain';
  ctx.log.warn('claim_paid_twice', { claim: claim.id, event_id: event.id });
  return [
    insertException(ctx.db, {
      ...{ reason: 'claim_paid_twice', status: 'open', namedQuoteId: null, input: '' },
      detail: `${claimNumber(claim.id)} was already paid ${formatUsd(usd)} ${before}.`,
      eventId: event.id,
      wallet: event.wallet,
      contract: event.contract,
      createdAt: nowIso(ctx),
    }),
    deskNotice(ctx, {
      ...{ notice: 'payment_exception', about: 'paid_twice', id: claim.id },
      key: `paid_twice:${chainId}:${txHash}:${eventIndex}`,
    }),
  ];
}
