import { defineConfig } from 'vitest/config';

/**
 * Tests of days, periods and figures also run in time zones behind and ahead of UTC. The worker's own tests can't: its
 * runtime is always in UTC, as in production.
 */
const DATED = ['days.test.ts', 'admin/*.test.ts', 'support/hours.test.ts', 'time-zone.test.ts'];
const ZONES = ['America/Los_Angeles', 'Pacific/Auckland'];

export default defineConfig({
  test: {
    root: import.meta.dirname,
    environment: 'node',
    isolate: false,
    testTimeout: 30_000,
    projects: [
      { extends: true, test: { name: 'domain', include: ['**/*.test.ts'] } },
      ...ZONES.map((zone) => ({
        extends: true as const,
        test: { name: `domain in ${zone}`, include: DATED, env: { TZ: zone, TEST_ZONE: zone } },
      })),
    ],
  },
});
