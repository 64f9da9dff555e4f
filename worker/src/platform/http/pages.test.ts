import { describe, expect, it } from 'vitest';
import { answerPage } from './pages.ts';

/** The site's files, as far as these tests need them. */
const ASSETS = {
  fetch: (input: Request) =>
    Promise.resolve(
      new Response(`file ${new URL(input.url).pathname}`, { headers: { 'x-frame-options': 'DENY' } }),
    ),
} as unknown as Fetcher;

const answer = (path: string, method = 'GET') =>
  answerPage(new Request(`https://mooring.test${path}`, { method }), { ASSETS });

describe('addresses without a file', () => {
  it.each([
    '/dashboard',
    '/policy/POL-004',
    '/policy/POL-004/change',
    '/quote/boat',
    '/verify/0x12?x=1',
    '/admin',
    '/admin/claims/7',
  ])('answers %s with the shell of the site', async (path) => {
    const response = await answer(path);
    expect([response.status, await response.text()]).toEqual([200, 'file /app']);
    expect(response.headers.get('x-frame-options')).toBe('DENY');
  });

  it.each([
    '/nothing',
    '/dashboard/more',
    '/administrator',
    '/wp-login.php',
    '/policy/',
    '/404',
  ])('answers %s with status 404 and the page that says so', async (path) => {
    const response = await answer(path);
    expect([response.status, await response.text()]).toEqual([404, 'file /404']);
  });

  it('answers HEAD without a body', async () => {
    const response = await answer('/nothing', 'HEAD');
    expect([response.status, await response.text()]).toEqual([404, '']);
  });
});
