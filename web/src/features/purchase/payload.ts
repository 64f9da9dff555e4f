import type * as z from 'zod';
import { type ChainRef, chainIdOf } from '#domain/chains.ts';
import * as paymentsApi from '#domain/payments/api.ts';
import { formFields, paymentDates, storedName } from '#domain/products/forms/facts.ts';
import { PRODUCT_KEYS } from '#domain/products/index.ts';
import type { quoteRequest } from '#domain/quote/schema.ts';
import { quoteDays, type StoredQuote, type TransactionData } from '#web/state/purchase.ts';

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

/**
 * The specification's payload that creates a policy. Identifying fields are left out, because the server has them in its
 * own quote.
 */
export function paymentReport(
  transaction: TransactionData,
  txHash: string,
  stored: StoredQuote | null,
): ReportedPayment {
  const product = transaction.insuranceTypeKey;
  const [startName, endName] = paymentDates(product);
  const harmless = stored?.quoteId === transaction.storedQuoteId ? storedFields(stored) : {};
  return {
    wallet_address: transaction.address,
    tx_hash: txHash,
    chain_id: chainIdOf(transaction.chainId),
    payment_currency: transaction.paymentCurrency,
    premium_eth: transaction.ethPremium,
    [startName]: transaction.startDate.slice(0, 10),
    [endName]: transaction.endDate.slice(0, 10),
    coverage_duration: transaction.duration,
    coverage_amount: transaction.coverage,
    total_premium: transaction.price,
    quote_id: transaction.quoteId,
    ...(transaction.blockNumber === undefined ? {} : { block_number: transaction.blockNumber }),
    ...harmless,
  };
}

function storedFields({ details }: StoredQuote): Fields {
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
