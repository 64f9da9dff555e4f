import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { deskCache } from '#web/features/admin/queries.ts';
import { endAdminSession } from '#web/state/admin-session.ts';
import { setDisconnected } from '#web/state/wallet-session.ts';
import { FakeExtension } from './fake-extension.ts';

/** The desk on November 21, 2026, with nobody connected or signed in. */
export function freshDesk(): void {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00Z'), toFake: ['Date'] });
  localStorage.clear();
  endAdminSession('user');
  deskCache.clear();
  setDisconnected('user');
}

/** A wallet's extension at a desk that is fresh before each test. */
export function extensionAtDesk(): FakeExtension {
  const extension = new FakeExtension();
  beforeAll(() => extension.install());
  afterAll(() => extension.uninstall());
  beforeEach(freshDesk);
  afterEach(() => {
    setDisconnected('user');
    vi.useRealTimers();
  });
  return extension;
}
