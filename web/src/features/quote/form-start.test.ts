// @vitest-environment happy-dom
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { dayOf } from '../../../../domain/days.ts';
import { formFields, isIdentifying } from '../../../../domain/products/forms/facts.ts';
import { FORMS } from '../../../../domain/products/forms/index.ts';
import { PRODUCT_KEYS, PRODUCTS } from '../../../../domain/products/index.ts';
import type { DraftDetailAnswer } from '../../../../domain/quote/schema.ts';
import { defaultTerm, linkedTerm } from '../../lib/term.ts';
import { emptyForm } from './form-fields.ts';
import { formOfDraft, keepForm, newForm } from './form-start.ts';

const NOW = Date.parse('2027-03-10T15:00:00Z');
const CHOICE = { coverage: 100_000, deductible: 250 };
const term = linkedTerm('car', { start: '2027-04-01', end: '2027-06-01' }, NOW);

beforeEach(() => sessionStorage.clear());

describe('form kept in the tab', () => {
  it('a kept form never holds a field that identifies or locates the customer', () => {
    for (const product of PRODUCT_KEYS) {
      fc.assert(
        fc.property(fc.uuid(), (secret) => {
          const values = Object.fromEntries(
            formFields(product).map((field) => [field.name, isIdentifying(field) ? secret : 'x']),
          );
          keepForm(product, values, term, PRODUCTS[product].defaultChoice);
          expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain(secret);
        }),
      );
    }
  });

  it('a kept form is restored with its dates after a reload @quote-21', () => {
    keepForm(
      'car',
      { ...emptyForm('car'), car_make: 'volvo', mileage: '42000', car_owner_name: 'Ada' },
      term,
      CHOICE,
    );
    const { values, term: kept, choice, accepted } = newForm('car', {}, NOW);
    expect(values).toEqual({ ...emptyForm('car'), car_make: 'volvo', mileage: '42000' });
    expect(kept).toEqual(term);
    expect(choice).toEqual({ coverage: 100_000, deductible: 250 });
    expect(accepted).toBe(false);
  });

  it('a kept form belongs to one product, and the dates of a link take precedence', () => {
    keepForm('car', { ...emptyForm('car'), car_make: 'volvo' }, term, CHOICE);
    expect(newForm('home', {}, NOW)).toEqual({
      values: emptyForm('home'),
      term: defaultTerm('home', dayOf(NOW)),
      choice: { coverage: 500_000, deductible: 2500 },
      noClaims: null,
      needs: {},
      accepted: false,
      chosen: false,
    });
    const link = { start: '2027-05-01', end: '2027-07-01' };
    expect(newForm('car', link, NOW).term).toEqual(linkedTerm('car', link, NOW));
    expect(newForm('car', link, NOW).choice).toEqual({ coverage: 100_000, deductible: 500 });
    const chosen = { ...link, coverage: 100_000, deductible: 0 };
    expect(newForm('car', chosen, NOW).choice).toEqual({ coverage: 100_000, deductible: 0 });
    expect(newForm('car', { ...chosen, deductible: 1 }, NOW).choice.deductible).toBe(500);
  });

  it('a kept form that was edited into nonsense is ignored', () => {
    for (const text of ['{', '[]', '{"product":"car","values":{"car_make":5}}', '{"product":"car"}']) {
      sessionStorage.setItem('quoteForm', text);
      expect(newForm('car', {}, NOW).values).toEqual(emptyForm('car'));
    }
    const foreign = { product: 'car', values: { car_owner_name: 'Mallory', other: 'x' } };
    sessionStorage.setItem('quoteForm', JSON.stringify(foreign));
    expect(newForm('car', {}, NOW).values).toEqual(emptyForm('car'));
  });
});

describe('form that continues a draft', () => {
  const draft: DraftDetailAnswer = {
    draft_id: 'draft_1',
    insurance_type: 'car',
    details: { car_make: 'volvo', car_model: 'V60', car_year: 2020, mileage: 0, car_owner_name: 'Ada Holm' },
    choices: { coverage_usd: 100_000, deductible_usd: 250 },
    no_claims: { years: 2, policy_number: 'POL-004' },
    needs: { for_pay: 'no', belongings: 'yes', bears_deductible: 'yes' },
    policy_start_date: '2027-04-01',
    policy_end_date: '2027-06-01',
    wording_version: FORMS.car.wording.version,
    wording_accepted_at: '2027-03-10T14:00:00.000Z',
    expires_at: '2027-03-11T14:00:00.000Z',
    paid: null,
  };

  it('a saved draft restores every field, the dates, and the checkbox if this wording was accepted', () => {
    expect(formOfDraft('car', draft, NOW)).toEqual({
      values: {
        ...emptyForm('car'),
        car_make: 'volvo',
        car_model: 'V60',
        car_year: '2020',
        mileage: '0',
        car_owner_name: 'Ada Holm',
      },
      term,
      choice: CHOICE,
      noClaims: { years: 2, policy_number: 'POL-004' },
      needs: { for_pay: 'no', belongings: 'yes', bears_deductible: 'yes' },
      accepted: true,
      chosen: true,
    });
  });

  it('a saved draft asks for acceptance again if a different wording or none was accepted', () => {
    expect(formOfDraft('car', { ...draft, wording_version: 'car-0' }, NOW).accepted).toBe(false);
    expect(formOfDraft('car', { ...draft, wording_accepted_at: null }, NOW).accepted).toBe(false);
  });

  it('a saved draft starts with the usual dates if its own have passed', () => {
    const late = Date.parse('2027-04-02T00:00:00Z');
    expect(formOfDraft('car', draft, late).term).toEqual(defaultTerm('car', dayOf(late)));
  });
});
