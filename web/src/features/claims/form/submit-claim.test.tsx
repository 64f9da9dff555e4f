/** Sending a claim, and what is kept when that fails. */
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { endSignIn } from '#web/state/wallet-session.ts';
import {
  ADDRESS,
  field,
  press,
  review,
  SUBMIT,
  sent,
  serve,
  signedInHolder,
  WORDS,
} from '#web/test/claim-form.ts';
import { mountSite } from '#web/test/mount.tsx';
import { claim } from '#web/test/sample-claim.ts';

const toasts = signedInHolder();

describe('submitting', () => {
  it('a claim is submitted once with the payload of the specification, and My Claims opens @claims-15 @claims-16', async () => {
    const calls = serve({ more: { [SUBMIT]: { status: 201, data: claim() } } });
    const { router } = mountSite('/submit-claim');
    await review();
    press('Submit Claim');
    await waitFor(() => expect(router.state.location.pathname).toBe('/my-claims'));
    expect(sent(calls).map(({ body }) => body)).toEqual([
      {
        wallet_address: ADDRESS,
        policy_type: 'home',
        policy_id: 12,
        claim_amount: '4000.50',
        description: WORDS,
        incident_date: '2026-11-25',
        documents_count: 0,
      },
    ]);
    expect(toasts).toEqual([
      {
        kind: 'success',
        message: 'Your claim has been submitted successfully!',
        description:
          "Your claim has been submitted and is being reviewed. You'll receive updates via messages.",
      },
    ]);
  });

  it('a failed submission says why, keeps all entries and can be retried @claims-17', async () => {
    let refusal: object | null = { status: 409, message: 'This policy has just changed.' };
    const calls = serve({ more: { [SUBMIT]: () => refusal ?? { data: claim() } } });
    const { router } = mountSite('/submit-claim');
    await review();
    press('Submit Claim');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('Failed to submit claim. Please try again.This policy has just changed.');
    expect(toasts[0]).toMatchObject({
      kind: 'error',
      message: 'Failed to submit claim. Please try again.',
      description: 'This policy has just changed.',
    });
    expect(screen.getByText(WORDS)).toBeDefined();
    refusal = null;
    press('Submit Claim');
    await waitFor(() => expect(router.state.location.pathname).toBe('/my-claims'));
    expect(sent(calls)).toHaveLength(2);
  });

  it('a server error leads back to the field it is about @claims-17', async () => {
    const message = 'At most $400 can be claimed, because that is the remaining coverage.';
    serve({
      more: { [SUBMIT]: { status: 422, message, issues: [{ path: 'claim_amount', message }] } },
    });
    const { router } = mountSite('/submit-claim');
    await review();
    press('Submit Claim');
    await waitFor(() => expect(router.state.location.search).toEqual({}));
    await waitFor(() => expect(document.activeElement).toBe(field('Estimated claim amount')));
    const described = field('Estimated claim amount').getAttribute('aria-describedby')?.split(' ')[0] ?? '';
    expect(document.getElementById(described)?.textContent).toBe(message);
  });

  it('nothing is lost when the session ends during a submission @claims-18', async () => {
    serve({ more: { [SUBMIT]: { status: 401, message: 'Please sign in.' } } });
    mountSite('/submit-claim');
    await review();
    press('Submit Claim');
    await screen.findByRole('alert');
    endSignIn();
    expect(
      await screen.findByText(/Your session has ended\. What you have entered is still here/),
    ).toBeDefined();
    expect(screen.getByText(WORDS)).toBeDefined();
  });

  it('the form asks for a sign-in first @claims-1', async () => {
    endSignIn();
    const calls = serve();
    mountSite('/submit-claim');
    expect(await screen.findByText('Sign in to submit a claim')).toBeDefined();
    // The last requests of the tests before may still arrive.
    expect(calls.filter(({ path }) => /claims|policies/.test(path))).toEqual([]);
  });
});
