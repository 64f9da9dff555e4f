import { useListView } from '#web/features/admin/list/search.ts';
import { cn } from '#web/lib/cn.ts';
import { formatCount } from '#web/lib/format.ts';

const TABS = [
  { key: 'waiting', label: 'Waiting', filters: { queue: 'messages_unanswered' } },
  { key: 'mine', label: 'Mine', filters: { assigned: 'me' } },
  { key: 'complaints', label: 'Complaints', filters: { category: 'complaint' } },
  { key: 'all', label: 'All', filters: {} },
] as const;

/** The list's filters, which a tab replaces. */
const INBOX_FILTERS = ['queue', 'category', 'status', 'priority', 'assigned'] as const;

/** What waits for an answer, what is assigned to the reader, complaints, and everything. Each is a view of the list with its own address. */
export function InboxTabs({ waiting }: { waiting: number | undefined }) {
  const { view, show } = useListView('messages', INBOX_FILTERS);
  const isShown = (filters: Readonly<Record<string, string>>) =>
    Object.entries(filters).every(([key, value]) => view.filters[key] === value);
  const shownTab = TABS.find(({ filters }) => isShown(filters));
  return (
    <nav aria-label="Inbox" className="mt-2 flex gap-1 border-b border-line">
      {TABS.map(({ key, label, filters }) => {
        const shown = key === shownTab?.key;
        return (
          <button
            key={key}
            type="button"
            aria-current={shown ? 'true' : undefined}
            onClick={() =>
              show({ ...Object.fromEntries(INBOX_FILTERS.map((name) => [name, undefined])), ...filters })
            }
            className={cn(
              '-mb-px h-9 border-b-2 px-3 text-sm -outline-offset-2 pointer-coarse:h-11',
              shown ? 'border-teal font-medium text-ink' : 'border-transparent text-muted hover:text-ink',
            )}
          >
            {label}
            {key === 'waiting' && waiting !== undefined && (
              <span className="figures ml-1.5 text-muted">{formatCount(waiting)}</span>
            )}
          </button>
        );
      })}
    </nav>
  );
}
