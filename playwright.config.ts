import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS } from './e2e/fixtures/chromium.ts';
import { ORIGIN } from './e2e/fixtures/stack.ts';

const full = process.env.TEST_FULL === 'true';

export default defineConfig({
  testDir: 'e2e',
  // `npm run test:full` also runs what takes too long for every change.
  ...(full ? {} : { grepInvert: /@full/ }),
  outputDir: '.local/test/e2e',
  globalSetup: './e2e/fixtures/stacks.ts',
  fullyParallel: true,
  // Each has a stack of its own. The gate's other steps keep the second core busy.
  workers: full ? 2 : 1,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json']],
  use: {
    baseURL: ORIGIN,
    // Tracing every test would cost a third of the suite's time. `npx playwright test --trace on` records a trace.
    screenshot: 'only-on-failure',
    locale: 'en-US',
    // A fresh context may allow them.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: process.env.HEADLESS_SHELL_PATH ?? process.env.CHROME_PATH,
      args: CHROMIUM_ARGS,
    },
  },
});
