/** What was typed into a claim: where it is kept, and when it is removed. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { ref } from 'valtio';
import { describe, expect, it } from 'vitest';
import { readKept } from '#web/lib/kept/kept.ts';
import {
  changeAccount,
  endSignIn,
  setDisconnected,
  setSignedIn,
  walletWait,
} from '#web/state/wallet-session.ts';
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
} from '#web/test/claim-form.ts';
import { mountSite } from '#web/test/mount.tsx';
import { claim } from '#web/test/sample-claim.ts';

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

  it('the form says what keeps the draft, and nothing of it is readable in storage @claims-18', async () => {
    serve();
    mountSite('/submit-claim');
    await fill();
    expect(
      screen.getByText(
        'What you enter and add is kept in this browser, encrypted, until you submit it or disconnect.',
      ),
    ).toBeDefined();
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('storm');
  });

  it('a claim draft is removed after submission @claims-18', async () => {
    serve({ more: { [SUBMIT]: { status: 201, data: claim() } } });
    const { router } = mountSite('/submit-claim');
    await review();
    press('Submit Claim');
    await waitFor(() => expect(router.state.location.pathname).toBe('/my-claims'));
    await waitFor(() => expect(readKept('mine/claim')).toBeNull());
  });

  it('a claim draft is removed when the customer disconnects', async () => {
    serve();
    mountSite('/submit-claim');
    await fill();
    setDisconnected('user');
    await waitFor(() => expect(readKept('mine/claim')).toBeNull());
  });

  it('a claim draft is removed for another account and never shown to it @claims-18', async () => {
    serve();
    mountSite('/submit-claim');
    await fill();
    changeAccount('0x976EA74026E726554dB657fA54763abd0C3a0aa9');
    await waitFor(() => expect(readKept('mine/claim')).toBeNull());
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

  it('chosen documents let the customer leave and are there when they return, until they are removed @claims-18', async () => {
    serve();
    const { router } = mountSite('/submit-claim');
    await fill();
    fireEvent.change(screen.getByLabelText('Drop files here, or choose them'), {
      target: { files: [new File(['photo'], 'window.jpg', { type: 'image/jpeg' })] },
    });
    await screen.findByText('window.jpg');
    const leave = async () => {
      void router.navigate({ to: '/my-policies' });
      await waitFor(() => expect(router.state.location.pathname).toBe('/my-policies'));
      void router.navigate({ to: '/submit-claim', search: {} });
    };
    await leave();
    expect(await screen.findByText('window.jpg')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Remove window.jpg' }));
    await leave();
    await screen.findByLabelText('Detailed description');
    expect(screen.queryByText('window.jpg')).toBeNull();
  });

  it('a claim whose session has ended says what to do while the wallet that signs in shows nothing', async () => {
    serve();
    mountSite('/submit-claim');
    await fill();
    endSignIn('t');
    walletWait.stop = ref(() => undefined);
    expect(await screen.findByText('Nothing there? Open your wallet.')).toBeDefined();
    walletWait.stop = null;
  });
});
