import type { MessageFilters } from '#web/features/messages/display.ts';

/** Defined here because search parsers load with every page and should import nothing else. */
const TYPES = ['claim', 'support'] as const;

/** The search parameters of the messages page. */
export interface MessagesSearch extends MessageFilters {
  /** The open thread. */
  thread?: number | undefined;
  /** Whether the compose form is open, ... */
  compose?: 1 | undefined;
  /** ... about this claim or policy, with this initial subject. */
  claim?: number | undefined;
  policy?: number | undefined;
  subject?: string | undefined;
}

const LONGEST_SUBJECT = 150;

const id = (value: unknown) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
/** The router parses digits in the URL as numbers. */
const text = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined;

/** Checked by hand instead of with zod, because search parsers load with every page. */
export function messagesSearch(raw: Record<string, unknown>): MessagesSearch {
  const compose = raw.compose === 1 || raw.compose === true ? 1 : undefined;
  return {
    search: text(raw.search),
    type: TYPES.find((type) => type === raw.type),
    thread: compose ? undefined : id(raw.thread),
    compose,
    claim: compose && id(raw.claim),
    policy: compose && id(raw.policy),
    subject: compose && text(raw.subject)?.slice(0, LONGEST_SUBJECT),
  };
}

/** Nothing open, with the filters kept. */
export function closed({ search, type }: MessagesSearch): MessagesSearch {
  return { search, type };
}
