/** What the server says about itself, as the audit compares it. */
import type { OffChainPayment } from '#domain/registry/schema.ts';
import type { AnyEvent, AnyPolicy } from './compare-sale.ts';
import type { AnyRecord, AuditRecord, AuditSummary, RecordedClaim } from './schema.ts';

/** Everything that the server says about itself. */
export interface Recorded {
  records: readonly AuditRecord[];
  /** Records of chains without a contract: each can be looked up in its block, but nothing proves that none is missing. */
  withoutContract: readonly AnyRecord[];
  claims: readonly RecordedClaim[];
  /** The sums of chains with a contract. */
  summary: AuditSummary;
  /** All chains that the summary is about. */
  chainIds: readonly (number | string)[];
  /** Claims paid outside the chain. */
  offChainPayments: readonly OffChainPayment[];
  /** The contracts that the API offers, by chain. */
  offered: readonly { chain_id: number; contracts: readonly string[] }[];
}

/** Recorded purchases and refunds that stand, by policy. */
export class Paid {
  readonly #purchases = new Map<string, AnyEvent[]>();
  readonly #refunds = new Map<string, AnyEvent[]>();

  #key = ({ chain_id, quote_id }: Pick<AnyEvent, 'chain_id' | 'quote_id'>) =>
    `${chain_id}:${quote_id}`.toLowerCase();

  add(event: AnyEvent): void {
    if (event.status === 'orphaned') return;
    const kept = { purchased: this.#purchases, premium_refunded: this.#refunds }[event.kind as string];
    const key = this.#key(event);
    kept?.set(key, [...(kept.get(key) ?? []), event]);
  }

  /** The purchase that the policy rests on, if its quote has it, or else the one of its quote. */
  of(policy: AnyPolicy) {
    const key = this.#key(policy);
    const purchases = this.#purchases.get(key) ?? [];
    const own = purchases.find(({ tx_hash }) => tx_hash === policy.purchase_tx);
    return { purchase: own ?? purchases[0] ?? null, refunds: this.#refunds.get(key) ?? [] };
  }
}
