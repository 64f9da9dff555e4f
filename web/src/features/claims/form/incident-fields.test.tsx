/** The days that the calendar of an incident offers, and what a claim about a trip needs. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { press, SUBMIT, sent, serve, signedInHolder, type, WORDS } from '#web/test/claim-form.ts';
import { mountSite } from '#web/test/mount.tsx';
import { claim, insured } from '#web/test/sample-claim.ts';

signedInHolder();

describe('incident calendar', () => {
  const opener = () => screen.getByLabelText('Choose the date of the incident from the calendar');
  const open = async () => {
    fireEvent.click(opener());
    return within(await screen.findByLabelText('the date of the incident'));
  };
  const disabled = (calendar: Awaited<ReturnType<typeof open>>, day: RegExp) =>
    calendar.getByLabelText<HTMLButtonElement>(day).disabled;

  it('the incident calendar offers the days of the policy’s cover up to today', async () => {
    vi.setSystemTime(Date.parse('2026-11-26T10:00:00Z'));
    serve();
    mountSite('/submit-claim?policy=12');
    await screen.findByRole('radio', { name: /POL-012/ });
    const calendar = await open();
    expect(disabled(calendar, /November 20, 2026/)).toBe(true);
    expect(disabled(calendar, /November 21, 2026/)).toBe(false);
    expect(disabled(calendar, /November 26, 2026/)).toBe(false);
    expect(disabled(calendar, /November 28, 2026/)).toBe(true);
  });

  it('the incident calendar ends with the cover of a policy that has ended', async () => {
    const ended = insured({
      id: 23,
      status: 'expired',
      cover_from: '2026-10-30T09:00:00.000Z',
      cover_until: '2026-11-18T00:00:00.000Z',
    });
    serve({ policies: [ended] });
    mountSite('/submit-claim');
    await screen.findByRole('radio', { name: /POL-023/ });
    const calendar = await open();
    expect(disabled(calendar, /November 17, 2026/)).toBe(false);
    expect(disabled(calendar, /November 18, 2026/)).toBe(true);
  });
});

describe('a claim about a trip', () => {
  const trip = insured({
    id: 24,
    policy_type: 'travel',
    amount: 200_000,
    deductible: 0,
    wording_version: 'travel-3',
    cover_start_date: '2026-11-25',
    cover_from: '2026-11-25T09:00:00.000Z',
    policy_start_date: '2027-06-03',
    policy_end_date: '2027-06-20',
    cover_until: '2027-06-21T00:00:00.000Z',
    travelers: [
      { number: 1, name: 'Ada Holm' },
      { number: 2, name: 'Byron Holm' },
    ],
  });
  const choose = (name: string, option: string) => {
    fireEvent.keyDown(screen.getByRole('combobox', { name }), { key: 'Enter' });
    fireEvent.keyDown(screen.getByRole('option', { name: option }), { key: 'Enter' });
  };

  it('names its traveler, before departure only its cancellation, and at most what that pays each of them', async () => {
    const paid = claim({
      policy_id: 24,
      policy_type: 'travel',
      status: 'paid',
      payout_amount: 4000,
      cause: 'cancellation',
      traveler: 1,
    });
    const calls = serve({
      policies: [trip],
      claims: [paid],
      more: { [SUBMIT]: { data: claim({ policy_id: 24 }) } },
    });
    mountSite('/submit-claim?policy=24');
    await screen.findByText(/Cancellation from November 25, 2026, medical from June 3, 2027\./);
    type('Date of incident', '11/26/2026');
    type('Estimated claim amount', '1500');
    type('Detailed description', WORDS);
    expect(
      await screen.findByText(/^Before the trip begins on June 3, 2027, only its cancellation/),
    ).toBeTruthy();
    choose('Cause', 'Cancellation before departure');
    press('Continue to Review');
    expect(await screen.findByText('Please choose whom the claim is about')).toBeTruthy();
    choose('Traveler', 'Ada Holm');
    expect(
      await screen.findByText('The cover that is left is $1,000. A claim cannot be for more.'),
    ).toBeTruthy();
    choose('Traveler', 'Byron Holm');
    press('Continue to Review');
    await screen.findByText('What would be paid at most');
    expect(screen.getByText('Byron Holm')).toBeTruthy();
    press('Submit Claim');
    await waitFor(() => expect(sent(calls)).toHaveLength(1));
    expect(sent(calls)[0]?.body).toMatchObject({
      traveler: 2,
      cause: 'cancellation',
      claim_amount: '1500.00',
    });
  });
});
