import { quoteDays, type StoredQuote, type TransactionData } from '../../state/purchase.ts';
import { FORM_NAMES } from './form-names.ts';

type Fields = Record<string, string | number>;

/**
 * The specification's payload that creates a policy. Identifying fields are left out, because the server has them in its
 * own quote.
 */
export function paymentReport(
  transaction: TransactionData,
  txHash: string,
  stored: StoredQuote | null,
): Fields {
  const product = transaction.insuranceTypeKey;
  const [start, end] = [transaction.startDate.slice(0, 10), transaction.endDate.slice(0, 10)];
  const term: Fields =
    product === 'travel'
      ? { travel_start_date: start, travel_end_date: end }
      : { policy_start_date: start, policy_end_date: end };
  const harmless = stored?.quoteId === transaction.storedQuoteId ? storedFields(stored) : {};
  return {
    wallet_address: transaction.address,
    tx_hash: txHash,
    chain_id: transaction.chainId,
    payment_currency: transaction.paymentCurrency,
    premium_eth: transaction.ethPremium,
    ...term,
    coverage_duration: transaction.duration,
    coverage_amount: transaction.coverage,
    total_premium: transaction.price,
    quote_id: transaction.quoteId,
    ...harmless,
  };
}

/** The stored quote's fields under their API names. */
function storedFields(quote: StoredQuote): Fields {
  const names = FORM_NAMES[quote.details.insuranceTypeKey];
  const entries = Object.entries(names).flatMap(([form, field]) => {
    const value = quote.details[form];
    return typeof value === 'string' || typeof value === 'number' ? [[field, value] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** The path of the policy creation call. Throws for an unknown product. */
export function reportPath(product: string): string {
  if (product === 'home' || product === 'car' || product === 'travel') return `/insurance/${product}-quote`;
  throw new Error('Unknown insurance type');
}

/** The request body for a quote. */
export function quoteBody(
  stored: StoredQuote,
  choice: { address: string; chainId: number; currency: string; email: string },
): Record<string, unknown> {
  const { startDate, endDate } = quoteDays(stored);
  return {
    insurance_type: stored.details.insuranceTypeKey,
    wallet_address: choice.address,
    chain_id: choice.chainId,
    payment_currency: choice.currency,
    policy_start_date: startDate,
    policy_end_date: endDate,
    email: choice.email,
    draft_id: stored.draftId,
  };
}
