import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod';
import { type ChainRef, chainIdOf } from '#domain/chains.ts';
import * as paymentsApi from '#domain/payments/api.ts';
import { contactOf, formFields, paymentDates, storedName } from '#domain/products/forms/facts.ts';
import { spreadTravelers } from '#domain/products/forms/travelers.ts';
import { PRODUCT_KEYS } from '#domain/products/index.ts';
import * as quoteApi from '#domain/quote/api.ts';
import type { DraftDetailAnswer, DraftPaid, quoteRequest } from '#domain/quote/schema.ts';
import { api } from '#web/lib/api/api.ts';
import { type ReportAnswer, reportAnswer } from './progress.ts';
import { type Payment, quoteDays, type StoredQuote } from './record.ts';

type Fields = Record<string, string | number>;
/** The fields that every product's report has; the product's own stand beside them. */
type ReportedPayment = z.input<(typeof paymentsApi.reportPayments)[number]['body']>;

export interface PaymentChoice {
  address: string;
  chainId: ChainRef;
  currency: string;
  email: string;
  /** Whether the customer wants another policy for a home or car that they insure already. */
  again: boolean;
}

export function quoteBody(stored: StoredQuote, choice: PaymentChoice): z.input<typeof quoteRequest> {
  const { startDate, endDate } = quoteDays(stored);
  return {
    insurance_type: stored.details.insuranceTypeKey,
    wallet_address: choice.address,
    chain_id: chainIdOf(choice.chainId),
    payment_currency: choice.currency,
    policy_start_date: startDate,
    policy_end_date: endDate,
    email: choice.email,
    draft_id: stored.draftId,
    ...(choice.again && { insure_again: true as const }),
  };
}

/**
 * The specification's payload that creates a policy. Identifying fields are left out, because the server has them in its
 * own quote.
 */
export function paymentReport(paid: Payment, txHash: string, stored: StoredQuote | null): ReportedPayment {
  const [startName, endName] = paymentDates(paid.insuranceTypeKey);
  return {
    wallet_address: paid.address,
    tx_hash: txHash,
    chain_id: chainIdOf(paid.chainId),
    payment_currency: paid.paymentCurrency,
    premium_eth: paid.ethPremium,
    [startName]: paid.startDate.slice(0, 10),
    [endName]: paid.endDate.slice(0, 10),
    coverage_duration: paid.duration,
    coverage_amount: paid.coverage,
    total_premium: paid.price,
    quote_id: paid.quoteId,
    ...(paid.blockNumber === undefined ? {} : { block_number: paid.blockNumber }),
    ...(stored?.quoteId === paid.storedQuoteId ? harmlessFields(stored) : {}),
  };
}

function harmlessFields({ details }: StoredQuote): Fields {
  const entries = formFields(details.insuranceTypeKey).flatMap((field) => {
    const value = details[storedName(field)];
    return typeof value === 'string' || typeof value === 'number' ? [[field.name, value] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** The policy creation call. Throws for an unknown product. */
export function reportCall(product: string) {
  const call = paymentsApi.reportPayments[(PRODUCT_KEYS as readonly string[]).indexOf(product)];
  if (!call) throw new Error('Unknown insurance type');
  return call;
}

/** Tells the server of a payment. The call is idempotent by transaction, and its answer is the policy's status. */
export async function report(paid: Payment, stored: StoredQuote | null, signal: AbortSignal) {
  if (paid.txHash === null) throw new Error('No transaction');
  const body = paymentReport(paid, paid.txHash, stored);
  const own = { signal, schema: reportAnswer };
  return (await api.ask(reportCall(paid.insuranceTypeKey), { body }, own)) as ReportAnswer;
}

const UNDER_WAY_REFRESH_MS = 5_000;

interface OwnDraft {
  email: string;
  paid: DraftPaid | null;
  noClaims: DraftDetailAnswer['no_claims'];
}

/**
 * The wallet's own draft: its email address, for a reloaded payment page, whether it was paid, and the claim-free years
 * that lower its price. All are unknown once the draft is gone.
 */
export function draftQuery(draftId: string | undefined, enabled: boolean) {
  return queryOptions({
    queryKey: ['payment-draft', draftId],
    enabled: enabled && draftId !== undefined,
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<OwnDraft> => {
      const draft = await api.find(quoteApi.getDraft, { id: draftId ?? '' }, { signal });
      if (draft === null) return { email: '', paid: null, noClaims: null };
      const email = contactOf(draft.insurance_type, spreadTravelers(draft.details), 'email');
      return { email, paid: draft.paid, noClaims: draft.no_claims };
    },
    // A payment under way may become a policy, or be canceled in the wallet.
    refetchInterval: ({ state }) => (state.data?.paid?.policy_id === null ? UNDER_WAY_REFRESH_MS : false),
  });
}
