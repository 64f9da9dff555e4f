import type { Product } from '../../../../domain/quote/products.ts';
import { quoteDays, type StoredQuote, type TransactionData } from '../../state/purchase.ts';
import { FORM_NAMES } from './form-names.ts';

type Fields = Record<string, string | number>;

/** What the specification puts in for a field that an old stored quote lacks. The worker refuses to insure these. */
const FALLBACKS: Readonly<Record<Product, Fields>> = {
  home: {
    house_type: 'Unknown',
    year_built: 2020,
    house_address: 'Not specified',
    property_owner_name: 'Unknown',
    property_owner_telephone: 'Not provided',
  },
  car: {
    car_make: 'Unknown',
    car_model: 'Unknown',
    car_year: 2020,
    mileage: 50000,
    car_owner_name: 'Unknown',
    car_owner_telephone: 'Not provided',
  },
  travel: {
    origin: 'Not specified',
    departure: 'Not specified',
    destination: 'Not specified',
    passport_number: 'Not provided',
    passport_country: 'Unknown',
    traveler_name: 'Unknown',
    traveler_telephone: 'Not provided',
  },
};

const EMAIL_FIELD: Readonly<Record<Product, string>> = {
  home: 'property_owner_email',
  car: 'car_owner_email',
  travel: 'traveler_email',
};

/**
 * The API's details from an old stored quote that has them all in the browser, with the specification's fallbacks; the
 * owner's email falls back to the payment's. A quote with a draft needs none of this.
 */
export function detailsFromStored(quote: StoredQuote, email: string): Fields {
  const product = quote.details.insuranceTypeKey;
  const details: Fields = { ...FALLBACKS[product], [EMAIL_FIELD[product]]: email };
  for (const [form, field] of Object.entries(FORM_NAMES[product])) {
    const value = quote.details[form];
    if ((typeof value === 'string' && value.trim() !== '') || typeof value === 'number')
      details[field] = value;
  }
  if (product === 'travel' && details.departure === 'Not specified') details.departure = details.origin ?? '';
  return details;
}

/**
 * The specification's policy creation payload of a payment. Identifying fields are in the server's own quote and are left
 * out; an old stored quote brings what it has.
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

/** The fields that the stored quote carries, under the API's names. */
function storedFields(quote: StoredQuote): Fields {
  const names = FORM_NAMES[quote.details.insuranceTypeKey];
  const entries = Object.entries(names).flatMap(([form, field]) => {
    const value = quote.details[form];
    return typeof value === 'string' || typeof value === 'number' ? [[field, value] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** The path of the policy creation call. Throws for a type that is not insured. */
export function reportPath(product: string): string {
  if (product === 'home' || product === 'car' || product === 'travel') return `/insurance/${product}-quote`;
  throw new Error('Unknown insurance type');
}

/** What a quote of the server is asked with. */
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
    ...(stored.draftId ? { draft_id: stored.draftId } : { details: detailsFromStored(stored, choice.email) }),
  };
}
