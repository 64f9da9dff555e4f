/** A claim on a phone: one thing a screen. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  field,
  press,
  SUBMIT,
  sent,
  serve,
  signedInHolder,
  travel,
  type,
  WORDS,
} from '#web/test/claim-form.ts';
import { mountSite } from '#web/test/mount.tsx';
import { asked, onPhone } from '#web/test/phone.ts';
import { claim, insured } from '#web/test/sample-claim.ts';

signedInHolder();
beforeEach(onPhone);

const WHICH = 'Which policy is it about?';
const EVENT = 'What happened?';
const LOSS = 'What did it cost you?';
const PAPERS = 'Any photos or papers?';
const REVIEW = 'Is everything right?';

const shows = (title: string) => waitFor(() => expect(asked()).toEqual([title]));
const bar = () => {
  const on = screen.getByText(/^(Continue|Continue to Review|Submit Claim)$/, { selector: 'button' });
  return on.parentElement?.textContent;
};
/** What a screen reader hears with the focused title. */
const place = () => {
  const title = document.activeElement;
  return document.getElementById(title?.getAttribute('aria-describedby') ?? '')?.textContent;
};
const back = () => fireEvent.click(screen.getByLabelText('Back'));

/** Answers what happened, which leads to what the claim cost. */
async function happened(): Promise<void> {
  await shows(EVENT);
  type('Date of incident', '11/25/2026');
  press('Continue');
  await shows(LOSS);
}

/** Answers all questions from what happened to the review. */
async function toReview(amount = '4,000.50'): Promise<void> {
  await happened();
  type('Estimated claim amount', amount);
  type('Detailed description', WORDS);
  press('Continue');
  await shows(PAPERS);
  press('Continue to Review');
  await shows(REVIEW);
}

describe('the claim form on a phone', () => {
  it('asks for one thing a screen, tells its place, and sends the claim from the fifth screen', async () => {
    const calls = serve({ more: { [SUBMIT]: { status: 201, data: claim() } } });
    const { router } = mountSite('/submit-claim');
    await screen.findByText(WHICH);
    expect(asked()).toEqual([WHICH]);
    expect(screen.getByText('Submit Claim · 1 of 5')).toBeDefined();
    expect(bar()).toBe('No amount yet4 fields leftContinue');
    fireEvent.click(screen.getByText('POL-012'));
    press('Continue');
    await shows(EVENT);
    await waitFor(() => expect(document.activeElement?.textContent).toBe(EVENT));
    expect(place()).toBe('Home Insurance POL-012 · 2 of 5');
    type('Date of incident', '11/25/2026');
    press('Continue');
    await shows(LOSS);
    type('Estimated claim amount', '4,000.50');
    expect(bar()).toBe('$1,501at most · 1 field leftContinue');
    type('Detailed description', WORDS);
    press('Continue');
    await shows(PAPERS);
    expect(screen.getByText('Claim Details').getAttribute('aria-current')).toBe('step');
    expect(bar()).toBe('$1,501paid at mostContinue to Review');
    press('Continue to Review');
    await shows(REVIEW);
    await waitFor(() => expect(place()).toBe('Home Insurance POL-012 · 5 of 5'));
    expect(screen.getByText('Review & Submit').getAttribute('aria-current')).toBe('step');
    expect(screen.getByText('Deductible').parentElement?.textContent).toBe('Deductible− $2,500');
    expect(screen.getByText(WORDS)).toBeDefined();
    press('Submit Claim');
    await waitFor(() => expect(router.state.location.pathname).toBe('/my-claims'));
    expect(sent(calls).map(({ body }) => body)).toMatchObject([
      { policy_id: 12, claim_amount: '4000.50', description: WORDS, incident_date: '2026-11-25' },
    ]);
  });

  it('leaves out the policy that a link names', async () => {
    serve();
    mountSite('/submit-claim?policy=3');
    await screen.findByText('Travel Insurance POL-003 · 1 of 4');
    expect(asked()).toEqual([EVENT]);
  });

  it('leaves out the only policy', async () => {
    serve({ policies: [insured()] });
    mountSite('/submit-claim');
    await screen.findByText('Home Insurance POL-012 · 1 of 4');
    expect(asked()).toEqual([EVENT]);
  });

  it('asks for the policy when the one of a link cannot be claimed on', async () => {
    serve();
    mountSite('/submit-claim?policy=99');
    expect(await screen.findByText(/You can’t claim on the policy you came from/)).toBeDefined();
    expect(asked()).toEqual([WHICH]);
  });

  it('stays on a screen that lacks an answer and focuses its field', async () => {
    serve();
    const { router } = mountSite('/submit-claim?policy=12');
    await screen.findByText(EVENT);
    press('Continue');
    expect(await screen.findByText('Incident date is required')).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(field('Date of incident')));
    type('Date of incident', '11/20/2026');
    press('Continue');
    await waitFor(() => expect(document.activeElement).toBe(field('Date of incident')));
    expect(asked()).toEqual([EVENT]);
    expect(router.state.location.search).toEqual({ policy: 12 });
  });

  it('goes one screen back with the arrow and with the browser, and keeps what was typed', async () => {
    serve();
    const { router } = mountSite('/submit-claim');
    await screen.findByText(WHICH);
    fireEvent.click(screen.getByText('POL-012'));
    press('Continue');
    await toReview();
    back();
    await shows(PAPERS);
    router.history.back();
    await shows(LOSS);
    expect(field('Estimated claim amount').value).toBe('4,000.50');
    expect(field('Detailed description').value).toBe(WORDS);
    back();
    await shows(EVENT);
    expect(field('Date of incident').value).toBe('11/25/2026');
    router.history.back();
    await shows(WHICH);
    fireEvent.click(screen.getByLabelText('Back to My Claims'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/my-claims'));
  });

  it('opens again where an answer is missing, with what was typed', async () => {
    serve();
    mountSite('/submit-claim?policy=12');
    await happened();
    type('Estimated claim amount', '700');
    cleanup();
    mountSite('/submit-claim?policy=12');
    await screen.findByText(LOSS);
    expect(asked()).toEqual([LOSS]);
    expect(field('Estimated claim amount').value).toBe('700');
  });

  it('going forward to the review after a change returns to the last question before it', async () => {
    serve();
    const { router } = mountSite('/submit-claim?policy=12');
    await toReview();
    router.history.go(-2);
    await shows(LOSS);
    type('Estimated claim amount', '5000');
    router.history.go(2);
    await shows(PAPERS);
    press('Continue to Review');
    await shows(REVIEW);
    expect(screen.getByText('$5,000')).toBeDefined();
  });

  it('a server error brings its question back and focuses the field', async () => {
    const message = 'At most $400 can be claimed, because that is the remaining coverage.';
    serve({ more: { [SUBMIT]: { status: 422, message, issues: [{ path: 'claim_amount', message }] } } });
    mountSite('/submit-claim?policy=12');
    await toReview();
    press('Submit Claim');
    await shows(LOSS);
    await waitFor(() => expect(document.activeElement).toBe(field('Estimated claim amount')));
    const described = field('Estimated claim amount').getAttribute('aria-describedby')?.split(' ')[0] ?? '';
    expect(document.getElementById(described)?.textContent).toBe(message);
    type('Estimated claim amount', '400');
    await waitFor(() => expect(screen.queryByText(message)).toBeNull());
    press('Continue');
    await shows(PAPERS);
  });

  it('the review says when nothing would be paid', async () => {
    serve();
    mountSite('/submit-claim?policy=12');
    await toReview('2500');
    expect(screen.getByText(/not exceed the deductible of \$2,500, so nothing would be paid/)).toBeDefined();
    expect(bar()).toBe('$0paid at mostSubmit Claim');
  });

  it('what failed stays next to the button that sends the claim again', async () => {
    serve({ more: { [SUBMIT]: { status: 409, message: 'This policy has just changed.' } } });
    mountSite('/submit-claim?policy=12');
    await toReview();
    press('Submit Claim');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('Failed to submit claim. Please try again. This policy has just changed.');
    const button = screen.getByText('Submit Claim', { selector: 'button' });
    expect(alert.parentElement?.contains(button)).toBe(true);
  });

  it('asks for the traveler with what happened', async () => {
    const travelers = [
      { number: 1, name: 'Ada Holm' },
      { number: 2, name: 'Byron Holm' },
    ];
    serve({ policies: [{ ...travel, travelers }] });
    mountSite('/submit-claim');
    await shows(EVENT);
    type('Date of incident', '11/25/2026');
    press('Continue');
    expect(await screen.findByText('Please choose whom the claim is about')).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Traveler')));
    expect(asked()).toEqual([EVENT]);
  });

  it('photos are still chosen for whoever leaves and comes back', async () => {
    serve();
    const { router } = mountSite('/submit-claim?policy=12');
    await happened();
    type('Estimated claim amount', '700');
    type('Detailed description', WORDS);
    press('Continue');
    await shows(PAPERS);
    fireEvent.change(screen.getByLabelText('Take a photo'), {
      target: { files: [new File(['photo'], 'image.jpg', { type: 'image/jpeg' })] },
    });
    await screen.findByText('Photo 1.jpg');
    router.history.go(-2);
    await shows(EVENT);
    fireEvent.click(screen.getByLabelText('Back to My Claims'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/my-claims'));
    void router.navigate({ to: '/submit-claim', search: { policy: 12 } });
    await shows(PAPERS);
    expect(await screen.findByText('Photo 1.jpg')).toBeDefined();
  });
});
