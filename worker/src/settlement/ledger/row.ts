import { rateBetween } from '#domain/money.ts';
import type { Chain, ChainEvent } from '#worker/platform/chain/chain.ts';
import { type Ctx, isoOf, nowIso } from '#worker/platform/context.ts';
import type { NewEvent } from './repository.ts';

/** The database row of an event. */
export function rowOf(ctx: Ctx, chain: Chain, event: ChainEvent): Omit<NewEvent, 'status'> {
  const { kind, contract, quote_id, holder, tx_hash, event_index, block } = event;
  return {
    kind,
    chain_id: chain.id,
    contract,
    tx_hash,
    event_index,
    block_number: block.number,
    block_hash: block.hash,
    block_time: isoOf(block.time),
    quote_id,
    wallet: holder,
    created_at: nowIso(ctx),
    ...('token' in event ? { token: event.token } : {}),
    ...('amount' in event ? { amount: event.amount.toString() } : {}),
    ...('validUntil' in event ? { valid_until: isoOf(event.validUntil) } : {}),
    ...ofKind(chain, event),
  };
}

function ofKind(chain: Chain, event: ChainEvent): Partial<NewEvent> {
  switch (event.kind) {
    case 'purchased': {
      const { productCode, coverageUsd, detailsHash, start, end } = event;
      return {
        product_code: productCode,
        coverage_usd: coverageUsd,
        details_hash: detailsHash,
        cover_from: isoOf(start),
        cover_until: isoOf(end),
      };
    }
    case 'claim_paid': {
      const { usd, claimNumber, incidentAt } = event;
      return { usd, rate: rateOf(chain, event), claim_number: claimNumber, incident_at: isoOf(incidentAt) };
    }
    case 'payout_proposed': {
      const { usd, claimNumber, incidentAt, payableAt } = event;
      return {
        usd,
        claim_number: claimNumber,
        incident_at: isoOf(incidentAt),
        effective_at: isoOf(payableAt),
      };
    }
    case 'premium_refunded':
      return { outcome: event.outcome, cover_until: isoOf(event.end) };
    case 'owed_paid':
      return { counterparty: event.to };
    case 'holder_change_confirmed': {
      const { newHolder, effectiveAt } = event;
      return { counterparty: newHolder, effective_at: effectiveAt === null ? null : isoOf(effectiveAt) };
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
