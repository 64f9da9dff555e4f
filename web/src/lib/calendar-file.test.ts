import { describe, expect, it } from 'vitest';
import { calendarFile } from '#web/ui/calendar-button.tsx';

const event = {
  uid: 'POL-004-end@mooring',
  day: '2027-11-23',
  title: 'Cover ends: 12 Quay Street, Bristol',
  text: 'POL-004; Home Insurance.\nRenew it \\ let it end.',
  url: 'https://mooring.example/policy/4?type=home',
  remindDays: 30,
};
const NOW = Date.parse('2026-11-23T09:05:07.123Z');

describe('the calendar file', () => {
  it('the end of cover is an all-day event on its day, with a reminder a month before', () => {
    expect(calendarFile(event, NOW)).toBe(
      [
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'PRODID:-//Mooring//Cover//EN',
        'BEGIN:VEVENT',
        'UID:POL-004-end@mooring',
        'DTSTAMP:20261123T090507Z',
        'DTSTART;VALUE=DATE:20271123',
        'DTEND;VALUE=DATE:20271124',
        'SUMMARY:Cover ends: 12 Quay Street\\, Bristol',
        'DESCRIPTION:POL-004\\; Home Insurance.\\nRenew it \\\\ let it end.',
        'URL:https://mooring.example/policy/4?type=home',
        'TRANSP:TRANSPARENT',
        'BEGIN:VALARM',
        'ACTION:DISPLAY',
        'DESCRIPTION:Cover ends: 12 Quay Street\\, Bristol',
        'TRIGGER:-P30D',
        'END:VALARM',
        'END:VEVENT',
        'END:VCALENDAR',
        '',
      ].join('\r\n'),
    );
  });

  it('an event without a reminder has no alarm, and the last day of a year ends on January 1', () => {
    const file = calendarFile({ ...event, day: '2027-12-31', remindDays: null }, NOW);
    expect(file).toContain('DTEND;VALUE=DATE:20280101\r\n');
    expect(file).not.toContain('VALARM');
  });

  it('no line has more than 75 octets, and unfolding gives every letter back', () => {
    const title = `Cover ends: ${'日本橋ストリート🏠'.repeat(12)}`;
    const file = calendarFile({ ...event, title }, NOW);
    for (const line of file.split('\r\n'))
      expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
    expect(file.replaceAll('\r\n ', '')).toContain(`\r\nSUMMARY:${title}\r\n`);
    expect(file).not.toContain('\uFFFD');
  });
});
