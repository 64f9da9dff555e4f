import type { ReactNode } from 'react';
import { longMoment } from '#web/lib/format.ts';

/** Sends the form, as it is written on this machine’s keyboard. */
export const SEND_KEY = /Mac|iP/.test(navigator.platform) ? '⌘ ↵' : 'Ctrl ↵';

/** The key that does the same as the button it is on. */
export const KeyMark = ({ children }: { children: string }) => (
  <kbd
    aria-hidden
    className="rounded-[4px] border border-current/35 px-1 font-sans text-xs pointer-coarse:hidden"
  >
    {children}
  </kbd>
);

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const minute = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** `Nov 21, 2026` from an ISO time, with the exact time on hover. */
export function ShortDate({ at }: { at: string | null }) {
  if (at === null) return <span className="text-muted">—</span>;
  return (
    <time dateTime={at} title={longMoment(at)} className="figures whitespace-nowrap">
      {day.format(new Date(at))}
    </time>
  );
}

/** `Nov 21, 2026, 9:30 AM`, with the time zone on hover. */
export function ShortMoment({ at }: { at: string }) {
  return (
    <time dateTime={at} title={longMoment(at)} className="figures">
      {minute.format(new Date(at))}
    </time>
  );
}

/** A text in a list over what explains it, which a row of two lines has no room for. */
export function TwoLines({ text, under }: { text: string; under: ReactNode }) {
  return (
    <span className="flex min-w-0 flex-col leading-tight">
      <span dir="auto" className="truncate text-left" title={text}>
        {text}
      </span>
      {under && <span className="truncate text-xs font-normal text-muted @max-4xl:hidden">{under}</span>}
    </span>
  );
}

/** `in_progress` as `In progress`, and `user.deactivated` as `User deactivated`. */
export const words = (key: string) => {
  const text = key.replaceAll(/[._]/g, ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};
