// Shows push notifications and opens the page that one leads to. It keeps nothing and intercepts no request.
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

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
