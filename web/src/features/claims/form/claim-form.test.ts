import { describe, expect, it } from 'vitest';
import { MAX_DESCRIPTION } from '#domain/claims/rules.ts';
import { formatDay } from '#domain/days.ts';
import { PROMISES } from '#domain/promises.ts';
import { insured } from '#web/test/sample-claim.ts';
import {
  amountProblem,
  claimForm,
  coverDates,
  EMPTY_FORM,
  enteredCents,
  estimate,
  incidentDays,
  incidentProblem,
} from './claim-form.ts';

const good = {
  policy_id: '12',
  incident_date: '2026-11-25',
  claim_amount: '4000',
  description: 'The storm broke two windows.',
};
const problems = (change: Partial<typeof good>) =>
  claimForm
    .safeParse({ ...good, ...change })
    .error?.issues.map(({ path, message }) => [path.join('.'), message]);

describe('the claim form', () => {
  it('the claim form returns the amount in cents', () => {
    expect(claimForm.parse(good)).toEqual({ ...good, policy_id: 12, claim_amount: 400_000 });
  });

  it('every missing field of the claim form has the message of the specification @claims-8', () => {
    const { error } = claimForm.safeParse(EMPTY_FORM);
    expect(Object.fromEntries(error?.issues.map(({ path, message }) => [path[0], message]) ?? [])).toEqual({
      policy_id: 'Please select a policy',
      incident_date: 'Incident date is required',
      claim_amount: 'Claim amount is required',
      description: 'Please provide a detailed description (minimum 10 characters)',
    });
  });

  it('the claim amount accepts the usual ways to write it and nothing else @claims-10', () => {
    expect(enteredCents('$1,250.50')).toBe(125_050);
    expect(enteredCents(' 1 250 ')).toBe(125_000);
    expect(enteredCents('4500,00')).toBe(450_000);
    expect(enteredCents('1.255')).toBe(125_500);
    expect(enteredCents('')).toBeNull();
    expect(problems({ claim_amount: '0' })).toEqual([['claim_amount', 'Claim amount is required']]);
    const words = 'Please enter an amount in dollars, such as 1250 or 1250.50.';
    for (const claim_amount of ['1.5.5', '-5', 'a lot', '1e3']) {
      expect(problems({ claim_amount })).toEqual([['claim_amount', words]]);
    }
  });

  it('the claim description is counted without surrounding whitespace', () => {
    expect(problems({ description: '   nine ch.   ' })).toHaveLength(1);
    expect(problems({ description: ' ten letters. ' })).toBeUndefined();
    expect(problems({ description: 'x'.repeat(MAX_DESCRIPTION + 1) })).toHaveLength(1);
  });
});

describe('description of the cover', () => {
  const now = Date.parse('2026-12-01T10:00:00Z');
  const policy = insured();

  it('the claim form names the first and last day of cover', () => {
    expect(coverDates(policy)).toBe('November 21, 2026 to November 21, 2027');
  });

  it('an incident date outside the cover, in the future or before 1900 has its own message @claims-9', () => {
    const problem = (day: string) => incidentProblem(day, policy, now);
    expect(problem('2026-11-21')).toBeNull();
    expect(problem('2026-11-19')).toBe('This happened before your cover began.');
    expect(problem('1899-12-31')).toBe('The incident date cannot be before 1900.');
    expect(problem('2026-12-03')).toBe('The incident date cannot be in the future.');
    const ended = insured({ cover_until: '2026-11-29T00:00:00.000Z' });
    expect(incidentProblem('2026-11-30', ended, now)).toBe('This happened after your cover ended.');
  });

  it('the calendar of an incident begins with the day on which cover began where the customer is', () => {
    const bought = new Date(2026, 10, 27, 21, 30);
    const covered = insured({ cover_from: bought.toISOString() });
    expect(formatDay(incidentDays(covered, 30_000).first)).toBe('2026-11-27');
  });

  it('nothing is said about the cover before a policy and a date are chosen', () => {
    expect(incidentProblem('', policy, now)).toBeNull();
    expect(incidentProblem('1800-01-01', null, now)).toBeNull();
  });

  it('a claim above the remaining cover is rejected to the cent @claims-10', () => {
    expect(amountProblem(10_000, 100)).toBeNull();
    expect(amountProblem(10_001, 100)).toContain('$100');
    expect(amountProblem(null, 100)).toBeNull();
  });

  it('the estimate shows the payout after the deductible and within the cover, and the review date', () => {
    expect(estimate(2500, 400_000, 500_000, now)).toEqual({
      payout: 1500,
      due: now + PROMISES.claimReviewHours * 3_600_000,
      complex: false,
    });
    expect(estimate(0, 400_000, 1000, now).payout).toBe(1000);
    expect(estimate(500, 40_000, 1000, now).payout).toBe(0);
    expect(estimate(2500, 1_000_001, 500_000, now).complex).toBe(true);
  });
});
