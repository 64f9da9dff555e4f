import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { FORMS } from '#domain/products/forms/index.ts';
import { fakeApi } from './fake-api.ts';
import { mountSite } from './mount.tsx';
import { DOCUMENT } from './sample-openapi.ts';

const TOKEN = 'a-token-of-a-letter-0123456789';

/** Text pages by URL: heading and page title. */
const TEXTS: readonly (readonly [path: string, heading: string, title: string])[] = [
  ['/about', 'About Mooring', 'About'],
  ['/services', 'Services', 'Services'],
  ['/terms', 'Terms of service', 'Terms of service'],
  ['/privacy', 'Privacy policy', 'Privacy policy'],
  ['/cookie-policy', 'Cookie policy', 'Cookie policy'],
  ['/accessibility', 'Accessibility', 'Accessibility'],
  ['/help', 'Help', 'Help'],
  ['/documentation', 'Documentation', 'Documentation'],
  ['/community', 'Community', 'Community'],
];

/** What is no route: static files, and what the API serves. */
const FILES = [
  ...['/deployment.json', '/api/openapi.json'],
  ...Object.values(FORMS).map(({ wording }) => `/api/insurance/ipid/${wording.version}`),
];

type Router = ReturnType<typeof mountSite>['router'];

/** Whether the route tree has a page at this URL; `**` is the unmatched rest. */
function leadsSomewhere(router: Router, href: string): boolean {
  const [, params, route] = router.getMatchedRoutes(new URL(href, 'http://site.test').pathname);
  return route !== undefined && !('**' in params);
}

const main = async () => within(await screen.findByRole('main'));

describe('prose pages', () => {
  it.each(
    TEXTS,
  )('%s has the heading %s and the same page title @pages-3 @pages-4', async (path, heading, title) => {
    mountSite(path);
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeDefined();
    await waitFor(() => expect(document.title).toBe(`${title} · Mooring`));
  });

  it('the terms of networks without our contract say what is not enforced there', async () => {
    const { container } = mountSite('/terms');
    await screen.findByRole('heading', { level: 1 });
    const part = (id: string) => container.querySelector(`#${id}`)?.textContent ?? '';
    expect(part('networks')).toContain('Networks without our contract: Polkadot, Kusama');
    expect(part('networks')).toMatch(/You pay by a transfer to our account/);
    expect(part('networks')).toMatch(/Our servers keep the rules/);
    expect(part('networks')).toMatch(/Nothing on the chain enforces your cover, a payout or a refund/);
    // What only the contract does is said of its networks alone.
    const others = [...container.querySelectorAll('section')].filter(({ id }) => id !== 'networks');
    const text = others.map(({ textContent }) => textContent).join(' ');
    expect(text).not.toMatch(/registry|InsurancePayment|waits in the contract|guardian/);
  });

  it.each([
    '/terms',
    '/help',
  ])('%s promises a payout beyond the allowance what its proposal can hold', async (path) => {
    const { container } = mountSite(path);
    await screen.findByRole('heading', { level: 1 });
    const text = container.textContent?.replaceAll(/\s+/g, ' ');
    const promise =
      'An approved claim is paid within 48 hours, or within 9 days if the amount is large enough to require a waiting period on chain';
    expect(text?.split('An approved claim is paid').length).toBe(2);
    expect(text).toContain(promise);
  });

  it('the privacy policy, the landing page and its footer also hold for a network without our contract', async () => {
    const privacy = mountSite('/privacy');
    await screen.findByRole('heading', { level: 1 });
    expect(privacy.container.querySelector('#chain')?.textContent).toMatch(
      /On Polkadot and its sister networks there is no contract and no registry/,
    );
    privacy.unmount();
    mountSite('/');
    expect((await main()).getByText(/nothing on chain enforces cover or payout/).textContent).toMatch(
      /On Polkadot you pay our account: our servers keep the rules/,
    );
    expect((await main()).queryByText(/The policy is on chain/)).toBeNull();
    expect(screen.getByRole('contentinfo').textContent).not.toMatch(/every policy is in a public registry/i);
  });

  it.each([
    ...TEXTS.map(([path]) => path),
    '/',
    '/api-reference',
    '/api-reference?tab=webhooks',
  ])('%s has no dead link from its header to its footer @nav-22', async (path) => {
    fakeApi({ 'GET /openapi.json': Response.json(DOCUMENT) });
    const { router, container } = mountSite(path);
    await screen.findByRole('heading', { level: 1 });
    const own = [...container.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '');
    const targets = own.filter((href) => href.startsWith('/') && !FILES.includes(href));
    expect(targets.length).toBeGreaterThan(10);
    const lost = targets.filter((href) => !leadsSomewhere(router, href));
    expect(lost).toEqual([]);
    const anchors = own.filter((href) => href.startsWith('#')).map((href) => href.slice(1));
    expect(anchors.filter((id) => container.querySelector(`#${id}`) === null)).toEqual([]);
  });

  it('a dead link would be noticed', () => {
    const { router } = mountSite('/');
    expect(['/no/such/page', '/about/nothing'].map((href) => leadsSomewhere(router, href))).toEqual([
      false,
      false,
    ]);
  });

  it.each([
    '/terms',
    '/privacy',
    '/cookie-policy',
    '/accessibility',
  ])('%s shows the date of its last change @pages-3', async (path) => {
    mountSite(path);
    const page = await main();
    const day = (await page.findByText(/^Last changed on/)).querySelector('time');
    expect(day?.getAttribute('datetime')).toMatch(/^20\d\d-\d\d-\d\d$/);
  });

  it.each([
    '/terms',
    '/privacy',
    '/help',
    '/documentation',
  ])('%s lists its parts next to the text', async (path) => {
    mountSite(path);
    await screen.findByRole('heading', { level: 1 });
    const page = await main();
    const contents = within(page.getAllByRole('navigation', { name: 'On this page' })[0] as HTMLElement);
    const parts = page.getAllByRole('heading', { level: 2 }).map((part) => part.textContent);
    const listed = contents.getAllByRole('link').map((link) => link.textContent);
    expect(listed).toEqual(parts.slice(0, listed.length));
    expect(listed.length).toBeGreaterThan(5);
  });
});

describe('/about', () => {
  it('the about page ends with Get Started Today, which leads to the dashboard @pages-1', async () => {
    mountSite('/about');
    const page = await main();
    const last = (await page.findAllByRole('link')).at(-1);
    expect(last?.textContent).toBe('Get Started Today');
    expect(last?.getAttribute('href')).toBe('/dashboard');
  });
});

describe('/services', () => {
  it('the services page states each product’s cover and exclusions from its wording and links to its quote @pages-2', async () => {
    mountSite('/services');
    const page = await main();
    for (const [product, label] of [
      ['home', 'Home Insurance'],
      ['car', 'Car Insurance'],
      ['travel', 'Travel Insurance'],
    ] as const) {
      const card = within(await page.findByRole('region', { name: label }));
      const { covered, notCovered, limits, claimNeeds, cancellation } = FORMS[product].wording;
      const items = card.getAllByRole('listitem').map((item) => item.textContent);
      expect(items.slice(0, -1)).toEqual([
        ...covered,
        ...notCovered,
        ...limits,
        ...claimNeeds,
        ...cancellation,
      ]);
      expect(items.at(-1)).toMatch(/^You withdraw on the page of your policy/);
      const quote = card.getByRole('link', { name: `Get Quote: ${label}` });
      expect(quote.getAttribute('href')).toBe(`/quote/${product}`);
    }
  });
});

describe('/confirm-email', () => {
  it('the confirmation page of an email address removes the token from the URL and still submits it @nav-13', async () => {
    const calls = fakeApi({
      'POST /account/email/confirm': {
        data: { email: 'ada@example.org', confirmed_at: '2027-03-10T15:00:00Z' },
      },
    });
    const { router } = mountSite(`/confirm-email#token=${TOKEN}`);
    expect(await screen.findByText('ada@example.org is confirmed.')).toBeDefined();
    await waitFor(() => expect(router.state.location.href).toBe('/confirm-email'));
    const confirmed = calls.filter(({ path }) => path === '/account/email/confirm');
    expect(confirmed.map(({ body }) => body)).toEqual([{ token: TOKEN }]);
  });
});
