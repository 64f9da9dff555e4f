import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { setDisconnected } from '../src/state/wallet-session.ts';
import { mountSite } from './mount.tsx';

const TOKEN = 'a-token-of-a-letter-0123456789';

describe('/confirm-email', () => {
  it('takes the token out of the address bar, and hands it in all the same', async () => {
    const bodies: unknown[] = [];
    vi.stubGlobal('fetch', async (_url: string, init?: RequestInit) => {
      bodies.push(JSON.parse(String(init?.body)));
      const data = { email: 'ada@example.org', confirmed_at: '2027-03-10T15:00:00Z' };
      return Response.json({ success: true, data });
    });
    const { router } = mountSite(`/confirm-email#token=${TOKEN}`);
    expect(await screen.findByText('ada@example.org is confirmed.')).toBeDefined();
    await waitFor(() => expect(router.state.location.href).toBe('/confirm-email'));
    expect(bodies).toEqual([{ token: TOKEN }]);
  });
});

describe('/quote/{type}', () => {
  it('keeps product and dates of the price finder over the way through the wallet dialog', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    setDisconnected('wallet');
    const { router } = mountSite('/quote/car?start=2027-04-01&end=2027-05-01');
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(router.state.location.state.next).toBe('/quote/car?start=2027-04-01&end=2027-05-01');
  });
});
