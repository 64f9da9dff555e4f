/** What a quote, a refund, a consent and a payout say on a chain. */
import type { ConsentTerms } from '#domain/policy/consent.ts';
import type { ProductKey } from '#domain/products/index.ts';
import type { QuoteAnswer } from '#domain/quote/schema.ts';
import type { PaidTerms } from '#domain/quote/terms-id.ts';
import type { CurrencyConfig } from './config.ts';

/** A quote before it is signed. */
export interface QuoteTerms extends Omit<PaidTerms, 'recipient' | 'productCode'> {
  currency: CurrencyConfig;
  product: ProductKey;
}

export interface SignedQuote {
  quoteId: string;
  /** Empty where no contract checks one. */
  signature: string;
  payment: QuoteAnswer['payment'];
  /** What the holder can sign instead of an approval; null where that isn't possible. */
  authorization: NonNullable<QuoteAnswer['authorization']>['typed_data'] | null;
}

/** A quote as its contract's struct, which a refund must supply. `token` is null for the native coin. */
export interface SoldQuote extends Omit<PaidTerms, 'recipient'> {
  contract: string;
  token: string | null;
}

/** A policy's current entry in the public registry. Unix seconds, whole US dollars. */
export interface RegistryEntry {
  /** Wallet key. */
  holder: string;
  active: boolean;
  start: number;
  end: number;
  coverageUsd: number;
  paidOutUsd: number;
  claims: number;
}

/** A quote and the contract whose registry would hold its policy. */
export interface Registered {
  id: string;
  contract: string;
}

/** A rejection, or a cancellation with its holder's consent. `validUntil` is the last second at which it can be sent. */
export type RefundTerms = { quote: SoldQuote; validUntil: number } & (
  | { outcome: 'rejected' }
  /** `signature` is empty for a consent given on chain. */
  | { outcome: 'cancelled'; amount: bigint; signature: string }
);

/** What a holder agrees to; who agrees is a wallet key. */
export interface Consent extends ConsentTerms {
  contract: string;
}

export interface PayoutTerms {
  contract: string;
  quoteId: string;
  /** Who holds the policy, and is paid: a wallet key. */
  holder: string;
  /** The premium's currency; null for the native coin. */
  token: string | null;
  claimNumber: number;
  incidentAt: number;
  usd: number;
  amount: bigint;
  validUntil: number;
}

/** Identifies the payout of a claim: whole US dollars, Unix seconds. */
export type PayoutCall = Pick<PayoutTerms, 'contract' | 'quoteId' | 'claimNumber' | 'incidentAt' | 'usd'>;
