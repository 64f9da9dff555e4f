import { describe, expect, it } from 'vitest';
import { PAYMENTS } from '#domain/payments/schema.ts';
import { type Details, formFields, storedName } from '#domain/products/forms/facts.ts';
import { SAMPLES } from '#domain/products/forms/samples.ts';
import { forEachProduct, PRODUCT_KEYS, PRODUCTS, type ProductKey } from '#domain/products/index.ts';
import { quoteRequest } from '#domain/quote/schema.ts';
import { paymentReport, quoteBody, reportCall } from './calls.ts';
import type { StoredQuote, TransactionData } from './record.ts';

const ADDRESS = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';
const hash = (digit: string) => `0x${digit.repeat(64)}` as const;

/** The sample of each product, under the names of the browser's `quoteData`. */
const FULL = forEachProduct((product) => {
  const sample: Details = SAMPLES[product];
  return Object.fromEntries(
    formFields(product).map((field) => [storedName(field), sample[field.name] ?? '']),
  );
});

function stored(
  product: ProductKey,
  fields: Record<string, string | number>,
  draftId = 'draft-0',
): StoredQuote {
  return {
    quoteId: 'QUOTE-1',
    type: PRODUCTS[product].label,
    premium: '0.6000',
    coverage: PRODUCTS[product].defaultChoice.coverage,
    details: {
      ...fields,
      startDate: '2026-11-21T00:00:00.000Z',
      endDate: '2027-11-21T00:00:00.000Z',
      duration: 365,
      originalPrice: 1200,
      deductible: PRODUCTS[product].defaultChoice.deductible,
      insuranceTypeKey: product,
    },
    currency: 'ETH',
    draftId,
  };
}

function transaction(product: ProductKey): TransactionData {
  return {
    policyId: null,
    policyNumber: 'PENDING',
    type: PRODUCTS[product].label,
    insuranceTypeKey: product,
    startDate: '2026-11-21T00:00:00.000Z',
    endDate: '2027-11-21T00:00:00.000Z',
    price: 1200,
    duration: 365,
    email: 'pay@example.com',
    txHash: hash('a'),
    walletType: 'metamask',
    address: ADDRESS,
    timestamp: '2026-11-21T10:00:00.000Z',
    chainId: '1337',
    networkName: 'Ganache Local',
    success: false,
    apiResponse: null,
    quoteId: hash('b'),
    validUntil: '2026-11-21T10:30:00.000Z',
    paymentCurrency: 'ETH',
    coverage: 500_000,
    ethPremium: '0.6000',
    storedQuoteId: 'QUOTE-1',
  };
}

describe.each(PRODUCT_KEYS)('the report of a %s payment', (product) => {
  it('the report of a payment matches the API schema, with and without the stored quote @api-4 @api-5', () => {
    const schema = PAYMENTS[product];
    expect(schema.safeParse(paymentReport(transaction(product), hash('a'), null)).error).toBeUndefined();
    const full = paymentReport(transaction(product), hash('a'), stored(product, FULL[product]));
    expect(schema.safeParse(full).error).toBeUndefined();
    expect(full).toMatchObject({
      tx_hash: hash('a'),
      quote_id: hash('b'),
      total_premium: 1200,
      chain_id: 1337,
    });
  });

  it('the report of a payment ignores a stored quote of another purchase', () => {
    const other = { ...stored(product, FULL[product]), quoteId: 'QUOTE-2' };
    expect(paymentReport(transaction(product), hash('a'), other)).toEqual(
      paymentReport(transaction(product), hash('a'), null),
    );
  });
});

describe('travel', () => {
  it('the report of a travel payment uses the travel date fields @api-4', () => {
    const report = paymentReport(transaction('travel'), hash('a'), null);
    expect(report).toMatchObject({ travel_start_date: '2026-11-21', travel_end_date: '2027-11-21' });
    expect(report).not.toHaveProperty('policy_start_date');
  });
});

describe('quote request', () => {
  const choice = {
    address: ADDRESS,
    chainId: '1337',
    currency: 'ETH',
    email: 'pay@example.com',
    again: false,
  };

  it.each(
    PRODUCT_KEYS,
  )('the quote request for %s names the draft and sends no details @api-10', (product) => {
    const body = quoteBody(stored(product, {}, 'draft-1'), choice);
    expect(body).toMatchObject({
      draft_id: 'draft-1',
      email: 'pay@example.com',
      policy_start_date: '2026-11-21',
    });
    expect(body).not.toHaveProperty('details');
    expect(body).not.toHaveProperty('insure_again');
    expect(quoteRequest.safeParse(body).error).toBeUndefined();
  });
});

describe('report path', () => {
  it('the report path exists for the three products only @payment-28', () => {
    expect(PRODUCT_KEYS.map((product) => reportCall(product).path)).toEqual([
      '/insurance/home-quote',
      '/insurance/car-quote',
      '/insurance/travel-quote',
    ]);
    expect(() => reportCall('boat')).toThrow('Unknown insurance type');
  });
});
