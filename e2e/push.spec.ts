// A push message as the browser’s service worker shows it.
import { expect } from '@playwright/test';
import { connectChain } from './fixtures/chain.ts';
import { CHROMIUM_ARGS } from './fixtures/chromium.ts';
import { insured, visit } from './fixtures/customer.ts';
import { test } from './fixtures/test.ts';

// The headless shell shows no notifications.
test.use({
  freshContext: true,
  serviceWorkers: 'allow',
  launchOptions: { executablePath: process.env.CHROME_PATH, args: CHROMIUM_ARGS },
});

const chain = connectChain();

test('a push notification is shown with its title and tag @webhooks-7', { tag: '@full' }, async ({
  page,
  context,
}) => {
  const { account } = await insured(chain);
  await context.grantPermissions(['notifications']);
  await visit(page, account, chain, '/dashboard');
  const devtools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js');
    await navigator.serviceWorker.ready;
  });
  const message = {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    data: JSON.stringify({
      title: 'Your claim is approved',
      body: 'CLM-001',
      path: '/messages',
      tag: 'ntf_1',
    }),
  };
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return (await registration.getNotifications()).map(({ title, tag }) => ({ title, tag }));
    });
  // A push service sends again what a starting worker missed; the tag makes it one notification.
  await expect(async () => {
    await devtools.send('ServiceWorker.deliverPushMessage', message);
    await expect.poll(shown, { timeout: 3000 }).toEqual([{ title: 'Your claim is approved', tag: 'ntf_1' }]);
  }).toPass({ timeout: 15_000 });
});
