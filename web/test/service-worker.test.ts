// The service worker's handlers with the browser's side faked. e2e/push.spec.ts shows a real notification.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';

const CODE = readFileSync(join(import.meta.dirname, '../public/sw.js'), 'utf8');
const ORIGIN = 'https://mooring.example';

interface Shown {
  title: string;
  options: { body: string; tag?: string; data: { path: string } };
}
type Handler = (event: { waitUntil: (work: Promise<unknown>) => void } & Record<string, unknown>) => void;

let handlers: Record<string, Handler> = {};
let shown: Shown[] = [];
let windows: { url: string; navigate: (url: string) => void; focus: () => void }[] = [];
let went: string[] = [];

beforeEach(() => {
  handlers = {};
  shown = [];
  windows = [];
  went = [];
  const self = {
    addEventListener: (name: string, handler: Handler) => {
      handlers[name] = handler;
    },
    location: { origin: ORIGIN },
    registration: {
      showNotification: async (title: string, options: Shown['options']) => {
        shown.push({ title, options });
      },
    },
    clients: {
      matchAll: async () => windows,
      openWindow: async (url: string) => went.push(`new ${url}`),
    },
  };
  new Function('self', CODE)(self);
});

async function happens(name: string, event: Record<string, unknown>): Promise<void> {
  const work: Promise<unknown>[] = [];
  handlers[name]?.({ ...event, waitUntil: (promise) => work.push(promise) });
  await Promise.all(work);
}

const clicked = (path?: string) =>
  happens('notificationclick', { notification: { close: () => went.push('closed'), data: { path } } });

describe('the service worker', () => {
  it('a push message is shown with its title, text and tag @webhooks-7', async () => {
    const note = { title: 'Your claim is approved', body: 'CLM-001', path: '/messages', tag: 'ntf_1' };
    await happens('push', { data: { json: () => note } });
    expect(shown).toEqual([
      {
        title: 'Your claim is approved',
        options: { body: 'CLM-001', tag: 'ntf_1', icon: '/favicon.svg', data: { path: '/messages' } },
      },
    ]);
  });

  it('a push message that cannot be read is shown all the same, because browsers demand it', async () => {
    await happens('push', { data: { json: () => JSON.parse('{') } });
    await happens('push', { data: null });
    expect(shown.map(({ title }) => title)).toEqual(['Mooring', 'Mooring']);
  });

  it('a click on a notification opens its page in a new window, or in a window that already shows the site', async () => {
    await clicked('/claim/1');
    expect(went).toEqual(['closed', `new ${ORIGIN}/claim/1`]);
    went = [];
    windows = [
      {
        url: 'https://elsewhere.example/',
        navigate: (url) => went.push(`elsewhere ${url}`),
        focus: () => {},
      },
      {
        url: `${ORIGIN}/about`,
        navigate: (url) => went.push(`open ${url}`),
        focus: () => went.push('focused'),
      },
    ];
    await clicked('/claim/1');
    expect(went).toEqual(['closed', `open ${ORIGIN}/claim/1`, 'focused']);
  });

  it('a notification that names a page of another site opens nothing', async () => {
    await clicked('https://evil.example/');
    await clicked('//evil.example/');
    expect(went).toEqual(['closed', 'closed']);
  });
});
