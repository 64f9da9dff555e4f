/** What the command palette leads to inside a screen. */
import { linkOptions, type NavigateOptions } from '@tanstack/react-router';
import { BOOK_VIEWS } from '#web/features/admin/books/views.ts';
import { ACTION_GROUPS, labelOf } from '#web/features/admin/contract/actions.ts';

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
