import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CAR_MAKES } from '#domain/products/forms/car.ts';
import { HOUSE_TYPES } from '#domain/products/forms/home.ts';
import { FORMS } from '#domain/products/forms/index.ts';
import { COUNTRIES } from '#domain/products/forms/travel.ts';
import { setConnected, setDisconnected, setSignedIn } from '#web/state/wallet-session.ts';
import { type ApiCall, fakeApi } from '#web/test/fake-api.ts';
import { fakeChains } from '#web/test/fake-chain.ts';
import { mountSite } from '#web/test/mount.tsx';
import { evmWallet } from '#web/test/sample-wallet.ts';
import { type ToastCall, takeDelivery } from '#web/ui/toast.ts';

const ADDRESS = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';
const DRAFTS = 'POST /insurance/drafts';
const writes = (calls: ApiCall[]) => calls.filter(({ method }) => method !== 'GET');
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => {
  fireEvent.change(field(label), { target: { value } });
  fireEvent.blur(field(label));
};
const proceed = () => screen.getByRole('button', { name: 'Proceed to Payment' });
const card = () =>
  within(screen.getByRole('heading', { name: 'Your Quote' }).closest('section') as HTMLElement);
const options = (name: string) => {
  fireEvent.keyDown(screen.getByRole('combobox', { name }), { key: 'Enter' });
  return screen.getAllByRole('option').map((option) => option.textContent);
};
const choose = (name: string, option: string) => {
  options(name);
  fireEvent.keyDown(screen.getByRole('option', { name: option }), { key: 'Enter' });
};

let toasts: ToastCall[] = [];

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2027-03-10T15:00:00Z'), toFake: ['Date'] });
  localStorage.clear();
  sessionStorage.clear();
  toasts = [];
  takeDelivery((call) => toasts.push(call));
  setConnected(evmWallet(ADDRESS));
  setSignedIn({ token: 'token-1', address: ADDRESS, expiresAt: '2027-03-11T15:00:00Z' });
});
afterEach(() => {
  setDisconnected('user');
  vi.useRealTimers();
});

async function open(product: string) {
  const site = mountSite(`/quote/${product}`);
  await screen.findByLabelText(/full name$/);
  return site;
}

/** Answers questions by a word of each. */
function answer(answers: Record<string, string>) {
  for (const [word, name] of Object.entries(answers)) {
    const question = screen.getByRole('group', { name: new RegExp(word) });
    fireEvent.click(within(question).getByRole('radio', { name }));
  }
}

function fillHome() {
  choose('House type', 'Townhouse');
  type('Year built', '1987');
  type('Address of the home', '12 Harbor Street');
  type('Owner’s full name', 'Ada Holm');
  type('Phone number', '+1 207 555 0114');
  type('Email address', 'ada@example.com');
  answer({ flood: 'No', valuables: 'No', yourself: 'Yes' });
  fireEvent.click(screen.getByRole('checkbox'));
}

/** The rules in force, as anyone can read them. */
const rules = (set: Record<string, number | string>) => ({
  'GET /insurance/underwriting': {
    data: {
      auto_approve_below_usd: 10_000,
      home_age_review: 0,
      home_age_decline: 0,
      car_age_review: 0,
      car_age_decline: 0,
      car_mileage_review: 0,
      car_mileage_decline: 0,
      passport_review: '',
      passport_decline: '',
      wallet_policies_review: 0,
      wallet_policies_decline: 0,
      ...set,
    },
  },
});

describe('the underwriting rules on the quote screen', () => {
  it('announce a review before payment, with the fact that leads to it', async () => {
    fakeApi(rules({ home_age_review: 30 }));
    await open('home');
    type('Year built', '1997');
    expect(screen.queryByText(/we review homes/)).toBeNull();
    type('Year built', '1996');
    await screen.findByText(
      'The home was built in 1996, and we review homes that are more than 30 years old.',
    );
    expect(screen.getByText(/A person reviews this policy after you pay\./)).toBeDefined();
  });

  it('say which fact rules a quote out, here and in the answer of the server', async () => {
    const text = 'We do not insure homes that are more than 39 years old, and this one was built in 1987.';
    fakeApi({
      ...rules({ home_age_decline: 39 }),
      [DRAFTS]: {
        status: 422,
        code: 'declined',
        message: text,
        issues: [{ path: 'details.year_built', message: text }],
      },
    });
    await open('home');
    fillHome();
    await screen.findByText(text);
    expect(screen.queryByText(/A person reviews/)).toBeNull();
    await waitFor(() => expect(proceed().getAttribute('aria-disabled')).toBe('false'));
    fireEvent.click(proceed());
    await waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Home Insurance');
  });
});

describe('the quote screen', () => {
  it('the home form has its fields, six house types, and a year from today @quote-1 @quote-5 @quote-9', async () => {
    fakeApi({});
    await open('home');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Home Insurance');
    for (const label of ['Address of the home', 'Owner’s full name', 'Year built'])
      expect(field(label).value).toBe('');
    expect(field('Phone number').type).toBe('tel');
    expect(field('Email address').type).toBe('email');
    expect(field('Start date').value).toBe('03/10/2027');
    expect(field('End date').value).toBe('03/10/2028');
    expect(options('House type')).toEqual(HOUSE_TYPES.map(({ label }) => label));
  });

  it('the car form has its fields, twenty makes, and a year from today @quote-2', async () => {
    fakeApi({});
    await open('car');
    for (const label of [
      'Model',
      'Model year',
      'Mileage',
      'Owner’s full name',
      'Phone number',
      'Email address',
    ]) {
      expect(field(label).value).toBe('');
    }
    expect(field('End date').value).toBe('03/10/2028');
    expect(options('Make')).toEqual(CAR_MAKES.map(({ label }) => label));
  });

  it('the travel form has its fields, twenty-three countries, and thirty days from today @quote-3 @quote-9', async () => {
    fakeApi({});
    await open('travel');
    for (const label of ['Traveling from', 'Traveling to', 'Passport number', 'Traveler’s full name']) {
      expect(field(label).value).toBe('');
    }
    expect(field('Start date').value).toBe('03/10/2027');
    expect(field('End date').value).toBe('04/09/2027');
    expect(options('Passport issuing country')).toEqual(COUNTRIES.map(({ label }) => label));
  });

  it('the price shows total, ETH, base, days and coverage, and follows the dates @quote-12 @quote-13', async () => {
    fakeApi({});
    await open('home');
    expect(card().getByText('$1,200', { selector: 'p' })).toBeDefined();
    expect(card().getByText('for a year, paid once · about 0.6 ETH')).toBeDefined();
    expect(card().queryByText('One year')).toBeNull();
    expect(card().getByText('$500,000')).toBeDefined();
    expect(card().getByText('365 days')).toBeDefined();
    type('End date', '04/09/2027');
    await waitFor(() => expect(card().getByText('$99', { selector: 'p' })).toBeDefined());
    expect(card().getByText('$1,200 ÷ 365 × 30')).toBeDefined();
  });

  it('the price says that no licensed insurer runs the deployment', async () => {
    fakeApi({}, fakeChains([{}]).fetch);
    await open('home');
    expect(await card().findByText('Demo: play money, and no licensed insurer.')).toBeDefined();
  });

  it('the price of a renewal has its discount as long as home and start stay the same', async () => {
    const draft = {
      draft_id: 'draft_1',
      insurance_type: 'home',
      details: { house_type: 'townhouse', year_built: 1987, house_address: '12 Harbor Street' },
      choices: { coverage_usd: 500_000, deductible_usd: 2500 },
      no_claims: { years: 1, policy_number: 'POL-004' },
      needs: null,
      policy_start_date: '2027-04-01',
      policy_end_date: '2028-04-01',
      wording_version: null,
      wording_accepted_at: null,
      expires_at: '2027-03-11T14:00:00.000Z',
      paid: null,
    };
    fakeApi({ 'GET /insurance/drafts/draft_1': { data: draft } });
    mountSite('/quote/home?draft=draft_1');
    await screen.findByDisplayValue('12 Harbor Street');
    expect(card().getByText('No claims on POL-004, read from the registry: −5 %')).toBeDefined();
    expect(card().getAllByText('$1,140').length).toBeGreaterThan(0);
    type('Address of the home', '13 Harbor Street');
    expect(card().queryByText('$1,140')).toBeNull();
    expect(card().getByText(/the payment page shows your discount/)).toBeDefined();
    type('Address of the home', '12 harbor  street');
    expect(card().getAllByText('$1,140').length).toBeGreaterThan(0);
  });

  it('the form rejects a start before today and an end before the start @quote-10', async () => {
    fakeApi({});
    await open('home');
    type('Start date', '03/08/2027');
    expect(await screen.findByText(/before today/)).toBeDefined();
    expect(card().getByText('Choose a start and an end date to see the price here.')).toBeDefined();
    type('Start date', '05/10/2027');
    type('End date', '05/01/2027');
    expect(await screen.findByText(/end date .*(before|after)/i)).toBeDefined();
  });

  it('an incomplete form shows a warning and does not proceed @quote-14 @quote-15', async () => {
    const calls = fakeApi({});
    await open('home');
    expect(card().getByText('Please fill all form fields before proceeding')).toBeDefined();
    expect(proceed().getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(proceed());
    await waitFor(() =>
      expect(toasts).toEqual([
        expect.objectContaining({
          kind: 'error',
          message: 'Please fill in all required fields and calculate a quote first',
        }),
      ]),
    );
    expect(screen.getByText('Please answer these questions.')).toBeDefined();
    expect(screen.getByText('Please read and accept what is covered.')).toBeDefined();
    // A select, which is the first field without an answer.
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'House type' })),
    );
    expect(writes(calls)).toEqual([]);
    expect(localStorage.getItem('quoteData')).toBeNull();
  });

  it('the form cannot proceed until the wording is accepted @quote-16', async () => {
    const calls = fakeApi({});
    await open('home');
    fillHome();
    fireEvent.click(screen.getByRole('checkbox'));
    await card().findByText('One thing left: please accept what is covered.');
    fireEvent.click(proceed());
    expect(await screen.findByText('Please read and accept what is covered.')).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('checkbox')));
    expect(toasts).toEqual([]);
    expect(writes(calls)).toEqual([]);
  });

  it('what was told before is filled in, and what was typed meanwhile stays', async () => {
    let send: (value: unknown) => void = () => undefined;
    const late = new Promise((resolve) => {
      send = resolve;
    });
    fakeApi({
      'GET /profile/answers': async () => {
        await late;
        return {
          data: {
            contact: { name: 'Ada Holm', telephone: '+1 207 555 0114', email: 'ada@example.com' },
            fields: { passport_country: 'germany' },
            in_profile: true,
          },
        };
      },
    });
    await open('travel');
    type('Traveler’s full name', 'Grace Holm');
    send(null);
    await waitFor(() => expect(field('Email address').value).toBe('ada@example.com'));
    expect(field('Phone number').value).toBe('+1 207 555 0114');
    expect(field('Traveler’s full name').value).toBe('Grace Holm');
    const country = screen.getAllByRole('combobox').find(({ textContent }) => textContent === 'Germany');
    expect(country).toBeDefined();
  });

  it('an answer that the product does not fit is said at once, and stops nobody', async () => {
    const calls = fakeApi({ [DRAFTS]: { status: 201, data: { draft_id: 'draft_1' } } });
    await open('home');
    fillHome();
    expect(screen.queryByText('This policy does not cover flood and earthquake.')).toBeNull();
    answer({ flood: 'Yes' });
    expect(screen.getByText('This policy does not cover flood and earthquake.')).toBeDefined();
    await waitFor(() => expect(proceed().getAttribute('aria-disabled')).toBe('false'));
    fireEvent.click(proceed());
    await waitFor(() => expect(writes(calls)).toHaveLength(1));
    expect(writes(calls)[0]?.body).toMatchObject({
      needs: { flood: 'yes', valuables: 'no', bears_deductible: 'yes' },
    });
  });

  it('the full wording and its version are shown before it is accepted @quote-16', async () => {
    fakeApi({});
    await open('car');
    const { version, covered, notCovered, limits, claimNeeds, cancellation } = FORMS.car.wording;
    expect(screen.getByText(new RegExp(`version ${version}`))).toBeDefined();
    for (const words of [...covered, ...notCovered, ...limits, ...claimNeeds, ...cancellation]) {
      expect(screen.getByText(words)).toBeDefined();
    }
  });

  it('proceeding saves draft, quote and metadata, shows a message and opens the payment page @quote-17 @quote-19 @api-9', async () => {
    const calls = fakeApi({ [DRAFTS]: { status: 201, data: { draft_id: 'draft_1' } } });
    const { router } = await open('home');
    fillHome();
    await waitFor(() => expect(proceed().getAttribute('aria-disabled')).toBe('false'));
    fireEvent.click(proceed());
    await waitFor(() => expect(router.state.location.pathname).toBe('/payment'));
    expect(toasts[0]?.message).toBe('Quote saved! Proceeding to payment...');
    expect(writes(calls)[0]?.body).toMatchObject({
      insurance_type: 'home',
      choices: { coverage_usd: 500_000, deductible_usd: 2500 },
      policy_start_date: '2027-03-10',
      policy_end_date: '2028-03-10',
      wording_version: FORMS.home.wording.version,
      details: { house_type: 'townhouse', year_built: 1987, property_owner_email: 'ada@example.com' },
    });
    const stored = JSON.parse(localStorage.getItem('quoteData') ?? '');
    expect(stored.quoteId).toMatch(/^QUOTE-\d+$/);
    expect(stored).toMatchObject({
      type: 'Home Insurance',
      premium: '0.6000',
      coverage: 500_000,
      currency: 'ETH',
    });
    expect(JSON.parse(localStorage.getItem('transactionMetadata') ?? '')).toEqual({
      type: 'Home Insurance',
      startDate: '2027-03-10T00:00:00.000Z',
      endDate: '2028-03-10T00:00:00.000Z',
      price: 1200,
      duration: stored.details.duration,
      coverage: 500_000,
      ethPremium: '0.6000',
    });
  });

  it('a server error is also shown at its field @quote-25', async () => {
    const issues = [{ path: 'details.house_address', message: 'Please enter the address.' }];
    fakeApi({ [DRAFTS]: { status: 422, message: 'Please check the form.', issues } });
    const { router } = await open('home');
    fillHome();
    await waitFor(() => expect(proceed().getAttribute('aria-disabled')).toBe('false'));
    fireEvent.click(proceed());
    expect(await screen.findByText('Please enter the address.')).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(field('Address of the home')));
    expect(toasts).toEqual([]);
    expect(router.state.location.pathname).toBe('/quote/home');
  });

  it('what failed is said next to the button', async () => {
    fakeApi({ [DRAFTS]: { status: 422, message: 'Too many forms at once.' } });
    await open('home');
    fillHome();
    await waitFor(() => expect(proceed().getAttribute('aria-disabled')).toBe('false'));
    fireEvent.click(proceed());
    expect((await card().findByRole('alert')).textContent).toBe('Too many forms at once.');
    expect(toasts).toEqual([]);
  });

  it('the back link leads to the dashboard @quote-23', async () => {
    fakeApi({ [`GET /insurance/active-policies/${ADDRESS}`]: { data: [] } });
    const { router } = await open('home');
    fireEvent.click(screen.getByRole('button', { name: 'Back to dashboard' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
  });

  it('an unknown insurance type is reported, with a link to the dashboard @quote-24', async () => {
    fakeApi({});
    mountSite('/quote/boat');
    expect(await screen.findByText('Insurance type not found')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Return to Dashboard' }).getAttribute('href')).toBe('/dashboard');
  });
});

describe('travelers', () => {
  const group = (number: number) => within(screen.getByRole('group', { name: `Traveler ${number}` }));
  const write = (number: number, label: string, value: string) => {
    const input = group(number).getByLabelText(label);
    fireEvent.change(input, { target: { value } });
    fireEvent.blur(input);
  };
  const add = () => fireEvent.click(screen.getByRole('button', { name: 'Add a traveler' }));
  const country = (number: number, name: string) => {
    fireEvent.keyDown(group(number).getByRole('combobox'), { key: 'Enter' });
    fireEvent.keyDown(screen.getByRole('option', { name }), { key: 'Enter' });
  };

  function fillTrip() {
    type('Traveling from', 'Bristol');
    type('Traveling to', 'Lisbon');
    type('Passport number', 'AB1234567');
    choose('Passport issuing country', 'United Kingdom');
    type('Traveler’s full name', 'Ada Holm');
    type('Phone number', '+1 207 555 0114');
    type('Email address', 'ada@example.com');
    answer({ sports: 'No', government: 'No', 'change your mind': 'No' });
    fireEvent.click(screen.getByRole('checkbox'));
  }

  it('each further traveler is priced as they are entered, a child at half, and sent in a list', async () => {
    const calls = fakeApi({ [DRAFTS]: { data: { draft_id: 'draft_1' } } });
    await open('travel');
    fillTrip();
    expect(screen.getByText(/^Days are counted in UTC\. Cover begins/)).toBeTruthy();
    type('Start date', '06/03/2027');
    type('End date', '07/04/2027');
    expect(
      screen.getByText('Days are counted in UTC. Cancellation from today, medical from June 3, 2027.'),
    ).toBeTruthy();
    add();
    await waitFor(() => expect(card().getByText('$50', { selector: 'p' })).toBeTruthy());
    write(2, 'Full name', 'Byron King');
    write(2, 'Date of birth', '05/12/2015');
    write(2, 'Passport number', 'CD7654321');
    country(2, 'France');
    await waitFor(() => expect(card().getByText('$38', { selector: 'p' })).toBeTruthy());
    expect(card().getByText('Coverage in all').parentElement?.textContent).toContain('$200,000');
    add();
    write(3, 'Full name', 'Grace Hopper');
    write(3, 'Date of birth', '12/09/1980');
    write(3, 'Passport number', 'cd7654321');
    country(3, 'Canada');
    expect(await group(3).findByText('Another traveler has this passport number.')).toBeTruthy();
    write(3, 'Passport number', 'EF1112223');
    // The one after the traveler who is removed takes their place.
    fireEvent.click(screen.getByRole('button', { name: 'Remove traveler 2' }));
    expect(group(2).getByLabelText('Full name')).toHaveProperty('value', 'Grace Hopper');
    await waitFor(() => expect(card().getByText('$50', { selector: 'p' })).toBeTruthy());
    fireEvent.click(proceed());
    await waitFor(() => expect(writes(calls)).toHaveLength(1));
    expect(writes(calls)[0]?.body).toMatchObject({
      details: {
        passport_number: 'AB1234567',
        additional_travelers: [
          {
            name: 'Grace Hopper',
            birth_date: '1980-12-09',
            passport_number: 'EF1112223',
            passport_country: 'canada',
          },
        ],
      },
    });
    expect(localStorage.getItem('quoteData')).toContain('"children":[false]');
    expect(localStorage.getItem('quoteData')).not.toMatch(/Grace|EF1112223|1980/);
  });

  it('a cover that is too high for all travelers together is refused before it is sent', async () => {
    fakeApi({});
    await open('travel');
    add();
    fireEvent.click(screen.getByRole('radio', { name: '$1,000,000' }));
    expect(
      screen.getByText(/can be at most \$1,000,000, and 2 times \$1,000,000 is \$2,000,000/),
    ).toBeTruthy();
  });
});

describe('a quote that stays open past midnight', () => {
  const midnight = () => act(() => vi.advanceTimersByTimeAsync(20_000));
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.parse('2027-03-10T23:59:50Z'), shouldAdvanceTime: true });
    fakeApi({}, fakeChains([{ down: true }]).fetch);
  });

  it('has no price for dates that were chosen and are past, and says why', async () => {
    mountSite('/quote/home?start=2027-03-10&end=2028-03-10');
    await screen.findByLabelText(/full name$/);
    expect(card().getAllByText('$1,200').length).toBeGreaterThan(0);
    await midnight();
    expect(screen.getByText('Cover cannot start before today.')).toBeDefined();
    expect(card().queryByText('$1,200')).toBeNull();
  });

  it('begins on the new day if nobody has chosen dates', async () => {
    await open('home');
    expect(field('Start date').value).toBe('03/10/2027');
    await midnight();
    expect(field('Start date').value).toBe('03/11/2027');
    expect(card().getAllByText('$1,200').length).toBeGreaterThan(0);
  });
});
