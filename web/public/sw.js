// Shows push notifications and opens the page that one leads to, and says so when a page can't be fetched. It keeps nothing
// but that page.

/** The cache of the offline page. A build names it after the page's content. */
const CACHE = 'offline-development';
const KEPT = ['/offline', '/start.js'];

self.addEventListener('install', (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(KEPT)));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const former = (await caches.keys()).filter((name) => name !== CACHE);
      await Promise.all(former.map((name) => caches.delete(name)));
      // The browser fetches a page while this worker still starts.
      await self.registration.navigationPreload?.enable();
      await self.clients.claim();
    })(),
  );
});

self.addEventListener('fetch', (event) => {
  const { mode, url } = event.request;
  const path = mode === 'navigate' ? '/offline' : new URL(url).pathname;
  if (!KEPT.includes(path)) return;
  event.respondWith(
    (async () => {
      try {
        return (await event.preloadResponse) ?? (await fetch(event.request));
      } catch {
        return (await caches.match(path)) ?? Response.error();
      }
    })(),
  );
});

self.addEventListener('push', (event) => {
  let note = {};
  try {
    note = event.data?.json() ?? {};
  } catch {
    // A notification that cannot be read is still shown: browsers ask for that.
  }
  const { title = 'Mooring', body = 'There is something new.', path = '/messages', tag } = note;
  event.waitUntil(
    self.registration.showNotification(title, { body, tag, icon: '/favicon.svg', data: { path } }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const target = new URL(event.notification.data?.path ?? '/', self.location.origin);
  if (target.origin !== self.location.origin) return;
  event.waitUntil(
    (async () => {
      const windows = await self.clients.matchAll({ type: 'window' });
      const open = windows.find((each) => new URL(each.url).origin === target.origin);
      if (!open) return self.clients.openWindow(target.href);
      await open.navigate(target.href);
      return open.focus();
    })(),
  );
});
