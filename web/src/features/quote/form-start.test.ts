// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { dayOf } from '#domain/days.ts';
import { FORMS } from '#domain/products/forms/index.ts';
import type { DraftDetailAnswer } from '#domain/quote/schema.ts';
import { keep } from '#web/lib/kept/kept.ts';
import { defaultTerm, linkedTerm } from '#web/lib/term.ts';
import { emptyForm, type FormStart, forgetForm, formOfDraft, newForm, rememberForm } from './form-start.ts';

const NOW = Date.parse('2027-03-10T15:00:00Z');
const CHOICE = { coverage: 100_000, deductible: 250 };
const term = linkedTerm('car', { start: '2027-04-01', end: '2027-06-01' }, NOW);

const typed: FormStart = {
  values: { ...emptyForm('car'), car_make: 'volvo', mileage: '42000', car_owner_name: 'Ada' },
  term,
  choice: CHOICE,
  noClaims: null,
  needs: { for_pay: 'no' },
  accepted: true,
  chosen: true,
};

beforeEach(forgetForm);

describe('a form that was filled in before', () => {
  it('a typed form comes back with its dates, choices, answers and acceptance @quote-21', () => {
    rememberForm('car', null, typed);
    expect(newForm('car', {}, NOW)).toEqual({ ...typed, draft: null });
  });

  it('a typed form whose start has passed comes back with the dates of a new one', () => {
    rememberForm('car', null, typed);
    const later = Date.parse('2027-04-02T00:00:00Z');
    expect(newForm('car', {}, later).term).toEqual(defaultTerm('car', dayOf(later)));
    expect(newForm('car', {}, later).values).toEqual(typed.values);
  });

  it('a typed form belongs to one product, and the dates of a link take precedence', () => {
    rememberForm('car', null, typed);
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

  it('a typed form of another build that no longer fits is ignored', () => {
    for (const other of [5, [], { product: 'car', values: { car_make: 5 } }, { product: 'car' }]) {
      void keep('mine/quote', other);
      expect(newForm('car', {}, NOW).values).toEqual(emptyForm('car'));
    }
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
