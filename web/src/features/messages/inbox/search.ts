import type { MessageFilters } from '../display.ts';

/** Named here, because what checks an address is loaded with every page and should bring nothing along. */
const TYPES: readonly Exclude<MessageFilters['type'], 'all'>[] = ['claim', 'support'];

/** What the address of the messages page says. */
export interface MessagesSearch {
  search?: string | undefined;
  type?: Exclude<MessageFilters['type'], 'all'> | undefined;
  /** The thread that is open. */
  thread?: number | undefined;
  /** A new message is being written, ... */
  compose?: 1 | undefined;
  /** ... about this claim or policy, with this subject to begin with. */
  claim?: number | undefined;
  policy?: number | undefined;
  subject?: string | undefined;
}

const LONGEST_SUBJECT = 150;

const id = (value: unknown) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
/** The address bar's parser makes numbers of digits. */
const text = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined;

/** By hand, without zod and without the screen: what checks an address is loaded with every page. */
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

/** Without anything open; the filters stay. */
export function closed({ search, type }: MessagesSearch): MessagesSearch {
  return { search, type };
}
