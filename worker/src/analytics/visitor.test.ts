/** Who is told apart, for how long, and who is never counted. */
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { rows, runSchedule } from '../../test/harness.ts';
import { FIREFOX, forgetVisits, IPHONE, report, Site, step, view, wholeDatabase } from '../../test/visits.ts';

const NOON = '2026-11-22T12:00:00Z';
let site: Site;
beforeEach(async () => {
  await forgetVisits();
  site = new Site(NOON);
});

describe('what identifies a visitor', () => {
  const hashes = async () =>
    (await rows<{ visitor: string }>('SELECT visitor FROM visits ORDER BY day, visitor')).map(
      ({ visitor }) => visitor,
    );
  const keys = async () =>
    (await env.FILES.list({ prefix: 'analytics-keys/' })).objects.map(({ key }) => key);

  test('is a hash under a key of the day, the same all day and another tomorrow', async () => {
    await site.visit([view('/')]);
    await site.visit([view('/')]);
    expect(await hashes()).toHaveLength(1);
    site.pass(86_400);
    await site.visit([view('/')]);
    const [first, second] = await hashes();
    expect(second).toBeDefined();
    expect(second).not.toBe(first);
  });

  test('differs by address and by user agent, and one can’t be moved into the other', async () => {
    for (const [address, userAgent] of [
      ['203.0.113.7', FIREFOX],
      ['203.0.113.8', FIREFOX],
      ['203.0.113.7', IPHONE],
      ['203.0.113.7M', FIREFOX.slice(1)],
    ]) {
      await site.visit([view('/')], { address: address ?? '', userAgent: userAgent ?? '' });
    }
    expect(new Set(await hashes()).size).toBe(4);
  });

  test('uses one key however many come first at the same moment', async () => {
    await Promise.all(Array.from({ length: 8 }, () => site.send(report([view('/')]))));
    expect(new Set(site.queued.map(({ visitor }) => visitor)).size).toBe(1);
    expect(await keys()).toEqual(['analytics-keys/2026-11-22']);
  });

  test('leaves the request only as a hash: the queue has neither address nor user agent', async () => {
    await site.send(report([view('/')]), {
      address: '203.0.113.7',
      headers: { authorization: 'Bearer a.b.c', cookie: 'a=b' },
    });
    const message = JSON.stringify(site.queued);
    expect(Object.keys(site.queued[0] ?? {}).sort()).toEqual([
      'at',
      'country',
      'day',
      'device',
      'report',
      'visitor',
    ]);
    for (const secret of ['203.0.113.7', 'Firefox', 'Bearer', 'a.b.c']) expect(message).not.toContain(secret);
  });

  test('is gone from the whole database 25 hours later, with its key @analytics-9', async () => {
    site = new Site('2026-11-22T00:00:00Z');
    const userAgent = `${FIREFOX} Unmistakable/4711`;
    await site.visit([view('/'), step('price_seen', '/')], {
      address: '198.51.100.23',
      userAgent,
      country: 'DE',
    });
    const [hash = ''] = await hashes();
    const key = new Uint8Array(
      await ((await env.FILES.get('analytics-keys/2026-11-22'))?.arrayBuffer() ?? new ArrayBuffer(0)),
    );
    expect(key).toHaveLength(32);
    expect(await wholeDatabase()).toContain(hash);
    await site.schedule();
    expect(await hashes()).toHaveLength(1);
    site.pass(25 * 3600);
    await site.schedule();
    const kept = await wholeDatabase();
    expect(kept).toContain('price_seen');
    for (const secret of [
      '198.51.100.23',
      'Unmistakable',
      'Firefox',
      hash,
      btoa(String.fromCharCode(...key)),
    ]) {
      expect(kept).not.toContain(secret);
    }
    expect(await rows('SELECT * FROM visits')).toEqual([]);
    expect(await keys()).toEqual([]);
    expect((await site.figures()).overview).toMatchObject({
      pageViews: { value: 1 },
      activeUsers: { value: 1 },
    });
  });

  test('is deleted by the scheduled run itself', async () => {
    const yesterday = new Site(Date.now() - 25 * 3_600_000);
    await yesterday.visit([view('/')]);
    expect([await hashes(), await keys()].map(({ length }) => length)).toEqual([1, 1]);
    await runSchedule();
    expect([await hashes(), await keys()]).toEqual([[], []]);
  });
});

describe('who is not counted', () => {
  test.each([
    ['Do Not Track', { headers: { dnt: '1' } }],
    ['Global Privacy Control', { headers: { 'sec-gpc': '1' } }],
    ['no user agent', { userAgent: '' }],
    ['Googlebot', { userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }],
    [
      'GPTBot',
      {
        userAgent:
          'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
      },
    ],
    ['curl', { userAgent: 'curl/8.5.0' }],
    [
      'a headless browser',
      {
        userAgent:
          'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/142.0 Safari/537.36',
      },
    ],
  ])('%s', async (_, browser) => {
    const answer = await site.send(report([view('/')]), browser);
    expect([answer.status, answer.data]).toEqual([202, { counted: false }]);
    expect(site.queued).toEqual([]);
    expect((await env.FILES.list({ prefix: 'analytics-keys/' })).objects).toEqual([]);
  });

  test('a browser that sets neither is counted', async () => {
    const answer = await site.send(report([view('/')]), { headers: { dnt: '0', 'sec-gpc': '0' } });
    expect([answer.status, answer.data]).toEqual([202, { counted: true }]);
  });
});
