import { defineConfig } from '@playwright/test';
import { ORIGIN } from './e2e/fixtures/stack.ts';

const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The last such switch counts: Playwright's own list, and the address bar's pages, which every window would load.
  `--disable-features=${[
    ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
    ...['HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter', 'PaintHolding'],
    ...['ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints'],
    ...['NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
    ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'],
  ].join(',')}`,
];

export default defineConfig({
  testDir: 'e2e',
  outputDir: '.local/test/e2e',
  globalSetup: './e2e/fixtures/stacks.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json']],
  use: {
    baseURL: ORIGIN,
    // A trace of every test would cost a third of the suite's time: `npx playwright test --trace on` makes one.
    screenshot: 'only-on-failure',
    locale: 'en-US',
    launchOptions: { executablePath: process.env.CHROME_PATH, args: CHROMIUM_ARGS },
  },
});
