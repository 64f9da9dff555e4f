/** Sums of events per contract and token, from which a pool's balance follows. */
import type { EventName } from '#domain/registry/contract-events.ts';
import type { AuditEvent } from './events.ts';

/** What moved in one currency of one contract, in base units; `claimsUsd` in whole US dollars. */
export interface EventTotals {
  premiums: bigint;
  claims: bigint;
  claimsUsd: number;
  refunds: bigint;
  /** Payments that their holders did not take, and those that they took later. */
  owed: bigint;
  owedPaid: bigint;
  funded: bigint;
  withdrawn: bigint;
}

type Sum = Exclude<keyof EventTotals, 'claimsUsd'>;

const SUMS: Partial<Record<EventName, Sum>> = {
  PolicyPurchased: 'premiums',
  ClaimPaid: 'claims',
  PremiumRefunded: 'refunds',
  PaymentOwed: 'owed',
  OwedPaid: 'owedPaid',
  PoolFunded: 'funded',
  CapitalWithdrawn: 'withdrawn',
};

/** Names of the events that move money, or say that it did not move. */
export const isMoney = ({ name }: Pick<AuditEvent, 'name'>) => SUMS[name] !== undefined;

const nothing = (): EventTotals => ({
  premiums: 0n,
  claims: 0n,
  claimsUsd: 0,
  refunds: 0n,
  owed: 0n,
  owedPaid: 0n,
  funded: 0n,
  withdrawn: 0n,
});

/**
 * The balance that the events imply. A claim or refund that was not taken stays in the pool as owed, so it counts
 * again until it is taken.
 */
export const impliedBalance = (sums: EventTotals): bigint =>
  sums.premiums + sums.funded + sums.owed - sums.claims - sums.refunds - sums.owedPaid - sums.withdrawn;

/** What waits in the pool for holders. */
export const impliedOwed = (sums: EventTotals): bigint => sums.owed - sums.owedPaid;

export const poolKey = ({ chainId, contract }: { chainId: number; contract: string }, token: string) =>
  `${chainId}:${contract}:${token}`;

export interface PoolTotals {
  chainId: number;
  contract: string;
  token: string;
  sums: EventTotals;
}

/** Running totals: each event adds to those before it. */
export class Totals {
  readonly pools = new Map<string, PoolTotals>();

  of(at: { chainId: number; contract: string }, token: string): EventTotals {
    const key = poolKey(at, token);
    let pool = this.pools.get(key);
    if (!pool) {
      pool = { chainId: at.chainId, contract: at.contract, token, sums: nothing() };
      this.pools.set(key, pool);
    }
    return pool.sums;
  }

  /** Counts an event. Returns the pool's implied balance after it; null if it moved nothing. */
  add(event: AuditEvent): bigint | null {
    const sum = SUMS[event.name];
    if (sum === undefined || event.token === null || event.amount === null) return null;
    const sums = this.of(event, event.token);
    sums[sum] += event.amount;
    if (sum === 'claims') sums.claimsUsd += event.usd ?? 0;
    return impliedBalance(sums);
  }
}
