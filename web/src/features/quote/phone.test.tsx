import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FORMS } from '#domain/products/forms/index.ts';
import { SAMPLES } from '#domain/products/forms/samples.ts';
import { setConnected, setDisconnected, setSignedIn } from '#web/state/wallet-session.ts';
import { fakeApi } from '#web/test/fake-api.ts';
import { mountSite } from '#web/test/mount.tsx';
import { asked, onPhone } from '#web/test/phone.ts';
import { evmWallet } from '#web/test/sample-wallet.ts';

const ADDRESS = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2027-03-10T15:00:00Z'), toFake: ['Date'] });
  setDisconnected('user');
  localStorage.clear();
  sessionStorage.clear();
  onPhone();
});
afterEach(() => {
  setDisconnected('user');
  vi.useRealTimers();
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const bar = () => screen.getByRole('button', { name: /Continue|Proceed/ }).parentElement as HTMLElement;
const answer = (word: RegExp, name: string) =>
  fireEvent.click(within(screen.getByRole('group', { name: word })).getByRole('radio', { name }));

describe('the quote form on a phone', () => {
  it('asks one question at a time, with the price and what is missing pinned below', async () => {
    fakeApi({});
    mountSite('/quote/home');
    await screen.findByText('How should we cover your home?');
    expect(asked()).toEqual(['How should we cover your home?']);
    expect(bar().textContent).toBe('$1,200a year · 10 fields leftContinue');
    fireEvent.click(screen.getByRole('radio', { name: '$200,000' }));
    expect(bar().textContent).toContain('$660');
    press('Continue');
    await waitFor(() => expect(asked()).toEqual(['From when, and how long?']));
    fireEvent.change(screen.getByRole('slider', { name: 'How long' }), { target: { value: '30' } });
    expect(bar().textContent).toContain('$5430 days');
    expect(screen.getByLabelText<HTMLInputElement>('End date').value).toBe('04/09/2027');
    press('Continue');
    await waitFor(() => expect(asked()).toEqual(['Tell us about your home']));
    fireEvent.click(screen.getAllByRole('button', { name: 'Back' })[0] as HTMLElement);
    await waitFor(() => expect(asked()).toEqual(['From when, and how long?']));
  });

  it('does not leave a question that lacks an answer, and goes to its first missing one', async () => {
    fakeApi({});
    mountSite('/quote/home?start=2027-04-01&end=2028-04-01&coverage=500000&deductible=2500');
    await screen.findByLabelText('Year built');
    expect(asked()).toEqual(['Tell us about your home']);
    press('Continue');
    expect(await screen.findByText('Please select a house type.')).toBeDefined();
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'House type' })),
    );
    expect(asked()).toEqual(['Tell us about your home']);
  });

  it('takes five taps from an opened form to Proceed where the answers about the home are saved', async () => {
    setConnected(evmWallet(ADDRESS));
    setSignedIn({ token: 'token-1', address: ADDRESS, expiresAt: '2027-03-11T15:00:00Z' });
    const calls = fakeApi({
      'GET /insurance/drafts/draft_1': {
        data: {
          draft_id: 'draft_1',
          insurance_type: 'home',
          details: SAMPLES.home,
          choices: { coverage_usd: 500_000, deductible_usd: 2500 },
          no_claims: null,
          needs: null,
          policy_start_date: '2027-04-01',
          policy_end_date: '2028-04-01',
          wording_version: FORMS.home.wording.version,
          wording_accepted_at: null,
          expires_at: '2027-03-11T14:00:00.000Z',
          paid: null,
        },
      },
      'POST /insurance/drafts': { status: 201, data: { draft_id: 'draft_2' } },
    });
    const { router } = mountSite('/quote/home?draft=draft_1');
    await waitFor(() => expect(asked()).toEqual(['Does it fit you?']));
    answer(/flood/, 'No');
    answer(/valuables/, 'No');
    answer(/the first \$2,500 of a claim yourself/, 'Yes');
    await waitFor(() => expect(asked()).toEqual(['What you are buying']));
    fireEvent.click(screen.getByRole('checkbox'));
    await waitFor(() => expect(bar().textContent).toContain('$1,200a year, paid once'));
    press('Proceed to Payment');
    await waitFor(() => expect(router.state.location.pathname).toBe('/payment'));
    expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('a form refused at its end leads back to the first question that lacks an answer', async () => {
    fakeApi({});
    const { router } = mountSite('/quote/home');
    await screen.findByText('How should we cover your home?');
    await router.navigate({ to: '.', state: { question: 5 } });
    await waitFor(() => expect(asked()).toEqual(['What you are buying']));
    press('Proceed to Payment');
    await waitFor(() => expect(asked()).toEqual(['Tell us about your home']));
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'House type' })),
    );
  });
});
