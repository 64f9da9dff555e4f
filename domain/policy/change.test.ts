import { describe, expect, it } from 'vitest';
import { parseDay } from '#domain/days.ts';
import { changeableFields, changedTerm, choiceAt, paysMore } from './change.ts';

const day = (text: string) => parseDay(text) ?? 0;

describe('the term of a changed policy', () => {
  const old = { startDay: day('2026-01-10'), endDay: day('2027-01-10') };

  it('starts today and keeps an end that is 30 days ahead', () => {
    expect(changedTerm('home', old, day('2026-12-11'))).toEqual({
      startDay: day('2026-12-11'),
      endDay: day('2027-01-10'),
    });
  });

  it('is a whole year when the old end is 29 days ahead', () => {
    expect(changedTerm('home', old, day('2026-12-12'))).toEqual({
      startDay: day('2026-12-12'),
      endDay: day('2027-12-12'),
    });
  });

  it('keeps a start that is still to come', () => {
    expect(changedTerm('car', old, day('2026-01-03'))).toEqual(old);
  });
});

describe('what counts in the first seven days after a change', () => {
  const CHANGED = '2026-06-01T12:00:00.000Z';
  const at = (text: string) => Date.parse(text);
  const low = { coverage: 200_000, deductible: 5000, cover_from: '2026-01-01T00:00:00.000Z' };
  const high = { coverage: 500_000, deductible: 1000, cover_from: CHANGED };

  it('is the lower cover and the higher deductible, until exactly seven days are over', () => {
    const before = { coverage: 200_000, deductible: 5000 };
    expect(choiceAt([high, low], at('2026-06-08T11:59:59.999Z'))).toEqual(before);
    expect(choiceAt([high, low], at('2026-06-08T12:00:00.000Z'))).toEqual({
      coverage: 500_000,
      deductible: 1000,
    });
  });

  it('takes a lower cover and a higher deductible at once', () => {
    const lower = { ...low, cover_from: CHANGED };
    expect(choiceAt([lower, { ...high, cover_from: low.cover_from }], at(CHANGED))).toEqual({
      coverage: 200_000,
      deductible: 5000,
    });
  });

  it('limits each part on its own', () => {
    const mixed = { coverage: 350_000, deductible: 1000, cover_from: CHANGED };
    const old = { coverage: 500_000, deductible: 2500, cover_from: low.cover_from };
    expect(choiceAt([mixed, old], at(CHANGED))).toEqual({ coverage: 350_000, deductible: 2500 });
  });

  it('rests on what counted then, however many changes there were', () => {
    const third = { coverage: 500_000, deductible: 1000, cover_from: '2026-06-03T00:00:00.000Z' };
    expect(choiceAt([third, high, low], at('2026-06-07T00:00:00Z'))).toMatchObject({ coverage: 200_000 });
    // Seven days after the first change, what it gave counts as before the second.
    expect(choiceAt([third, high, low], at('2026-06-09T00:00:00Z'))).toMatchObject({ coverage: 500_000 });
  });

  it('is the policy’s own without a change', () => {
    expect(choiceAt([high], at(CHANGED))).toEqual({ coverage: 500_000, deductible: 1000 });
  });
});

describe('what can change', () => {
  it('pays more with a higher cover or a lower deductible', () => {
    const one = { coverage: 350_000, deductible: 2500 };
    expect(paysMore({ ...one, coverage: 500_000 }, one)).toBe(true);
    expect(paysMore({ ...one, deductible: 1000 }, one)).toBe(true);
    expect(paysMore({ coverage: 200_000, deductible: 5000 }, one)).toBe(false);
    expect(paysMore(one, one)).toBe(false);
  });

  it('is what describes the home or car, not who is insured', () => {
    expect(changeableFields('home').map(({ name }) => name)).toEqual([
      'house_type',
      'year_built',
      'house_address',
    ]);
    expect(changeableFields('car').map(({ name }) => name)).toEqual([
      'car_make',
      'car_model',
      'car_year',
      'mileage',
    ]);
  });
});
