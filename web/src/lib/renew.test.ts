// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { network } from '#web/test/network.ts';
import { whyUnreachable } from './renew.ts';

it('names ad blockers and firewalls only when the site itself still answers', async () => {
  vi.stubGlobal('fetch', async () => new Response('<html></html>'));
  expect(await whyUnreachable()).toMatch(/^Something blocks our server, perhaps an ad blocker or a firewall/);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await whyUnreachable()).toBeNull();
  network('offline');
  expect(await whyUnreachable()).toBeNull();
  network('online');
});
