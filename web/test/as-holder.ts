import { cleanup } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { setDisconnected, setSignedIn } from '#web/state/wallet-session.ts';
import { takeDelivery } from '#web/ui/toast.ts';
import { connectExtension } from './connect.ts';
import { ADA, FakeExtension } from './fake-extension.ts';

/**
 * Before each test of the file it is `now`, and Ada's extension is connected and signed in.
 * @param prepare serves the site, and says what the extension answers
 */
export function asHolder(now: string, prepare: () => FakeExtension['answers']) {
  const extension = new FakeExtension();
  const toasts: string[] = [];
  beforeAll(() => extension.install());
  beforeEach(async () => {
    const at = Date.parse(now);
    vi.useFakeTimers({ now: at, toFake: ['Date'] });
    localStorage.clear();
    sessionStorage.clear();
    toasts.length = 0;
    takeDelivery(({ message, description }) => toasts.push(`${message} ${description ?? ''}`.trim()));
    Object.assign(extension, { accounts: [ADA], chainId: 1337, answers: prepare() });
    await connectExtension();
    extension.asked.length = 0;
    setSignedIn({ token: 't', address: ADA, expiresAt: new Date(at + 86_400_000).toISOString() });
  });
  afterEach(() => {
    cleanup();
    setDisconnected('user');
    vi.useRealTimers();
  });
  afterAll(() => extension.uninstall());
  /** How often the wallet was asked for a signature. */
  const signatures = () => extension.asked.filter((method) => method === 'eth_signTypedData_v4').length;
  return { extension, toasts, signatures };
}
