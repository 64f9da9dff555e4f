import { claimNumber } from '#domain/claims/lifecycle.ts';
import { METHOD_LABELS } from '#domain/claims/schema.ts';
import { formatAmount, formatUsd } from '#domain/money.ts';
import type { PayoutReason } from '#domain/payments/reasons.ts';
import { findPaidAlike } from '#worker/claims/repository.ts';
import { type Ctx, chainOf, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import type { ChainEventRow } from '#worker/platform/db/registry-schema.ts';
import { insertException } from '#worker/settlement/exceptions/repository.ts';
import { tell } from '#worker/told/tell.ts';

/** Why money left for nothing, in a sentence for the desk. */
interface Why {
  reason: PayoutReason;
  detail: string;
  claim?: number;
}

/** Statements for money that left for nothing: somebody has to find out who sent it, and ask its holder for it. */
function raise(ctx: Ctx, event: ChainEventRow, { reason, detail, claim }: Why): Statement[] {
  const { chain_id, tx_hash, event_index } = event;
  ctx.log.error(reason, null, { chain: chain_id, event_id: event.id });
  return [
    ...insertException(ctx.db, {
      reason,
      detail,
      status: 'open',
      named_quote_id: null,
      input: '',
      eventId: event.id,
      wallet: event.wallet,
      contract: event.contract,
      created_at: nowIso(ctx),
    }),
    ...tell<PayoutReason>(
      ctx,
      reason,
      { wallet: null, key: `${reason}:${chain_id}:${tx_hash}:${event_index}` },
      { claim_id: claim ?? 0 },
    ),
  ];
}

/**
 * Statements for a payout that pays no claim: nothing with its number, incident and dollars was prepared, or its claim was
 * paid already.
 */
export const raiseUnclaimed = async (ctx: Ctx, event: ChainEventRow): Promise<Statement[]> =>
  raise(ctx, event, await whyUnclaimed(ctx, event));

/** Statements for a refund that was made before, or that nobody prepared here. */
export const raiseRefund = (ctx: Ctx, event: ChainEventRow, isSecond: boolean): Statement[] =>
  raise(ctx, event, {
    reason: 'refund_in_error',
    detail: isSecond
      ? 'It was refunded before, by another transaction.'
      : `No refund of ${sumOf(ctx, event)} was prepared here, so it ends nothing.`,
  });

/** Statements for money that left our account, and that none of our payouts or refunds explains. */
export const raiseUnprepared = (ctx: Ctx, event: ChainEventRow): Statement[] =>
  raise(ctx, event, {
    reason: 'transfer_unprepared',
    detail: `${sumOf(ctx, event)} left our account, and no payout or refund like it was prepared here.`,
  });

function sumOf(ctx: Ctx, { chain_id, amount }: ChainEventRow): string {
  const { decimals, symbol } = chainOf(ctx, chain_id).coin;
  return formatAmount(amount ?? '0', decimals, symbol);
}

async function whyUnclaimed(ctx: Ctx, event: ChainEventRow): Promise<Why> {
  const { quote_id, usd, incident_at, claim_number: number } = event;
  const paid = await findPaidAlike(ctx.db, {
    quoteId: quote_id,
    usd: usd ?? 0,
    incidentAt: incident_at ?? '',
  });
  if (!paid) {
    const isBounded = chainOf(ctx, event.chain_id).enforcedBy === 'contract';
    const sum = `${formatUsd(usd ?? 0)}${isBounded ? '' : ` as ${sumOf(ctx, event)}`}`;
    const detail = `No payout of ${sum} under number ${number} was prepared here, so it pays no claim.`;
    return { reason: 'payout_without_claim', detail };
  }
  const before = paid.other ? `by ${METHOD_LABELS[paid.other.method]}` : 'on chain';
  const detail = `${claimNumber(paid.claim.id)} was already paid ${formatUsd(usd ?? 0)} ${before}.`;
  return { reason: 'claim_paid_twice', claim: paid.claim.id, detail };
}
