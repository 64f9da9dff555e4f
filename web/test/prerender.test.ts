import { describe, expect, it } from 'vitest';
import { SITE_PATHS } from '#domain/analytics/visit.ts';
import { PAGES } from '#web/prerender.tsx';

/** What a wallet or a letter opens: nothing of it is the same for two people. */
const PERSONAL = [
  ...[
    '/confirm-email',
    '/confirmation',
    '/dashboard',
    '/find-payment',
    '/messages',
    '/my-claims',
    '/my-policies',
  ],
  ...['/payment', '/profile', '/submit-claim', '/support', '/unsubscribe'],
];

describe('prerendered pages', () => {
  it('every page is either prerendered or listed as personal', () => {
    const open = SITE_PATHS.filter((path) => path !== '/404' && !path.includes(':'));
    expect(open.filter((path) => !(path in PAGES)).sort()).toEqual(PERSONAL.toSorted());
  });

  it('every description fits into a search result', () => {
    for (const [path, text] of Object.entries(PAGES)) {
      expect([path, text.length >= 40 && text.length <= 160]).toEqual([path, true]);
    }
  });
});
