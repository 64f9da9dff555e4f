import { expect, it } from 'vitest';

it('the tests that show dates really run in the zone that they are run for @quote-29', () => {
  const zone = process.env.TEST_ZONE ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
  const hour = new Date(Date.UTC(2026, 10, 21, 12)).getHours();
  if (zone === 'America/Los_Angeles') expect(hour).toBe(4);
  if (zone === 'Pacific/Auckland') expect(hour).toBe(1);
});
