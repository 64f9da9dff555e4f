// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  currentSubscription,
  pushProblem,
  subscribeToPush,
} from '#web/features/account/notifications-card.tsx';

/** A browser's own interfaces, which no test environment has: what it was asked, and what it answers. */
function browser({ permission = 'default', answer = 'granted', reachable = true } = {}) {
  const asked: PushSubscriptionOptionsInit[] = [];
  const subscription = { endpoint: 'https://push.example/1' };
  const pushManager = {
    subscribe: async (options: PushSubscriptionOptionsInit) => {
      asked.push(options);
      if (!reachable) throw new DOMException('Registration failed', 'AbortError');
      return subscription;
    },
    getSubscription: async () => (asked.length > 0 ? subscription : null),
  };
  const registered: string[] = [];
  const serviceWorker = {
    register: async (path: string) => {
      registered.push(path);
      return { pushManager };
    },
    ready: Promise.resolve(),
    getRegistration: async () => (registered.length > 0 ? { pushManager } : undefined),
  };
  vi.stubGlobal('navigator', { serviceWorker });
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', { permission, requestPermission: async () => answer });
  return { asked, registered };
}

afterEach(() => vi.unstubAllGlobals());

describe('push notifications', () => {
  it('a browser without push support is not offered notifications', () => {
    expect(pushProblem()).toBe('This browser cannot show notifications from websites.');
  });

  it('the customer is asked first, then the browser gets our key as bytes @webhooks-7', async () => {
    const { asked, registered } = browser();
    expect(pushProblem()).toBeNull();
    expect(await currentSubscription()).toBeNull();
    expect((await subscribeToPush('AP-_')).endpoint).toBe('https://push.example/1');
    expect(registered).toEqual(['/sw.js']);
    expect(asked).toEqual([{ userVisibleOnly: true, applicationServerKey: new Uint8Array([0, 255, 191]) }]);
    expect(await currentSubscription()).not.toBeNull();
  });

  it('blocked or declined notifications register nothing and say so', async () => {
    const blocked = browser({ permission: 'denied' });
    await expect(subscribeToPush('AA')).rejects.toThrow(/blocked in your browser’s settings/);
    expect(blocked.registered).toEqual([]);
    const refused = browser({ answer: 'denied' });
    await expect(subscribeToPush('AA')).rejects.toThrow(/Nothing has changed/);
    expect(refused.registered).toEqual([]);
  });

  it('an unreachable push service is reported', async () => {
    browser({ reachable: false });
    await expect(subscribeToPush('AA')).rejects.toThrow(/push service could not be reached/);
  });
});
