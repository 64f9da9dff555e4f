import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LETTER_STATES } from '#domain/account/schema.ts';
import { setConnected, setDisconnected } from '#web/state/wallet-session.ts';
import { fakeApi } from '#web/test/fake-api.ts';
import { mount } from '#web/test/mount.tsx';
import { evmWallet } from '#web/test/sample-wallet.ts';
import { ToastHost } from '#web/ui/toast-host.tsx';
import { CertificateActions, letterSentence } from './certificate-actions.tsx';
import { CertificateCard } from './certificate-card.tsx';

const FILE = '/insurance/policy/7/certificate';
const letter = (state: (typeof LETTER_STATES)[number], email = 'ada@example.org') => ({
  email,
  state,
  at: '2026-12-01T10:00:00.000Z',
});
const show = (email = 'ada@example.org') =>
  mount(
    <>
      <CertificateActions policyId={7} email={email} />
      <ToastHost />
    </>,
  );
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

beforeEach(() => {
  setConnected(evmWallet(`0x${'9'.repeat(40)}`, { type: 'demo', name: 'Demo Wallet' }));
});
afterEach(() => setDisconnected('user'));

describe('Download Certificate', () => {
  it('Download Certificate saves the server’s file under its own name @confirmation-10', async () => {
    const pdf = new Response('%PDF-1.7', {
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': 'attachment; filename="Mooring-POL-007.pdf"',
      },
    });
    fakeApi({ [`GET ${FILE}`]: pdf });
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(`${this.download} ${this.href.slice(0, 5)}`);
    });
    show();
    click('Download Certificate');
    await waitFor(() => expect(saved).toEqual(['Mooring-POL-007.pdf blob:']));
    expect(await screen.findByText('Certificate downloaded successfully!')).toBeDefined();
  });

  it('Download Certificate says why there is no certificate and saves nothing', async () => {
    const message = 'This policy is not active yet. Its certificate will be available once it is.';
    fakeApi({ [`GET ${FILE}`]: { status: 409, message } });
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click');
    show();
    click('Download Certificate');
    expect(await screen.findByText(message)).toBeDefined();
    expect(saved).not.toHaveBeenCalled();
  });
});

describe('Send Certificate to Email', () => {
  it('a certificate is sent to the address on the screen, which has to be confirmed first', async () => {
    const calls = fakeApi({ [`POST ${FILE}/email`]: { status: 202, data: letter('awaiting_confirmation') } });
    show();
    click('Send Certificate to Email');
    expect((await screen.findAllByText(/Confirm your address with the link in it/)).length).toBeGreaterThan(
      0,
    );
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ email: 'ada@example.org' });
  });

  it('the page follows a certificate email until it is sent @confirmation-11', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let state: (typeof LETTER_STATES)[number] = 'queued';
    fakeApi({
      [`POST ${FILE}/email`]: { status: 202, data: letter('queued') },
      [`GET ${FILE}/email`]: () => ({ data: letter(state) }),
    });
    show();
    expect(
      await screen.findByText(
        'The certificate is on its way to ada@example.org and will arrive within 24 hours.',
      ),
    ).toBeDefined();
    state = 'sent';
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await screen.findByText(/was sent to ada@example\.org on December 1, 2026/)).toBeDefined();
    vi.useRealTimers();
  });

  it('an email that could not be delivered on an earlier visit is shown', async () => {
    fakeApi({ [`GET ${FILE}/email`]: { data: letter('failed') } });
    show();
    expect(await screen.findByText(/could not be delivered to ada@example\.org/)).toBeDefined();
  });

  it('no certificate email is requested without an address @confirmation-12', async () => {
    const calls = fakeApi({});
    show('');
    click('Send Certificate to Email');
    expect(await screen.findByText('No email address found')).toBeDefined();
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('every message about a certificate email names the address @confirmation-11', () => {
    for (const state of LETTER_STATES) expect(letterSentence(letter(state, 'x@y.zz'))).toContain('x@y.zz');
  });
});

describe('Documents', () => {
  it('a certificate is offered only for cover that took effect @policy-12', () => {
    fakeApi({});
    for (const [status, offered] of [
      ['active', 1],
      ['expired', 1],
      ['cancelled', 1],
      ['pending', 0],
      ['rejected', 0],
    ] as const) {
      const { unmount } = mount(<CertificateCard policyId={7} status={status} email="" wording="home-1" />);
      expect(screen.queryAllByRole('button', { name: 'Download Certificate' })).toHaveLength(offered);
      unmount();
    }
  });
});
