import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { WEBHOOK_EVENTS } from '#domain/webhooks/schema.ts';
import { fakeApi } from '#web/test/fake-api.ts';
import { mountSite } from '#web/test/mount.tsx';
import { DOCUMENT } from '#web/test/sample-openapi.ts';

beforeEach(() => {
  // The worker sends the bare document without an envelope.
  fakeApi({ 'GET /openapi.json': Response.json(DOCUMENT) });
});

const summaryOf = async (path: string) => {
  const code = await screen.findByText(path);
  const card = code.closest('details') as HTMLDetailsElement;
  return card;
};
const tab = (name: string) => screen.findByRole('tab', { name });
const choose = async (name: string) => fireEvent.click(await tab(name));

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
    const quote = within(await summaryOf('/api/insurance/quotes'));
    expect(quote.getByText('POST')).toBeDefined();
    expect(quote.getByText('A signed quote')).toBeDefined();
    expect(quote.getByText('Signed-in wallet')).toBeDefined();
    expect(within(await summaryOf('/api/admin/users')).getByText('Administrator')).toBeDefined();
    const health = within(await summaryOf('/api/health'));
    expect(health.queryByText(/wallet|Administrator/)).toBeNull();
  });

  it('an expanded operation shows its parameters, body, resolved response, errors and a curl command @pages-7', async () => {
    mountSite('/api-reference');
    const card = await summaryOf('/api/insurance/quotes');
    const call = within(card);
    expect(card.open).toBe(false);
    expect(call.getByText('idempotency-key')).toBeDefined();
    expect(call.getByText('header, optional')).toBeDefined();
    expect(call.getByText('insurance_type: home')).toBeDefined();
    expect(call.getByText('insurance_type: car')).toBeDefined();
    expect(call.getByText('year_built')).toBeDefined();
    expect(call.getByText('insurance_type: home').closest('details')?.open).toBe(true);
    const other = call.getByText('mileage').closest('details');
    expect(other?.open).toBe(false);
    expect(other?.textContent).toMatch(/^insurance_type: car/);
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
    fireEvent.input(box, { target: { value: 'policy' } });
    expect(await screen.findByText('1 call · version 0.1.0')).toBeDefined();
    expect(router.state.location.href).toBe('/api-reference?search=policy');
    fireEvent.input(box, { target: { value: 'policy nobody' } });
    expect(await screen.findByText('No call matches')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Show all calls' }));
    expect(await screen.findByText('5 calls · version 0.1.0')).toBeDefined();
  });

  it('the days of an example are those of the reader, not of the build', async () => {
    vi.useFakeTimers({ now: Date.parse('2026-12-30T22:00:00Z'), toFake: ['Date'] });
    const text = { type: 'string' };
    const properties = { policy_start_date: text, policy_end_date: text };
    const content = {
      'application/json': { schema: { type: 'object', properties, required: Object.keys(properties) } },
    };
    const post = { tags: ['quote'], summary: 'Terms', requestBody: { content }, responses: {} };
    fakeApi({ 'GET /openapi.json': Response.json({ ...DOCUMENT, paths: { '/api/terms': { post } } }) });
    mountSite('/api-reference');
    const code = await screen.findByText(/^curl -X POST/);
    expect(code.textContent).toContain('"policy_start_date": "2026-12-31"');
    expect(code.textContent).toContain('"policy_end_date": "2027-01-30"');
    vi.useRealTimers();
  });

  it('a press on Copy copies the command as it is shown', async () => {
    const writeText = vi.fn(() => Promise.resolve());
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
    mountSite('/api-reference');
    const card = within(await summaryOf('/api/health'));
    fireEvent.click(card.getByRole('button', { name: 'Copy curl' }));
    expect(writeText).toHaveBeenCalledWith("curl 'https://origin.invalid/api/health'");
    vi.unstubAllGlobals();
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
    for (const step of steps) expect(screen.getByText(`${step} (curl)`)).toBeDefined();
    const chosen = screen.getAllByRole('radio').map((each) => (each as HTMLInputElement).checked);
    expect(chosen).toEqual([true, false]);
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
