import { describe, expect, it } from 'vitest';
import { DETAILS } from '#domain/products/forms/details.ts';
import { type Details, formFields, privateFields, storedName } from '#domain/products/forms/facts.ts';
import { SAMPLES } from '#domain/products/forms/samples.ts';
import { PRODUCT_KEYS, type ProductKey } from '#domain/products/index.ts';
import { approximateEth, harmlessDetails, quoteToStore } from '#web/lib/quote-to-store.ts';
import { emptyForm } from './form-start.ts';

const VALUES: Readonly<Record<ProductKey, Details>> = SAMPLES;

describe.each(PRODUCT_KEYS)('the %s form', (product) => {
  const fields = formFields(product).map(({ name }) => name);

  it('the form asks for exactly what the API needs @quote-1 @quote-2 @quote-3', () => {
    expect(DETAILS[product].safeParse(VALUES[product]).error).toBeUndefined();
    expect(Object.keys(VALUES[product]).sort()).toEqual([...fields].sort());
    const { error } = DETAILS[product].safeParse(emptyForm(product));
    expect([...new Set(error?.issues.map((issue) => issue.path[0]))].sort()).toEqual([...fields].sort());
  });

  it('the browser keeps nothing that identifies or locates the customer @quote-20', () => {
    const kept = harmlessDetails(product, VALUES[product]);
    const secrets = formFields(product).filter(
      ({ name }) => privateFields(product).includes(name) || /name|email/.test(name),
    );
    expect(secrets.length).toBeGreaterThan(0);
    for (const field of secrets) {
      expect(kept).not.toHaveProperty(storedName(field));
      expect(Object.values(kept)).not.toContain(VALUES[product][field.name]);
    }
  });
});

describe('the stored quote', () => {
  it('the stored quote has the specification’s fields, the draft and no names @quote-18', () => {
    const stored = quoteToStore({
      id: 1_795_000_000_000,
      product: 'home',
      term: { start: '2026-11-21', end: '2027-11-21' },
      price: { days: 365, premium: 850, coverage: 350_000, deductible: 5000 },
      children: [],
      values: VALUES.home,
      draftId: 'draft-1',
    });
    expect(stored).toEqual({
      quoteId: 'QUOTE-1795000000000',
      type: 'Home Insurance',
      premium: '0.4250',
      coverage: 350_000,
      details: {
        houseType: 'single-family',
        yearBuilt: 1998,
        startDate: '2026-11-21T00:00:00.000Z',
        endDate: '2027-11-21T00:00:00.000Z',
        duration: 365,
        originalPrice: 850,
        deductible: 5000,
        insuranceTypeKey: 'home',
      },
      currency: 'ETH',
      draftId: 'draft-1',
    });
  });

  it('the ETH price has four decimals and is never too low @quote-28', () => {
    expect(approximateEth(1200)).toBe('0.6000');
    expect(approximateEth(25)).toBe('0.0125');
    expect(approximateEth(1)).toBe('0.0005');
  });
});
