import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChangePreview } from '#domain/policy/change-schema.ts';
import { setDisconnected, setSignedIn } from '#web/state/wallet-session.ts';
import { connectExtension } from '#web/test/connect.ts';
import { type ApiCall, fakeApi } from '#web/test/fake-api.ts';
import { ADA, FakeExtension, localDeployment } from '#web/test/fake-extension.ts';
import { mountSite } from '#web/test/mount.tsx';
import { CONSENT_UNTIL, consentRequest } from '#web/test/sample-consent.ts';
import { offer } from '#web/test/sample-offer.ts';

const PATH = '/insurance/policy/12/change';
const REFUND = '433972602739726027';

const before: ChangePreview = {
  possible: false,
  problem: 'Please choose what should change about your home.',
  changeable: true,
  insurance_type: 'home',
  policy_number: 'POL-012',
  chain_id: 1337,
  policy_start_date: '2026-12-01',
  policy_end_date: '2027-12-01',
  choices: { coverage_usd: 500_000, deductible_usd: 2500 },
  details: {
    house_type: 'townhouse',
    year_built: 1990,
    house_address: '12 Quay Street, Bristol',
    property_owner_name: 'Ada Holm',
  },
  email: 'ada@example.org',
  changes: [],
  price: null,
  refund: null,
  first_days: null,
  draft_id: null,
  signs: null,
  consent: null,
  valid_until: null,
};

const lower: ChangePreview = {
  ...before,
  possible: true,
  problem: null,
  choices: { coverage_usd: 200_000, deductible_usd: 2500 },
  changes: [{ label: 'Cover', before: '$500,000', after: '$200,000' }],
  price: {
    premium_usd: 660,
    days: 365,
    price_lines: [{ label: 'One year', cents: 66_000 }],
    currency: 'ETH',
    decimals: 18,
    amount: '330000000000000000',
    rate: '2000',
    review: [],
  },
  refund: {
    unused_days: 264,
    days: 365,
    amount: REFUND,
    usd: 867,
    currency: 'ETH',
    decimals: 18,
  },
  draft_id: 'change_12_0',
  signs: `0x${'b'.repeat(64)}`,
  consent: consentRequest({ refund: REFUND }),
  valid_until: CONSENT_UNTIL,
};

const extension = new FakeExtension();
beforeAll(() => extension.install());
beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  extension.accounts = [ADA];
  extension.chainId = 1337;
  serve(() => ({ data: before }));
  await connectExtension();
});
afterEach(() => setDisconnected('user'));
afterAll(() => extension.uninstall());

let calls: ApiCall[] = [];
function serve(answer: (asked: Record<string, unknown>) => object): void {
  calls = fakeApi({ [`POST ${PATH}`]: ({ body }) => answer(body as Record<string, unknown>) }, async () =>
    Response.json(localDeployment),
  );
}
function open(answer: (asked: Record<string, unknown>) => object): void {
  serve(answer);
  setSignedIn({ token: 't', address: ADA, expiresAt: '2099-12-02T10:00:00.000Z' });
  mountSite('/policy/12/change');
}
const isFirst = (asked: Record<string, unknown>) => Object.keys(asked).length === 0;
const costs = async () => (await screen.findByRole('region', { name: 'What it costs' })).textContent;

describe('changing the cover of a policy', () => {
  it('shows what changes, the new price and the refund before anything is signed', async () => {
    open((asked) => ({ data: isFirst(asked) ? before : lower }));
    fireEvent.click(await screen.findByRole('radio', { name: '$200,000' }));
    await waitFor(async () => expect(await costs()).toContain('$660'));
    expect(await costs()).toContain('0.433972602739726027 ETH');
    expect(await costs()).toContain('264 of 365 days, $867 of its premium');
    expect(await costs()).toContain(
      `Agree to a refund of 433,972,602,739,726,027 base units until 2026-12-15 10:00:00 UTC, which cancels policy 0x${'b'.repeat(64)}`,
    );
    expect(await costs()).toContain('$500,000 $200,000');
    expect(await costs()).toContain('Network feeshown with the exact price');
    expect(calls.filter(({ path, query }) => path === PATH && query === '')).toEqual([]);
  });

  it('asks for a price with what differs alone', async () => {
    open((asked) => ({ data: isFirst(asked) ? before : lower }));
    const address = await screen.findByLabelText('Address of the home');
    fireEvent.change(address, { target: { value: '7 Rope Walk, Bristol' } });
    await waitFor(() =>
      expect(calls.at(-1)?.body).toEqual({
        choices: { coverage_usd: 500_000, deductible_usd: 2500 },
        details: { house_address: '7 Rope Walk, Bristol' },
      }),
    );
  });

  it('says that a higher cover waits for seven days', async () => {
    const first_days = { coverage_usd: 350_000, deductible_usd: 2500 };
    const choices = { coverage_usd: 500_000, deductible_usd: 1000 };
    open((asked) => ({ data: isFirst(asked) ? before : { ...lower, choices, first_days } }));
    fireEvent.click(await screen.findByRole('radio', { name: '$1,000' }));
    expect(
      await screen.findByText(
        'For incidents in the first 7 days, a cover of $350,000 and a deductible of $2,500 still count.',
      ),
    ).toBeDefined();
  });

  it('shows what a field may not be beside the field', async () => {
    open((asked) =>
      isFirst(asked)
        ? { data: before }
        : {
            status: 422,
            message: 'Please enter the address.',
            issues: [{ path: 'details.house_address', message: 'Please enter the address.' }],
          },
    );
    const address = await screen.findByLabelText('Address of the home');
    fireEvent.change(address, { target: { value: '' } });
    expect(await screen.findByText('Please enter the address.')).toBeDefined();
    expect(address.getAttribute('aria-invalid')).toBe('true');
  });

  it('keeps the price and what was accepted while something entered is refused, and sells nothing meanwhile', async () => {
    const refused = { path: 'details.house_address', message: 'Please enter the address.' };
    open((asked) =>
      'details' in asked
        ? { status: 422, message: 'Please enter the address.', issues: [refused] }
        : { data: isFirst(asked) ? before : lower },
    );
    fireEvent.click(await screen.findByRole('radio', { name: '$200,000' }));
    fireEvent.click(await screen.findByRole('checkbox'));
    const pay = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Sign and pay $660 (0.33 ETH)' });
    await waitFor(() => expect(pay().disabled).toBe(false));
    fireEvent.change(screen.getByLabelText('Address of the home'), { target: { value: '' } });
    expect(await screen.findByText('Please enter the address.')).toBeDefined();
    expect(pay().disabled).toBe(true);
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true);
    fireEvent.change(screen.getByLabelText('Address of the home'), {
      target: { value: '12 Quay Street, Bristol' },
    });
    await waitFor(() => expect(pay().disabled).toBe(false));
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true);
  });

  it('asks for the price again before it is too old to be bought', async () => {
    vi.useFakeTimers({ now: Date.parse('2026-12-01T10:00:00Z'), toFake: ['Date'] });
    let rate = 660;
    open((asked) => ({
      data: isFirst(asked) ? before : { ...lower, price: { ...lower.price, premium_usd: rate } },
    }));
    fireEvent.click(await screen.findByRole('radio', { name: '$200,000' }));
    const pay = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Sign and pay/ });
    await waitFor(() => expect(pay().disabled).toBe(false));
    expect(await costs()).toContain('$660');
    rate = 670;
    vi.setSystemTime(Date.parse('2026-12-01T10:30:00Z'));
    await waitFor(async () => expect(await costs()).toContain('$670'));
    vi.useRealTimers();
  });

  it('says that a price that was signed for has expired, asks for the price of now, and has that signed', async () => {
    vi.useFakeTimers({ now: Date.parse('2026-12-01T10:00:00Z'), toFake: ['Date'] });
    extension.answers = { eth_signTypedData_v4: () => `0x${'51'.repeat(65)}` };
    let rate = 660;
    // The wallet is asked for nothing more, because this quote sells something else.
    open((asked) => ({
      data: isFirst(asked)
        ? before
        : 'signature' in asked
          ? offer().answer
          : { ...lower, price: { ...lower.price, premium_usd: rate } },
    }));
    fireEvent.click(await screen.findByRole('radio', { name: '$200,000' }));
    fireEvent.click(await screen.findByRole('checkbox'));
    const button = (name: RegExp) => screen.findByRole<HTMLButtonElement>('button', { name });
    await waitFor(async () => expect((await button(/^Sign and pay/)).disabled).toBe(false));
    fireEvent.click(await button(/^Sign and pay \$660/));
    expect(await button(/^Pay \$660/)).toBeDefined();
    expect(screen.queryByText(/has expired/)).toBeNull();
    rate = 670;
    vi.setSystemTime(Date.parse('2026-12-01T10:29:30Z'));
    expect(
      await screen.findByText(
        'The price you signed for has expired. This is the new one; please sign again.',
      ),
    ).toBeDefined();
    expect(await button(/^Sign and pay \$670/)).toBeDefined();
    vi.useRealTimers();
    extension.answers = {};
  });

  it('gives the reason when the policy cannot be changed now, and leads back', async () => {
    const problem = 'A claim on this policy is still open. It can be changed once that is decided.';
    open(() => ({ data: { ...before, changeable: false, problem } }));
    expect(await screen.findByText(problem)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Back to POL-012' }).getAttribute('href')).toContain(
      '/policy/12',
    );
  });
});
