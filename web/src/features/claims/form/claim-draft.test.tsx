/** What was typed into a claim: where it is kept, and when it is removed. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  ADDRESS,
  field,
  fill,
  press,
  review,
  SUBMIT,
  serve,
  signedInHolder,
  WORDS,
} from '../../../../test/claim-form.ts';
import { mountSite } from '../../../../test/mount.tsx';
import { claim } from '../../../../test/sample-claim.ts';
import { changeAccount, setDisconnected, setSignedIn } from '../../../state/wallet-session.ts';

signedInHolder();

describe('typed text', () => {
  /** The page after a reload: rendered again with the tab's storage. */
  function reload(address = '/submit-claim') {
    cleanup();
    return mountSite(address);
  }

  it('a claim draft with its policy survives a reload of the tab @claims-18', async () => {
    serve();
    mountSite('/submit-claim?policy=3');
    await fill();
    reload('/submit-claim?policy=3');
    expect((await screen.findByLabelText<HTMLInputElement>('Date of incident')).value).toBe('11/25/2026');
    expect(field('Estimated claim amount').value).toBe('4,000.50');
    expect(field('Detailed description').value).toBe(`  ${WORDS} `);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /POL-012/ }).checked).toBe(true);
  });

  it('a claim draft moves to the policy of another link', async () => {
    serve();
    mountSite('/submit-claim');
    await fill();
    reload('/submit-claim?policy=3');
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: /POL-003/ })).checked).toBe(true);
    expect(field('Detailed description').value).toBe(`  ${WORDS} `);
  });

  it('the form says that only this tab keeps the draft, and nothing outlives the tab @claims-18', async () => {
    serve();
    mountSite('/submit-claim');
    await fill();
    expect(
      screen.getByText('What you enter is kept in this tab until you submit, disconnect or close it.'),
    ).toBeDefined();
    expect(JSON.stringify({ ...sessionStorage })).toContain('storm');
    expect(JSON.stringify({ ...localStorage })).not.toContain('storm');
    expect(JSON.stringify({ ...localStorage })).not.toContain('4,000.50');
  });

  it('a claim draft is removed after submission @claims-18', async () => {
    serve({ more: { [SUBMIT]: { status: 201, data: claim() } } });
    const { router } = mountSite('/submit-claim');
    await review();
    press('Submit Claim');
    await waitFor(() => expect(router.state.location.pathname).toBe('/my-claims'));
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('storm');
  });

  it('a claim draft is removed when the customer disconnects', async () => {
    serve();
    mountSite('/submit-claim');
    await fill();
    setDisconnected('user');
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('storm');
  });

  it('a claim draft is removed for another account and never shown to it @claims-18', async () => {
    serve();
    mountSite('/submit-claim');
    await fill();
    changeAccount('0x976EA74026E726554dB657fA54763abd0C3a0aa9');
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('storm');
  });

  it('a draft is resubmitted under the same key after a reload when the first answer was lost @claims-18', async () => {
    const keys: (string | null)[] = [];
    let lost = true;
    serve({
      more: {
        [SUBMIT]: ({ headers }) => {
          keys.push(headers.get('idempotency-key'));
          return lost ? { status: 401, message: 'Please sign in.' } : { status: 201, data: claim() };
        },
      },
    });
    mountSite('/submit-claim');
    await review();
    press('Submit Claim');
    await screen.findByRole('alert');
    lost = false;
    setSignedIn({ token: 't', address: ADDRESS, expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
    const { router } = reload();
    fireEvent.click(await screen.findByText('Continue to Review', { selector: 'button' }));
    await screen.findByText('What would be paid at most');
    press('Submit Claim');
    await waitFor(() => expect(router.state.location.pathname).toBe('/my-claims'));
    expect(keys).toHaveLength(2);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys[1]).toBe(keys[0]);
  });

  it('a claim draft lets the customer leave and is there when they return', async () => {
    serve();
    const { router } = mountSite('/submit-claim');
    await fill();
    void router.navigate({ to: '/my-policies' });
    await waitFor(() => expect(router.state.location.pathname).toBe('/my-policies'));
    void router.navigate({ to: '/submit-claim', search: {} });
    expect((await screen.findByLabelText<HTMLInputElement>('Detailed description')).value).toContain(WORDS);
  });

  it('leaving with chosen documents asks first, while text alone may leave @claims-18', async () => {
    serve();
    const { router } = mountSite('/submit-claim');
    await fill();
    fireEvent.change(screen.getByLabelText('Drop files here, or choose them'), {
      target: { files: [new File(['photo'], 'window.jpg', { type: 'image/jpeg' })] },
    });
    await screen.findByText('window.jpg');
    void router.navigate({ to: '/my-policies' });
    const dialog = within(await screen.findByRole('dialog', { name: 'Leave this page?' }));
    expect(
      dialog.getByText(
        'You would have to choose your documents again. What you have typed is kept in this tab.',
      ),
    ).toBeDefined();
    fireEvent.click(dialog.getByRole('button', { name: 'Stay here' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location.pathname).toBe('/submit-claim');
    expect(screen.getByText('window.jpg')).toBeDefined();
    void router.navigate({ to: '/my-policies' });
    fireEvent.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/my-policies'));
  });
});
