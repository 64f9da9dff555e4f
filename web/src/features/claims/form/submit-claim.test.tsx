import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NO_POLICIES } from '../../../../../domain/claims/rules.ts';
import type { ClaimAnswer } from '../../../../../domain/claims/schema.ts';
import type { PolicyAnswer } from '../../../../../domain/policy/schema.ts';
import { type ApiCall, fakeApi } from '../../../../test/fake-api.ts';
import { mountSite } from '../../../../test/mount.tsx';
import { claim, insured } from '../../../../test/sample-claim.ts';
import {
  changeAccount,
  endSignIn,
  setConnected,
  setDisconnected,
  setSignedIn,
} from '../../../state/wallet-session.ts';
import { type ToastCall, takeDelivery } from '../../../ui/toast.ts';

const ADDRESS = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';
const POLICIES = `GET /insurance/active-policies/${ADDRESS}`;
const CLAIMS = `GET /claims/${ADDRESS}`;
const SUBMIT = 'POST /claims/submit';
const travel = insured({ id: 3, policy_type: 'travel', amount: 100_000, detail_1: 'Bristol to Lisbon' });
const WORDS = 'The storm broke two windows.';

let toasts: ToastCall[] = [];

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-12-01T10:00:00Z'), toFake: ['Date'] });
  localStorage.clear();
  sessionStorage.clear();
  toasts = [];
  takeDelivery((call) => toasts.push(call));
  setConnected({ type: 'metamask', name: 'MetaMask', address: ADDRESS, chainId: 1337 });
  setSignedIn({ token: 't', address: ADDRESS, expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
});
afterEach(() => {
  setDisconnected('user');
  vi.useRealTimers();
});

interface Server {
  policies?: PolicyAnswer[];
  claims?: ClaimAnswer[];
  more?: Parameters<typeof fakeApi>[0];
}

const serve = ({ policies = [insured(), travel], claims = [], more = {} }: Server = {}): ApiCall[] =>
  fakeApi({ [POLICIES]: { data: policies }, [CLAIMS]: { data: claims }, ...more });

const sent = (calls: ApiCall[]) => calls.filter(({ method }) => method === 'POST');
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
// By text instead of role, because computing the roles of a whole page is slow in a simulated browser.
const press = (name: string) => fireEvent.click(screen.getByText(name, { selector: 'button' }));

async function fill(): Promise<void> {
  fireEvent.click(await screen.findByText('POL-012'));
  type('Date of incident', '11/25/2026');
  type('Estimated claim amount', '4,000.50');
  type('Detailed description', `  ${WORDS} `);
}

async function review(): Promise<void> {
  await fill();
  press('Continue to Review');
  await screen.findByText('What would be paid at most');
}

describe('choosing a policy', () => {
  it('policies whose cover has started can be chosen until a year after they end, with their deductible and cover @claims-5', async () => {
    const paid = claim({ id: 1, policy_id: 12, status: 'paid', payout_amount: 20_000 });
    serve({
      policies: [
        insured(),
        travel,
        insured({ id: 20, cover_from: '2026-12-02T00:00:00.000Z' }),
        insured({ id: 21, status: 'pending', cover_from: null }),
        insured({ id: 22, cover_until: '2025-11-30T00:00:00.000Z', cover_from: '2025-10-30T00:00:00.000Z' }),
        insured({ id: 23, status: 'expired', cover_until: '2026-11-30T00:00:00.000Z' }),
      ],
      claims: [paid],
    });
    mountSite('/submit-claim');
    const group = within(await screen.findByRole('radiogroup', { name: 'Select Policy' }));
    const names = group.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent);
    expect(names).toHaveLength(3);
    await waitFor(() => expect(group.getByText('$480,000 of cover left')).toBeDefined());
    const first = group.getByRole('radio', { name: /POL-012/ }).closest('label')?.textContent;
    expect(first).toContain('Home Insurance');
    expect(first).toContain('Townhouse · Cover November 21, 2026 to November 21, 2027');
    expect(group.getByRole('radio', { name: /POL-003/ })).toBeDefined();
    expect(group.getByRole('radio', { name: /POL-023/ })).toBeDefined();
  });

  it('the policy in the URL is preselected @claims-5', async () => {
    serve();
    mountSite('/submit-claim?policy=3');
    const radio = await screen.findByRole('radio', { name: /POL-003/ });
    expect((radio as HTMLInputElement).checked).toBe(true);
    expect(screen.getByText(/Tickets or bookings/)).toBeDefined();
  });

  it('the only policy is preselected', async () => {
    serve({ policies: [insured()] });
    mountSite('/submit-claim');
    expect(((await screen.findByRole('radio')) as HTMLInputElement).checked).toBe(true);
  });

  it('the form says when no claim can be made on the policy in the URL @claims-5', async () => {
    serve();
    mountSite('/submit-claim?policy=99');
    expect(
      await screen.findByText(/A claim cannot be made on the policy that brought you here/),
    ).toBeDefined();
  });

  it('without policies the form disables Submit and links to policies and a quote @claims-7', async () => {
    serve({ policies: [] });
    mountSite('/submit-claim');
    expect(await screen.findByText(NO_POLICIES)).toBeDefined();
    expect(NO_POLICIES).toBe('No active policies found. You need an active policy to submit a claim.');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Submit Claim' }).disabled).toBe(true);
    expect(screen.getByRole('link', { name: 'See My Policies' }).getAttribute('href')).toBe('/my-policies');
    expect(screen.getByRole('link', { name: 'Get a quote' }).getAttribute('href')).toBe('/quote/home');
  });

  it('the form shows skeletons while policies load, and a way forward when they fail to', async () => {
    let fails = true;
    serve({
      more: { [POLICIES]: () => (fails ? { status: 422, message: 'No.' } : { data: [insured()] }) },
    });
    mountSite('/submit-claim');
    expect((await screen.findByRole('alert')).textContent).toContain('Error Loading Policies');
    fails = false;
    press('Try Again');
    expect(await screen.findByRole('radio', { name: /POL-012/ })).toBeDefined();
  });
});

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
    type('Date of incident', '11/20/2026');
    expect(
      await screen.findByText('The incident happened before the cover of this policy began.'),
    ).toBeDefined();
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
    type('Detailed description', 'nine char');
    expect(screen.getByText('At least 10 characters: 1 more to go.')).toBeDefined();
    type('Detailed description', 'ten chars.');
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
    expect(fact('Policy')).toEqual(['PolicyHome Insurance POL-012']);
    expect(fact('Date of incident')).toEqual(['Date of incidentNovember 25, 2026']);
    expect(fact('Claim amount')[0]).toBe('Claim amount$4,000.50');
    expect(fact('Deductible')).toEqual(['Deductible− $2,500']);
    expect(fact('At most')).toEqual(['At most$1,500']);
    expect(screen.getByText(WORDS)).toBeDefined();
    expect(screen.getByText(/^An estimate\./)).toBeDefined();
    expect(screen.getByText(/within 24-48 hours\. If something is missing/)).toBeDefined();
    expect(screen.getByText('December 3, 2026').title).toBe('December 3, 2026 at 10:00 AM UTC');
  });

  it('the second step says when nothing would be paid @claims-14', async () => {
    serve();
    mountSite('/submit-claim');
    await fill();
    type('Estimated claim amount', '2500');
    press('Continue to Review');
    expect(
      await screen.findByText(/not above the deductible of \$2,500, so nothing would be paid/),
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
    expect(calls).toEqual([]);
  });
});

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
        'The documents you have chosen would have to be chosen again. What you have typed is kept in this tab.',
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
