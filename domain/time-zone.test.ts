import { expect, it } from 'vitest';

it('the tests of dates run in the time zone they name', () => {
  const zone = process.env.TEST_ZONE ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
  const hour = new Date(Date.UTC(2026, 10, 21, 12)).getHours();
  if (zone === 'America/Los_Angeles') expect(hour).toBe(4);
  if (zone === 'Pacific/Auckland') expect(hour).toBe(1);
});
