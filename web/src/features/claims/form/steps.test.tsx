/** The two steps of a claim, each with what it checks and says. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  field,
  fill,
  press,
  review,
  sent,
  serve,
  signedInHolder,
  type,
  WORDS,
} from '#web/test/claim-form.ts';
import { mountSite } from '#web/test/mount.tsx';
import { insured } from '#web/test/sample-claim.ts';

signedInHolder();

describe('first step', () => {
  it('the claim form starts at Claim Details, the first of two steps @claims-4', async () => {
    serve();
    mountSite('/submit-claim');
    const steps = within(await screen.findByRole('list', { name: 'Steps' })).getAllByRole('listitem');
    expect(steps.map((step) => step.textContent)).toEqual(['1Claim Details', '2Review & Submit']);
    expect(steps[0]?.getAttribute('aria-current')).toBe('step');
  });

  it('the first step marks every missing field, focuses the first and sends nothing @claims-8', async () => {
    const calls = serve();
    mountSite('/submit-claim');
    await screen.findByRole('radio', { name: /POL-012/ });
    press('Continue to Review');
    for (const words of [
      'Please select a policy',
      'Incident date is required',
      'Claim amount is required',
      'Please provide a detailed description (minimum 10 characters)',
    ]) {
      expect(await screen.findByText(words)).toBeDefined();
    }
    await waitFor(() => expect(document.activeElement?.getAttribute('type')).toBe('radio'));
    expect(sent(calls)).toEqual([]);
  });

  it('the first step rejects a date outside the cover immediately @claims-9', async () => {
    serve();
    const { router } = mountSite('/submit-claim');
    await fill();
    const hint = 'POL-012 covers November 21, 2026 to November 21, 2027.';
    expect(screen.getByText(hint)).toBeDefined();
    type('Date of incident', '11/19/2026');
    expect(await screen.findByText('This happened before your cover began.')).toBeDefined();
    press('Continue to Review');
    await waitFor(() => expect(document.activeElement).toBe(field('Date of incident')));
    expect(router.state.location.search).toEqual({});
    type('Date of incident', '12/03/2026');
    expect(await screen.findByText('The incident date cannot be in the future.')).toBeDefined();
    type('Date of incident', '12/31/1899');
    expect(await screen.findByText('The incident date cannot be before 1900.')).toBeDefined();
  });

  it('the first step rejects an amount above the remaining cover immediately @claims-10', async () => {
    serve({ policies: [insured({ amount: 1000 })] });
    mountSite('/submit-claim');
    await fill();
    expect(
      await screen.findByText('The cover that is left is $1,000. A claim cannot be for more.'),
    ).toBeDefined();
    press('Continue to Review');
    await waitFor(() => expect(document.activeElement).toBe(field('Estimated claim amount')));
    type('Estimated claim amount', '1000');
    await waitFor(() => expect(screen.queryByText(/A claim cannot be for more/)).toBeNull());
  });

  it('the first step counts the characters of the description @claims-11', async () => {
    serve();
    mountSite('/submit-claim');
    await screen.findByRole('radio', { name: /POL-012/ });
    expect(screen.getByText('At least 10 characters: 10 more to go.')).toBeDefined();
    type('Detailed description', 'nine chars');
    expect(screen.getByText('At least 10 characters: 1 more to go.')).toBeDefined();
    type('Detailed description', 'ten letters');
    expect(screen.getByText('10 of 5,000 characters')).toBeDefined();
  });
});

describe('second step', () => {
  it('the second step shows all entries, the deductible, the largest possible payout and what happens next @claims-14', async () => {
    serve();
    const { router } = mountSite('/submit-claim');
    await review();
    expect(router.state.location.search).toEqual({ step: 'review' });
    const fact = (label: string) =>
      screen.getAllByText(label, { selector: 'dt' }).map((dt) => dt.parentElement?.textContent);
    expect(fact('Policy')).toEqual(['PolicyHome Insurance POL-012, 12 Quay Street, Bristol']);
    expect(fact('Date of incident')).toEqual(['Date of incidentNovember 25, 2026']);
    expect(fact('Claim amount')[0]).toBe('Claim amount$4,000.50');
    expect(fact('Deductible')).toEqual(['Deductible− $2,500']);
    expect(fact('What would be paid at most')).toEqual(['What would be paid at most$1,501']);
    expect(screen.getByText(WORDS)).toBeDefined();
    expect(screen.getByText(/^An estimate\./)).toBeDefined();
    expect(screen.getByText(/within 24-48 hours\. If anything is missing/)).toBeDefined();
    expect(screen.getByText('December 3, 2026').title).toBe('December 3, 2026 at 10:00 AM UTC');
  });

  it('the second step says when nothing would be paid @claims-14', async () => {
    serve();
    mountSite('/submit-claim');
    await fill();
    type('Estimated claim amount', '2500');
    press('Continue to Review');
    expect(
      await screen.findByText(/not exceed the deductible of \$2,500, so nothing would be paid/),
    ).toBeDefined();
  });

  it('the second step promises the longer review time for a complex claim @claims-14', async () => {
    serve();
    mountSite('/submit-claim');
    await fill();
    type('Estimated claim amount', '10000.01');
    press('Continue to Review');
    expect(
      await screen.findByText(/in 3-5 business days, because it is for more than \$10,000/),
    ).toBeDefined();
  });

  it('going back from the second step keeps all entries @claims-4', async () => {
    serve();
    mountSite('/submit-claim');
    await review();
    press('Back to Claim Details');
    expect((await screen.findByLabelText<HTMLInputElement>('Date of incident')).value).toBe('11/25/2026');
    expect(field('Estimated claim amount').value).toBe('4,000.50');
    expect(field('Detailed description').value).toBe(`  ${WORDS} `);
  });

  it('going forward after the policy changed returns to the first step with the change @claims-4', async () => {
    serve();
    const { router } = mountSite('/submit-claim');
    await review();
    router.history.back();
    await screen.findByLabelText('Date of incident');
    type('Estimated claim amount', '5000');
    router.history.forward();
    await waitFor(() => expect(router.state.location.search).toEqual({ step: 'review' }));
    expect(screen.getByLabelText<HTMLInputElement>('Estimated claim amount').value).toBe('5000');
  });

  it('a reload returns to the first step', async () => {
    serve();
    mountSite('/submit-claim?step=review');
    expect(await screen.findByRole('button', { name: 'Continue to Review' })).toBeDefined();
  });
});
