import { CalendarPlus } from 'lucide-react';
import { formatDay, parseDay } from '#domain/days.ts';
import { isRenewed } from '#domain/policy/lifecycle.ts';
import type { PolicyAnswer } from '#domain/policy/schema.ts';
import { RENEWAL_DAYS } from '#domain/policy/service-schema.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import { saveText } from '#web/lib/save-file.ts';
import { Button } from './button.tsx';

type Ending = Pick<PolicyAnswer, 'id' | 'policy_type' | 'policy_number' | 'policy_end_date' | 'name'>;

/** Saves the end of cover as an event for the holder's own calendar. */
export function CalendarButton({ policy }: { policy: Ending }) {
  const { id, policy_type: type, policy_number: number, policy_end_date: day, name } = policy;
  const renewed = isRenewed(type);
  const save = () => {
    const cover = `${PRODUCTS[type].label} ${number} covers until 24:00 UTC on this day.`;
    const event = {
      uid: `${number}-end-of-cover@${window.location.host}`,
      day,
      title: `Cover ends: ${name}`,
      text: renewed ? `${cover} It can be renewed from ${RENEWAL_DAYS} days before.` : cover,
      url: `${window.location.origin}/policy/${id}?type=${type}`,
      remindDays: renewed ? RENEWAL_DAYS : null,
    };
    saveText(`mooring-${number}.ics`, 'text/calendar', calendarFile(event, Date.now()));
  };
  return (
    <Button variant="secondary" icon={CalendarPlus} onClick={save}>
      Add to calendar
    </Button>
  );
}

/** An all-day event. `uid` stays the same for one event, so that importing it again doesn't double it. */
interface CalendarEvent {
  uid: string;
  /** `YYYY-MM-DD` */
  day: string;
  title: string;
  text: string;
  url: string;
  /** A reminder this many days before; null for none. */
  remindDays: number | null;
}

const LINE_OCTETS = 75;

const escaped = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n');

/** RFC 5545, 3.1: no line has more than 75 octets, a continuation begins with a space, and no letter is split. */
function folded(line: string): string {
  const encoder = new TextEncoder();
  const lines: string[] = [];
  let current = '';
  let octets = 0;
  for (const letter of line) {
    const size = encoder.encode(letter).length;
    if (octets + size > LINE_OCTETS) {
      lines.push(current);
      current = ' ';
      octets = 1;
    }
    current += letter;
    octets += size;
  }
  return [...lines, current].join('\r\n');
}

const compact = (day: string): string => day.replaceAll('-', '');

/** A calendar file (RFC 5545) with one event, made at `now` (milliseconds). */
export function calendarFile(event: CalendarEvent, now: number): string {
  const { uid, day, title, text, url, remindDays } = event;
  const next = formatDay((parseDay(day) ?? 0) + 1);
  const stamp = new Date(now).toISOString().replace(/[-:]|\.\d+/g, '');
  const alarm = [
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(title)}`,
    `TRIGGER:-P${remindDays}D`,
    'END:VALARM',
  ];
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Mooring//Cover//EN',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${compact(day)}`,
    `DTEND;VALUE=DATE:${compact(next)}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(text)}`,
    `URL:${url}`,
    'TRANSP:TRANSPARENT',
    ...(remindDays === null ? [] : alarm),
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n');
}
