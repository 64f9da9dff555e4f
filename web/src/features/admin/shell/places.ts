/** What the command palette leads to inside a screen. */
import { linkOptions, type NavigateOptions } from '@tanstack/react-router';
import { DESK_RECORDS } from '#domain/admin/records-schema.ts';
import { BOOK_VIEWS } from '#web/features/admin/books/views.ts';
import { ACTION_GROUPS, labelOf } from '#web/features/admin/contract/actions.ts';
import type { DeskListKey, ListPath } from '#web/features/admin/paths.ts';
import { DESK_LINKS } from './rail.tsx';

const book = (view: string) => linkOptions({ to: '/admin/books', search: { view } });

interface Place {
  label: string;
  /** What it is called elsewhere, which finds it too. */
  also?: string;
  link: NavigateOptions;
}

/** Views of the books, of reports and messages, and the contract's actions, whose form opens. */
export const PLACES: readonly Place[] = [
  ...Object.entries(BOOK_VIEWS).map(([view, label]) => ({ label: `Books: ${label}`, link: book(view) })),
  { label: 'Reports: Outcomes', link: linkOptions({ to: '/admin/reports', search: { view: 'outcomes' } }) },
  {
    label: 'Messages: Complaints',
    link: linkOptions({ to: '/admin/messages', search: { category: 'complaint' } }),
  },
  ...Object.values(ACTION_GROUPS)
    .flat()
    .map((action) => ({
      label: `Contract: ${labelOf(action)}`,
      also: action.call,
      link: linkOptions({ to: '/admin/contract', state: { action: labelOf(action) } }),
    })),
];

/** Where each kind of record is that is found. */
export const SCREENS = {
  ...(Object.fromEntries(
    Object.entries(DESK_RECORDS).map(([list, kind]) => [kind, `/admin/${list}`]),
  ) as Record<(typeof DESK_RECORDS)[keyof typeof DESK_RECORDS], ListPath>),
  complaint: '/admin/messages',
  document: '/admin/claims',
} as const;

/** `Claims: Overdue` */
export const viewName = (list: DeskListKey, name: string) =>
  `${DESK_LINKS.find(({ to }) => to === `/admin/${list}`)?.label}: ${name}`;
