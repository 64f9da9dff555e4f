/** The claim form of a signed-in wallet with policies: what the server answers, and what the customer types. */
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import type { ClaimAnswer } from '#domain/claims/schema.ts';
import type { PolicyAnswer } from '#domain/policy/schema.ts';
import { setConnected, setDisconnected, setSignedIn } from '#web/state/wallet-session.ts';
import { type ToastCall, takeDelivery } from '#web/ui/toast.ts';
import { type ApiCall, fakeApi } from './fake-api.ts';
import { insured } from './sample-claim.ts';
import { evmWallet } from './sample-wallet.ts';

export const ADDRESS = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';
export const POLICIES = `GET /insurance/active-policies/${ADDRESS}`;
const CLAIMS = `GET /claims/${ADDRESS}`;
export const SUBMIT = 'POST /claims/submit';
export const travel = insured({
  id: 3,
  policy_type: 'travel',
  amount: 100_000,
  detail_1: 'Bristol to Lisbon',
});
export const WORDS = 'The storm broke two windows.';

/**
 * Before each test of the file: the customer is connected and signed in on December 1, 2026, with nothing stored.
 * @returns the toasts of the running test
 */
export function signedInHolder(): readonly ToastCall[] {
  const toasts: ToastCall[] = [];
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.parse('2026-12-01T10:00:00Z'), toFake: ['Date'] });
    localStorage.clear();
    sessionStorage.clear();
    toasts.length = 0;
    takeDelivery((call) => toasts.push(call));
    setConnected(evmWallet(ADDRESS));
    setSignedIn({ token: 't', address: ADDRESS, expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
  });
  afterEach(() => {
    setDisconnected('user');
    vi.useRealTimers();
  });
  return toasts;
}

interface Server {
  policies?: PolicyAnswer[];
  claims?: ClaimAnswer[];
  more?: Parameters<typeof fakeApi>[0];
}

export const serve = ({ policies = [insured(), travel], claims = [], more = {} }: Server = {}): ApiCall[] =>
  fakeApi({ [POLICIES]: { data: policies }, [CLAIMS]: { data: claims }, ...more });

export const sent = (calls: ApiCall[]) => calls.filter(({ method }) => method === 'POST');
export const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
export const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
// By text instead of role, because computing the roles of a whole page is slow in a simulated browser.
export const press = (name: string) => fireEvent.click(screen.getByText(name, { selector: 'button' }));

export async function fill(): Promise<void> {
  fireEvent.click(await screen.findByText('POL-012'));
  type('Date of incident', '11/25/2026');
  type('Estimated claim amount', '4,000.50');
  type('Detailed description', `  ${WORDS} `);
}

export async function review(): Promise<void> {
  await fill();
  press('Continue to Review');
  await screen.findByText('What would be paid at most');
}
