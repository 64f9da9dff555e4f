import { claimNumber } from '#domain/claims/lifecycle.ts';
import { SUPPORT_NAME } from '#domain/messages/lifecycle.ts';
import type { ThreadAnswer, ThreadMessage } from '#domain/messages/schema.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import { longDate } from '#web/lib/format.ts';
import { THREAD_STATUSES } from '#web/ui/thread-looks.ts';

/** The list's type buttons. Other types have no button and appear under All. */
export const TYPE_FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'claim', label: 'Claims' },
  { value: 'support', label: 'Support' },
] as const;

export interface MessageFilters {
  search?: string | undefined;
  type?: Exclude<(typeof TYPE_FILTERS)[number]['value'], 'all'> | undefined;
}

export const isFiltering = ({ search = '', type }: MessageFilters): boolean =>
  search.trim() !== '' || type !== undefined;

export function senderOf(type: ThreadAnswer['sender_type']): string {
  return type === 'user' ? 'You' : SUPPORT_NAME;
}

/** How a thread that is over has ended; null for any other. */
export const endOf = ({ status }: Pick<ThreadAnswer, 'status'>): string | null =>
  status === 'resolved' || status === 'closed' ? THREAD_STATUSES[status].label : null;

type About = Pick<ThreadAnswer, 'subject' | 'claim_id' | 'policy_id'>;

/** The number of the thread's claim, or else of its policy; null without either. */
export function aboutOf({ claim_id: claim, policy_id: policy }: Omit<About, 'subject'>): string | null {
  if (claim !== null) return claimNumber(claim);
  return policy === null ? null : policyNumber(policy);
}

/**
 * What a thread is about, for the list: the subject without its number, and of a policy's thread what is insured
 * (`Home Insurance: 12 Quay Street`). The number stands below it.
 */
export function titleOf(thread: About, policyName: string | undefined): string {
  const { subject, claim_id: claim } = thread;
  const number = aboutOf(thread);
  if (number === null || !subject.endsWith(`, ${number}`)) return subject;
  const rest = subject.slice(0, -number.length - 2);
  return claim === null && policyName ? `${rest}: ${policyName}` : rest;
}

/** The line below the heading (customer.md §2) for a number of unread threads; undefined until that is known. */
export function subtitle(unread: number | undefined): string {
  if (unread === undefined) return 'Loading messages...';
  if (unread === 0) return 'All messages read';
  return `${unread} unread ${unread === 1 ? 'message' : 'messages'}`;
}

const dayOf = (iso: string) => iso.slice(0, 10);

/** `Today`, `Yesterday`, or the date of a UTC day; `now` in milliseconds. */
export function dayName(day: string, now: number): string {
  if (day === dayOf(new Date(now).toISOString())) return 'Today';
  if (day === dayOf(new Date(now - 86_400_000).toISOString())) return 'Yesterday';
  return longDate(day);
}

export interface MessageDay {
  /** UTC, `YYYY-MM-DD`. */
  day: string;
  messages: ThreadMessage[];
}

/** A conversation split at midnight UTC, oldest first. */
export function byDay(messages: readonly ThreadMessage[]): MessageDay[] {
  const days: MessageDay[] = [];
  for (const message of messages) {
    const day = dayOf(message.created_at);
    const last = days.at(-1);
    if (last?.day === day) last.messages.push(message);
    else days.push({ day, messages: [message] });
  }
  return days;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const relative = new Intl.RelativeTimeFormat('en-US', { style: 'narrow' });
const shortDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** How long ago: `just now`, `5m ago`, `3h ago`, then the date. A time ahead of this clock counts as now. */
export function timeAgo(iso: string, now: number): string {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return iso;
  const past = now - at;
  if (past < MINUTE) return 'just now';
  if (past < HOUR) return relative.format(-Math.floor(past / MINUTE), 'minute');
  if (past < 24 * HOUR) return relative.format(-Math.floor(past / HOUR), 'hour');
  if (past < 7 * 24 * HOUR) return relative.format(-Math.floor(past / (24 * HOUR)), 'day');
  return past < 300 * 24 * HOUR ? shortDay.format(at) : longDate(iso);
}

const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: 'UTC' });

/** `9:30 AM UTC`. */
export function timeOfDay(iso: string): string {
  return `${clock.format(Date.parse(iso))} UTC`;
}
