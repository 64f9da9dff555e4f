import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { dayOf, formatDay } from '#domain/days.ts';
import { FORMS } from '#domain/products/forms/index.ts';
import { SAMPLES } from '#domain/products/forms/samples.ts';
import { fakeApi } from '#web/test/fake-api.ts';
import { mount } from '#web/test/mount.tsx';
import { QuoteScreen } from './quote-screen.tsx';

const DRAFT = '/insurance/drafts/draft_1';
const today = dayOf(Date.now());
const draft = {
  draft_id: 'draft_1',
  insurance_type: 'home',
  details: SAMPLES.home,
  choices: { coverage_usd: 500_000, deductible_usd: 2500 },
  no_claims: null,
  needs: { flood: 'no', valuables: 'no', bears_deductible: 'yes' },
  policy_start_date: formatDay(today + 10),
  policy_end_date: formatDay(today + 100),
  wording_version: FORMS.home.wording.version,
  wording_accepted_at: new Date().toISOString(),
  expires_at: new Date(Date.now() + 3_600_000).toISOString(),
  paid: null,
};

const show = (link: Parameters<typeof QuoteScreen>[0]['link'], signedIn = true, signIn = async () => true) =>
  mount(
    <QuoteScreen
      product="home"
      link={link}
      begun
      connected
      signedIn={signedIn}
      signIn={signIn}
      onSaved={async () => undefined}
    />,
  );
const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

/** The quote that is being bought, as the payment page starts from it. */
function storeQuote(draftId: string, product = 'home'): void {
  const details = {
    startDate: `${draft.policy_start_date}T00:00:00.000Z`,
    endDate: `${draft.policy_end_date}T00:00:00.000Z`,
    duration: 90,
    originalPrice: 296,
    deductible: 2500,
    insuranceTypeKey: product,
  };
  const quote = {
    quoteId: 'QUOTE-1',
    type: 'Home Insurance',
    premium: '0.1480',
    coverage: 500_000,
    currency: 'ETH',
  };
  localStorage.setItem('quoteData', JSON.stringify({ ...quote, details, draftId }));
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('QuoteScreen', () => {
  it('the form continues from the draft in the address, ready to proceed', async () => {
    fakeApi({ [`GET ${DRAFT}`]: { data: draft } });
    show({ draft: 'draft_1' });
    expect(await screen.findByLabelText('Address of the home')).toBeDefined();
    expect(value('Address of the home')).toBe(SAMPLES.home.house_address);
    expect(value('Owner’s full name')).toBe(SAMPLES.home.property_owner_name);
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true);
    const proceed = screen.getByRole('button', { name: 'Proceed to Payment' });
    await waitFor(() => expect(proceed.getAttribute('aria-disabled')).toBe('false'));
  });

  it('the form continues from the stored quote after a reload @quote-21', async () => {
    storeQuote('draft_1');
    fakeApi({ [`GET ${DRAFT}`]: { data: draft } });
    show({});
    await screen.findByLabelText('Address of the home');
    expect(value('Owner’s full name')).toBe(SAMPLES.home.property_owner_name);
  });

  it('the form starts empty for another product’s quote and for the dates of a link', async () => {
    storeQuote('draft_1', 'car');
    const calls = fakeApi({ [`GET ${DRAFT}`]: { data: draft } });
    const { unmount } = show({});
    await screen.findByLabelText('Address of the home');
    expect(value('Address of the home')).toBe('');
    unmount();
    storeQuote('draft_1');
    show({ start: formatDay(today + 20), end: formatDay(today + 60) });
    expect(value('Address of the home')).toBe('');
    expect(calls.filter(({ path }) => path === DRAFT)).toEqual([]);
  });

  it('an expired draft is explained, with an offer to start with an empty form', async () => {
    fakeApi({});
    show({ draft: 'draft_gone' });
    expect(await screen.findByText('Your saved form has expired. Please fill it in again.')).toBeDefined();
    await screen.findByLabelText('Address of the home');
    expect(value('Address of the home')).toBe('');
  });

  it('the customer is asked to sign in before a draft is fetched', async () => {
    // Another draft than in the tests before, whose last requests may still arrive.
    const path = '/insurance/drafts/draft_2';
    const calls = fakeApi({ [`GET ${path}`]: { data: { ...draft, draft_id: 'draft_2' } } });
    const signIn = vi.fn(async () => true);
    show({ draft: 'draft_2' }, false, signIn);
    fireEvent.click(screen.getByRole('button', { name: 'Sign In' }));
    await waitFor(() => expect(signIn).toHaveBeenCalledOnce());
    expect(calls.filter((call) => call.path === path)).toEqual([]);
  });

  it('a draft of another product is not used for this form', async () => {
    fakeApi({ [`GET ${DRAFT}`]: { data: { ...draft, insurance_type: 'travel' } } });
    show({ draft: 'draft_1' });
    expect(await screen.findByText(/Your saved form has expired/)).toBeDefined();
  });
});
