import { rateBetween } from '#domain/money.ts';
import type { Chain, ChainEvent } from '#worker/platform/chain/chain.ts';
import { type Ctx, isoOf, nowIso } from '#worker/platform/context.ts';
import type { NewEvent } from './repository.ts';

/** The database row of an event. */
export function rowOf(ctx: Ctx, chain: Chain, event: ChainEvent): Omit<NewEvent, 'status'> {
  const { kind, quoteId, holder, txHash, eventIndex, block } = event;
  return {
    kind,
    chainId: chain.id,
    contract: event.contract,
    txHash,
    eventIndex,
    blockNumber: block.number,
    blockHash: block.hash,
    blockTime: isoOf(block.time),
    quoteId,
    wallet: holder,
    createdAt: nowIso(ctx),
    ...('token' in event ? { token: event.token } : {}),
    ...('amount' in event ? { amount: event.amount.toString() } : {}),
    ...('validUntil' in event ? { validUntil: isoOf(event.validUntil) } : {}),
    ...ofKind(chain, event),
  };
}

function ofKind(chain: Chain, event: ChainEvent): Partial<NewEvent> {
  switch (event.kind) {
    case 'purchased': {
      const { productCode, coverageUsd, detailsHash, start, end } = event;
      return { productCode, coverageUsd, detailsHash, coverFrom: isoOf(start), coverUntil: isoOf(end) };
    }
    case 'claim_paid': {
      const { usd, claimNumber, incidentAt } = event;
      return { usd, rate: rateOf(chain, event), claimNumber, incidentAt: isoOf(incidentAt) };
    }
    case 'payout_proposed': {
      const { usd, claimNumber, incidentAt, payableAt } = event;
      return { usd, claimNumber, incidentAt: isoOf(incidentAt), effectiveAt: isoOf(payableAt) };
    }
    case 'premium_refunded':
      return { outcome: event.outcome, coverUntil: isoOf(event.end) };
    case 'owed_paid':
      return { counterparty: event.to };
    case 'holder_change_confirmed': {
      const { newHolder, effectiveAt } = event;
      return { counterparty: newHolder, effectiveAt: effectiveAt === null ? null : isoOf(effectiveAt) };
    }
    case 'holder_change_proposed':
    case 'holder_change_contested':
    case 'holder_change_stopped':
    case 'holder_changed':
      return { counterparty: event.newHolder };
    default:
      return {};
  }
}

/** The USD per whole unit at which a claim was paid, truncated to 8 decimals; null if the currency isn't configured. */
function rateOf(chain: Chain, claim: { token: string | null; amount: bigint; usd: number }): string | null {
  const currency = chain.currencies.find((each) => each.token === claim.token);
  return currency ? rateBetween(claim.usd, claim.amount, currency.decimals) : null;
}
