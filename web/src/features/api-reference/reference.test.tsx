import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { WEBHOOK_EVENTS } from '../../../../domain/webhooks/schema.ts';
import { fakeApi } from '../../../test/fake-api.ts';
import { mountSite } from '../../../test/mount.tsx';
import { DOCUMENT } from '../../../test/sample-openapi.ts';

beforeEach(() => {
  // The worker sends the bare document without an envelope.
  fakeApi({ 'GET /openapi.json': Response.json(DOCUMENT) });
});

const summaryOf = async (path: string) => {
  const code = await screen.findByText(path);
  const card = code.closest('details') as HTMLDetailsElement;
  return { card, open: () => openFold(card) };
};
/** What a browser does on a click; the simulated one does not. */
function openFold(fold: HTMLDetailsElement): void {
  fold.open = true;
  fireEvent(fold, new Event('toggle'));
}
const tab = (name: string) => screen.findByRole('tab', { name });
const choose = async (name: string) => fireEvent.mouseDown(await tab(name), { button: 0 });

describe('/api-reference', () => {
  it('the API reference has the tabs Endpoints, Code Examples and Webhooks and keeps the chosen one in the URL @pages-6', async () => {
    const { router } = mountSite('/api-reference');
    await tab('Endpoints');
    const names = screen.getAllByRole('tab').map((each) => each.textContent);
    expect(names).toEqual(['Endpoints', 'Code Examples', 'Webhooks']);
    await choose('Webhooks');
    await waitFor(() => expect(router.state.location.href).toBe('/api-reference?tab=webhooks'));
    expect(await screen.findByRole('heading', { name: 'What we send' })).toBeDefined();
    await choose('Endpoints');
    await waitFor(() => expect(router.state.location.href).toBe('/api-reference'));
  });

  it('the API reference lists every operation of our document and who may call it', async () => {
    mountSite('/api-reference');
    expect(await screen.findByText('5 calls · version 0.1.0')).toBeDefined();
    const quote = within((await summaryOf('/api/insurance/quotes')).card);
    expect(quote.getByText('POST')).toBeDefined();
    expect(quote.getByText('A signed quote')).toBeDefined();
    expect(quote.getByText('Signed-in wallet')).toBeDefined();
    expect(within((await summaryOf('/api/admin/users')).card).getByText('Administrator')).toBeDefined();
    const health = within((await summaryOf('/api/health')).card);
    expect(health.queryByText(/wallet|Administrator/)).toBeNull();
  });

  it('an expanded operation shows its parameters, body, resolved response, errors and a curl command @pages-7', async () => {
    mountSite('/api-reference');
    const { card, open } = await summaryOf('/api/insurance/quotes');
    const call = within(card);
    expect(call.queryByText('Parameters')).toBeNull();
    open();
    expect(await call.findByText('idempotency-key')).toBeDefined();
    expect(call.getByText('header, optional')).toBeDefined();
    expect(call.getByText('insurance_type: home')).toBeDefined();
    expect(call.getByText('insurance_type: car')).toBeDefined();
    expect(call.getByText('year_built')).toBeDefined();
    expect(call.queryByText('mileage')).toBeNull();
    openFold(call.getByText('insurance_type: car').closest('details') as HTMLDetailsElement);
    expect(await call.findByText('mileage')).toBeDefined();
    expect(call.getByText('Answer 200: The quote')).toBeDefined();
    expect(call.getByText('holder').closest('li')?.textContent).toContain('An address.');
    expect(call.getByText('rate').closest('li')?.textContent).toContain('may be absent');
    expect(call.getByText('no_capacity', { exact: false })).toBeDefined();
    expect(call.getByText(/^curl -X POST/).textContent).toContain('authorization: Bearer $TOKEN');
    expect(call.getByRole('button', { name: 'Copy curl' })).toBeDefined();
  });

  it('the API reference filters while the reader types, keeps the search in the URL and says when nothing matches', async () => {
    const { router } = mountSite('/api-reference');
    const box = await screen.findByRole('searchbox', { name: 'Search the calls' });
    fireEvent.change(box, { target: { value: 'policy' } });
    expect(await screen.findByText('1 call · version 0.1.0')).toBeDefined();
    expect(router.state.location.href).toBe('/api-reference?search=policy');
    fireEvent.change(box, { target: { value: 'policy nobody' } });
    expect(await screen.findByText('No call matches')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Show all calls' }));
    expect(await screen.findByText('5 calls · version 0.1.0')).toBeDefined();
  });

  it('the API reference shows that it is loading, and offers a retry when it fails', async () => {
    let away = true;
    fakeApi({
      'GET /openapi.json': () =>
        away ? { status: 404, message: 'There is no such address.' } : { data: DOCUMENT },
    });
    mountSite('/api-reference');
    expect(await screen.findByRole('status', { name: 'Loading the reference' })).toBeDefined();
    expect(await screen.findByText('The reference could not be loaded')).toBeDefined();
    expect(screen.getByText('There is no such address.')).toBeDefined();
    away = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('5 calls · version 0.1.0')).toBeDefined();
  });

  it('the code examples show the six steps in TypeScript, or in curl on request', async () => {
    mountSite('/api-reference?tab=examples');
    const steps = [
      'Sign in',
      'Get a quote',
      'Pay',
      'Report the payment',
      'List your policies',
      'Make a claim',
    ];
    await screen.findByText('Sign in (TypeScript with viem)');
    for (const step of steps) expect(screen.getByText(`${step} (TypeScript with viem)`)).toBeDefined();
    fireEvent.click(screen.getByRole('radio', { name: 'curl' }));
    for (const step of steps) expect(await screen.findByText(`${step} (curl)`)).toBeDefined();
  });

  it('every webhook event is listed with its fields @pages-9', async () => {
    mountSite('/api-reference?tab=webhooks');
    for (const event of WEBHOOK_EVENTS) {
      const region = within(await screen.findByRole('region', { name: event }));
      expect(region.getByText(`Body of ${event}`)).toBeDefined();
      expect(region.getByText(/^((policy|claim)_number|possible_from)$/)).toBeDefined();
    }
  });
});
