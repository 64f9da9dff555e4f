import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { visitReport } from '#domain/analytics/schema.ts';
import { countPages } from '#web/lib/beacon.ts';
import { closeConnectDialog, connectDialog } from '#web/state/connect-dialog.ts';
import { setConnected, setDisconnected, setSignedIn } from '#web/state/wallet-session.ts';
import { type ApiCall, fakeApi } from '#web/test/fake-api.ts';
import { mountSite } from '#web/test/mount.tsx';
import { evmWallet } from '#web/test/sample-wallet.ts';

const ADDRESS = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';
const DRAFTS = 'POST /insurance/drafts';
const writes = (calls: ApiCall[]) => calls.filter(({ method }) => method !== 'GET');
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const proceed = () => screen.getByRole('button', { name: 'Proceed to Payment' });

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2027-03-10T15:00:00Z'), toFake: ['Date'] });
  setDisconnected('wallet');
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  closeConnectDialog();
  setDisconnected('user');
  vi.useRealTimers();
});

async function open(path: string) {
  const site = mountSite(path);
  await screen.findByLabelText(/full name$/);
  return site;
}

async function fillCar() {
  fireEvent.keyDown(screen.getByRole('combobox', { name: 'Make' }), { key: 'Enter' });
  fireEvent.keyDown(screen.getByRole('option', { name: 'Volvo' }), { key: 'Enter' });
  type('Model', 'V60');
  type('Model year', '2021');
  type('Mileage', '42000');
  type('Owner’s full name', 'Ada Holm');
  type('Phone number', '+1 207 555 0114');
  type('Email address', 'ada@example.com');
  for (const [word, name] of Object.entries({ race: 'No', things: 'No', yourself: 'Yes' })) {
    const question = screen.getByRole('group', { name: new RegExp(word) });
    fireEvent.click(within(question).getByRole('radio', { name }));
  }
  fireEvent.click(screen.getByRole('checkbox'));
  await waitFor(() => expect(proceed().getAttribute('aria-disabled')).toBe('false'));
}

describe('a visitor at a quote', () => {
  it('sees the form and the price with what the link chose, and no request names them @nav-6', async () => {
    const calls = fakeApi({});
    const { router } = await open('/quote/car?start=2027-04-01&end=2027-05-01&coverage=100000&deductible=0');
    expect(field('Start date').value).toBe('04/01/2027');
    expect(screen.getAllByText('$95').length).toBeGreaterThan(0);
    expect(connectDialog.open).toBe(false);
    type('Owner’s full name', 'Ada Holm');
    // A page of the test before may still read; only what is sent could name the visitor.
    const sent = calls.filter(({ method, path }) => method !== 'GET' && path !== '/insurance/underwriting');
    expect(sent).toEqual([]);
    expect(JSON.stringify(calls)).not.toContain('Ada');
    fireEvent.click(screen.getByRole('button', { name: 'Back to the home page' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });

  it('is asked for a wallet at Proceed, and keeps the form if they close the dialog', async () => {
    const calls = fakeApi({ [DRAFTS]: { status: 201, data: { draft_id: 'draft_1' } } });
    const { router } = await open('/quote/car');
    await fillCar();
    fireEvent.click(proceed());
    await waitFor(() => expect(connectDialog.open).toBe(true));
    expect(connectDialog.here).toBe(
      '/quote/car?start=2027-03-10&end=2028-03-10&coverage=100000&deductible=500&connect=true',
    );
    closeConnectDialog();
    await waitFor(() => expect(proceed().getAttribute('aria-busy')).toBeNull());
    expect(writes(calls)).toEqual([]);
    expect(router.state.location.pathname).toBe('/quote/car');
    expect(field('Owner’s full name').value).toBe('Ada Holm');
  });

  it('reports a complete form before any wallet is connected', async () => {
    const calls = fakeApi({});
    // The test's browser calls itself automated, and the beacon reports nothing of those.
    Object.defineProperty(navigator, 'webdriver', { value: false, configurable: true });
    const { router } = mountSite('/quote/car');
    const stop = countPages(router);
    try {
      await screen.findByLabelText(/full name$/);
      await fillCar();
      dispatchEvent(new Event('pagehide'));
      const reports = calls.filter(({ path }) => path === '/analytics/events');
      const events = reports.flatMap(({ body }) => visitReport.parse(body).events);
      const steps = events.filter((event) => event.kind === 'step');
      expect(steps.map(({ step, path }) => [step, path])).toEqual([['form_complete', '/quote/:type']]);
    } finally {
      stop();
      Reflect.deleteProperty(navigator, 'webdriver');
    }
  });

  it('gets to the payment with the form once a wallet is connected in the dialog', async () => {
    const calls = fakeApi({ [DRAFTS]: { status: 201, data: { draft_id: 'draft_1' } } });
    const { router } = await open('/quote/car');
    await fillCar();
    expect(sessionStorage.length + localStorage.length).toBe(0);
    fireEvent.click(proceed());
    await waitFor(() => expect(connectDialog.open).toBe(true));
    setConnected(evmWallet(ADDRESS));
    setSignedIn({ token: 'token-1', address: ADDRESS, expiresAt: '2027-03-11T15:00:00Z' });
    closeConnectDialog();
    await waitFor(() => expect(router.state.location.pathname).toBe('/payment'));
    expect(writes(calls)).toHaveLength(1);
    expect(writes(calls)[0]?.body).toMatchObject({
      insurance_type: 'car',
      details: { car_model: 'V60', car_owner_name: 'Ada Holm' },
    });
  });

  it('is asked for the wallet first where a wallet’s app opened the page', async () => {
    fakeApi({});
    const { router } = mountSite('/quote/car?start=2027-04-01&end=2027-05-01&connect=true');
    await waitFor(() => expect(connectDialog.open).toBe(true));
    await waitFor(() => expect(router.state.location.href).toBe('/quote/car'));
    expect((await screen.findByLabelText<HTMLInputElement>('End date')).value).toBe('05/01/2027');
  });

  it('goes home when they disconnect, so that nothing of theirs stays on the screen', async () => {
    fakeApi({});
    setConnected(evmWallet(ADDRESS));
    const { router } = await open('/quote/car');
    type('Owner’s full name', 'Ada Holm');
    setDisconnected('user');
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });

  it('keeps the form when the wallet itself disconnects', async () => {
    fakeApi({});
    setConnected(evmWallet(ADDRESS));
    const { router } = await open('/quote/car');
    type('Owner’s full name', 'Ada Holm');
    setDisconnected('wallet');
    await screen.findByRole('button', { name: 'Back to the home page' });
    expect(field('Owner’s full name').value).toBe('Ada Holm');
    expect(router.state.location.pathname).toBe('/quote/car');
  });
});
