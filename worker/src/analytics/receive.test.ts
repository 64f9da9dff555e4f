/** Reports as browsers send them: repeated, hostile, and through the real queue. */
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { VisitReport } from '#domain/analytics/schema.ts';
import { call, fillQueue, rows } from '../../test/harness.ts';
import { FIREFOX, forgetVisits, report, Site, step, view } from '../../test/visits.ts';

const NOON = '2026-11-22T12:00:00Z';
let site: Site;
beforeEach(async () => {
  await forgetVisits();
  site = new Site(NOON);
});

describe('repeated reports', () => {
  test('count once, however often and by whomever they are repeated', async () => {
    const same = report([view('/'), step('price_seen', '/')]);
    for (let each = 0; each < 3; each += 1) await site.send(same);
    const messages = site.queued.splice(0);
    await Promise.all([site.deliver(messages), site.deliver(messages)]);
    await site.deliver([...messages, ...messages]);
    await site.send(same, { address: '203.0.113.99' });
    await site.deliver();
    const { overview, funnel } = await site.figures();
    expect([overview.pageViews.value, overview.activeUsers.value, funnel.steps[0]?.count]).toEqual([1, 1, 1]);
  });

  test('count once on the next day too', async () => {
    site = new Site('2026-11-22T23:59:58Z');
    await site.send(report([view('/')]));
    const messages = site.queued.splice(0);
    await site.deliver(messages);
    site.pass(20);
    await site.schedule();
    await site.deliver(messages);
    expect((await site.figures()).overview.pageViews.value).toBe(1);
  });

  test('a report that fails in the database is delivered again, and counts once', async () => {
    await site.send(report([view('/')]));
    const messages = site.queued.splice(0);
    await env.DB.prepare(
      "CREATE TRIGGER no_views BEFORE INSERT ON visits BEGIN SELECT RAISE(ABORT, 'disk full'); END",
    ).run();
    expect(await site.deliver(messages)).toBe(1);
    await env.DB.prepare('DROP TRIGGER no_views').run();
    expect((await site.figures()).overview.pageViews.value).toBe(0);
    expect(await site.deliver(messages)).toBe(0);
    expect((await site.figures()).overview.pageViews.value).toBe(1);
  });
});

describe('hostile reports', () => {
  const good = report([view('/')]);
  test.each<[string, unknown]>([
    ['an unknown page', { ...good, events: [{ kind: 'view', path: '/policy/17', ago: 0 }] }],
    ['a page with a query', { ...good, events: [{ kind: 'view', path: '/?wallet=0x1', ago: 0 }] }],
    ['an unknown step', { ...good, events: [{ kind: 'step', step: 'paid', path: '/', ago: 0 }] }],
    ['a wallet', { ...good, wallet_address: '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc' }],
    ['something typed', { ...good, events: [{ kind: 'view', path: '/', ago: 0, title: 'Ada' }] }],
    ['no events', { ...good, events: [] }],
    ['too many events', { ...good, events: Array(51).fill(view('/')) }],
    ['a time ahead', { ...good, events: [view('/', -1)] }],
    ['a time long ago', { ...good, events: [view('/', 301)] }],
    ['half a second', { ...good, events: [view('/', 0.5)] }],
    ['no id', { ...good, id: 'me' }],
    ['a made-up viewport', { ...good, viewport: 'wall' }],
    ['a list', [good]],
    ['null', 'null'],
  ])('with %s are refused', async (_, body) => {
    expect((await site.send(body, { address: `203.0.113.${Math.floor(Math.random() * 200)}` })).status).toBe(
      422,
    );
    expect(site.queued).toEqual([]);
  });

  test.each([
    ['www.example.com', 'www.example.com'],
    ['news.example.com:8443', 'news.example.com'],
    ['example.com/ada', null],
    ['198.51.100.23', null],
    ['[2001:db8::1]', null],
    ['localhost:3000', null],
    ['<script>.example.com', null],
    ['ada:secret@example.com', null],
    [`${'a.'.repeat(60)}example.com`, null],
  ])('with the referrer %s are counted under %s', async (referrer, name) => {
    await site.send({ ...good, referrer }, { address: '203.0.113.201' });
    expect(site.queued[0]?.report.referrer).toBe(name);
  });

  test('a report that is too large, not JSON or of another type is refused', async () => {
    expect((await site.send(`{"id":"${'a'.repeat(70_000)}"}`)).status).toBe(413);
    expect((await site.send('{"id":')).status).toBe(400);
    expect((await site.send(good, { headers: { 'content-type': 'text/plain' } })).status).toBe(415);
    expect(site.queued).toEqual([]);
  });

  test('on the queue are set aside', async () => {
    expect(await site.deliver([{}, null, { report: good }, 'x'])).toBe(0);
    expect((await site.figures()).overview.pageViews.value).toBe(0);
  });

  test('with endless new referrers fill no table: after 200 a day they count as others', async () => {
    const template = { day: '2026-11-22', at: Math.floor(site.now / 1000), device: 'Desktop', country: 'XX' };
    const visitOf = (index: number) => ({
      ...template,
      visitor: `v${index}`,
      report: report([view('/')], { referrer: `h${index}.example.com` }),
    });
    await site.deliver(Array.from({ length: 203 }, (_, index) => visitOf(index)));
    await site.deliver([{ ...visitOf(0), visitor: 'again' }]);
    const names = await rows<{ name: string; count: number }>(
      "SELECT name, count FROM site_counts WHERE day = '2026-11-22' AND kind = 'referrer' AND name <> ''",
    );
    expect(names).toHaveLength(201);
    expect(names.filter(({ count }) => count > 1)).toEqual([
      { name: 'h0.example.com', count: 2 },
      { name: 'other', count: 3 },
    ]);
  });

  test('beyond 120 a minute from one client are refused', async () => {
    const send = async () => (await site.send('{}', { address: '192.0.2.77' })).status;
    const statuses: number[] = [];
    // The runtime's minute may end meanwhile, once.
    while (statuses.at(-1) !== 429 && statuses.length <= 240) statuses.push(await send());
    expect(statuses.length).toBeGreaterThan(120);
    expect(new Set(statuses.slice(0, -1))).toEqual(new Set([422]));
    const last = await site.send(good, { address: '192.0.2.77' });
    expect([statuses.at(-1), last.status, last.headers.get('retry-after')]).toEqual([429, 429, '60']);
  });

  test('never make a page fail: a queue that is down answers 202', async () => {
    site.queueFails = true;
    const answer = await site.send(good);
    expect([answer.status, answer.data]).toEqual([202, { counted: false }]);
  });
});

test('a report travels through the real queue to the figures', async () => {
  const today = new Date().toISOString().slice(0, 10);
  const body: VisitReport = report([view('/contact')]);
  const headers = { 'user-agent': FIREFOX, 'cf-connecting-ip': '203.0.113.50' };
  expect(await call('/analytics/events', { body, headers })).toMatchObject({
    status: 202,
    data: { counted: true },
  });
  await vi.waitFor(
    async () => {
      await fillQueue(env.ANALYTICS_QUEUE);
      expect(await rows('SELECT views, visitors FROM site_days WHERE day = ?', today)).toMatchObject([
        { views: 1, visitors: 1 },
      ]);
    },
    { timeout: 15_000, interval: 200 },
  );
});
