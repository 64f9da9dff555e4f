import { createMemoryHistory, createRouter } from '@tanstack/react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { visitReport } from '#domain/analytics/schema.ts';
import { SITE_PATHS } from '#domain/analytics/visit.ts';
import { routeTree } from '#web/routeTree.gen.ts';
import { countPages, onSight, reach } from './beacon.ts';

interface Sent {
  url: string;
  init: RequestInit;
}

let sent: Sent[] = [];
let stop: () => void = () => undefined;

/** Answers reports. What an earlier file's screen still asks for in this shared worker is not one. */
const serve = (answer: () => Response) =>
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url !== '/api/analytics/events') throw new TypeError('fetch failed');
    sent.push({ url, init });
    return answer();
  });

const signal = (name: string, value: unknown) =>
  Object.defineProperty(navigator, name, { value, configurable: true });

beforeEach(() => {
  sent = [];
  vi.useFakeTimers();
  // The test's browser calls itself automated.
  signal('webdriver', false);
  serve(() => Response.json({ success: true, data: { counted: true } }, { status: 202 }));
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const reports = () => sent.map(({ init }) => visitReport.parse(JSON.parse(String(init.body))));
const events = () => reports().flatMap((report) => report.events);
const hide = () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
};

/** A router at `path` that shows nothing. */
async function open(path: string) {
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createRouter({ routeTree, history });
  stop = countPages(router);
  await router.load();
  const go = async (to: string) => {
    history.push(to);
    await router.load();
  };
  return { router, go };
}

describe('the beacon', () => {
  it('the beacon sends pending reports once when the page changes', async () => {
    await open('/terms');
    dispatchEvent(new Event('pagehide'));
    hide();
    expect(events().map(({ kind, path }) => [kind, path])).toEqual([
      ['view', '/terms'],
      ['leave', '/terms'],
    ]);
  });

  it('the beacon reports a page by its pattern, never an id, a hash or a query', async () => {
    const { go } = await open(`/verify/0x${'5e'.repeat(32)}?wallet=0xada#secret`);
    await go('/help?search=broken+roof');
    vi.advanceTimersByTime(4_000);
    expect(events()).toEqual([
      { kind: 'view', path: '/verify/:quoteId', ago: 4 },
      { kind: 'view', path: '/help', ago: 4 },
    ]);
    expect(String(sent[0]?.init.body)).not.toMatch(/5e5e|0xada|secret|roof/);
    expect(sent).toHaveLength(1);
  });

  it('a report has no cookie, and nothing is stored in the browser', async () => {
    const before = [document.cookie, localStorage.length, sessionStorage.length];
    await open('/');
    vi.advanceTimersByTime(4_000);
    expect(sent[0]).toMatchObject({
      url: '/api/analytics/events',
      init: { method: 'POST', keepalive: true, credentials: 'omit' },
    });
    expect(Object.keys(sent[0]?.init.headers ?? {})).toEqual(['content-type']);
    expect([document.cookie, localStorage.length, sessionStorage.length]).toEqual(before);
  });

  it('two reports share nothing that recognizes a visitor', async () => {
    const { go } = await open('/');
    vi.advanceTimersByTime(4_000);
    await go('/about');
    vi.advanceTimersByTime(4_000);
    const [first, second] = reports();
    expect(first?.id).not.toBe(second?.id);
    expect(Object.keys(first ?? {}).sort()).toEqual(['events', 'id', 'referrer', 'viewport']);
  });

  it('a change of only the query is not another view', async () => {
    const { go } = await open('/about');
    await go('/about?a=1');
    await go('/terms');
    await go('/about');
    vi.advanceTimersByTime(4_000);
    expect(events().map(({ path }) => path)).toEqual(['/about', '/terms', '/about']);
  });

  it('an address that leads nowhere is reported as /404', async () => {
    await open('/wp-admin/install.php');
    vi.advanceTimersByTime(4_000);
    expect(events()).toEqual([{ kind: 'view', path: '/404', ago: 4 }]);
  });

  it('hiding the page sends pending reports at once, with the end of the stay', async () => {
    await open('/services');
    vi.advanceTimersByTime(3_000);
    hide();
    expect(events()).toEqual([
      { kind: 'view', path: '/services', ago: 3 },
      { kind: 'leave', path: '/services', ago: 0 },
    ]);
    vi.advanceTimersByTime(60_000);
    expect(sent).toHaveLength(1);
  });

  it('a step counts once, with its page, and one before the first page is not lost', async () => {
    reach('wallet_connected');
    await open('/quote/home');
    reach('form_complete');
    reach('form_complete');
    vi.advanceTimersByTime(4_000);
    expect(events()).toEqual([
      { kind: 'view', path: '/quote/:type', ago: 4 },
      { kind: 'step', step: 'wallet_connected', path: '/quote/:type', ago: 4 },
      { kind: 'step', step: 'form_complete', path: '/quote/:type', ago: 4 },
    ]);
  });

  it('a price counts as seen when it is on screen', async () => {
    let show: (entries: { isIntersecting: boolean }[]) => void = () => undefined;
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(callback: typeof show) {
          show = callback;
        }
        observe() {}
        disconnect() {}
      },
    );
    await open('/');
    onSight('price_seen')(document.body);
    show([{ isIntersecting: false }]);
    vi.advanceTimersByTime(4_000);
    expect(events().map(({ kind }) => kind)).toEqual(['view']);
    show([{ isIntersecting: true }]);
    vi.advanceTimersByTime(4_000);
    expect(events().map(({ kind }) => kind)).toEqual(['view', 'step']);
  });

  it.each([
    ['https://www.example.com/search?q=ada+lovelace', 'www.example.com'],
    ['https://news.example.com:8443/a', 'news.example.com'],
    [`${location.origin}/terms`, null],
    ['http://198.51.100.23/', null],
    ['http://localhost:3000/', null],
    ['android-app://com.example.mail/', 'com.example.mail'],
    ['', null],
  ])('the referrer %s is reported as %s', async (link, host) => {
    vi.spyOn(document, 'referrer', 'get').mockReturnValue(link);
    await open('/');
    vi.advanceTimersByTime(4_000);
    expect(reports()[0]?.referrer).toBe(host);
  });

  it.each([
    [500, 'narrow'],
    [1000, 'medium'],
    [1440, 'wide'],
  ])('a window of %i pixels is %s', async (width, viewport) => {
    vi.stubGlobal('innerWidth', width);
    await open('/');
    vi.advanceTimersByTime(4_000);
    expect(reports()[0]?.viewport).toBe(viewport);
  });

  it.each([
    ['Do Not Track', { doNotTrack: '1' }],
    ['Global Privacy Control', { globalPrivacyControl: true }],
    ['an automated browser', { webdriver: true }],
  ])('nothing is sent with %s', async (_, signals) => {
    for (const [name, value] of Object.entries(signals)) signal(name, value);
    try {
      const { go } = await open('/');
      reach('price_seen');
      await go('/about');
      hide();
      vi.advanceTimersByTime(60_000);
      expect(sent).toEqual([]);
    } finally {
      for (const name of Object.keys(signals)) Reflect.deleteProperty(navigator, name);
    }
  });

  it('nothing is sent at the desk', async () => {
    const { go } = await open('/admin/users?open=1');
    reach('wallet_connected');
    await go('/admin/claims');
    hide();
    vi.advanceTimersByTime(60_000);
    expect(sent).toEqual([]);
  });

  it('a server that is down goes unnoticed, and nothing is repeated', async () => {
    serve(() => {
      throw new TypeError('fetch failed');
    });
    await open('/');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toHaveLength(1);
  });

  it('no report is larger than the server accepts', async () => {
    const { go } = await open('/');
    for (let each = 0; each < 30; each += 1) {
      await go('/about');
      await go('/terms');
    }
    hide();
    expect(reports()[0]?.events).toHaveLength(50);
  });

  it('the server knows every page of the site', () => {
    const router = createRouter({ routeTree, history: createMemoryHistory() });
    const routes = Object.values(router.routesById) as { fullPath?: string }[];
    const patterns = routes
      .map(({ fullPath }) => (fullPath ?? '/').replace(/\/$/, '').replaceAll('$', ':') || '/')
      .filter((path) => !path.startsWith('/admin'));
    expect(
      [...new Set(patterns)].filter((path) => !(SITE_PATHS as readonly string[]).includes(path)),
    ).toEqual([]);
  });
});
