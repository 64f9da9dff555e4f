import type { UseInfiniteQueryResult } from '@tanstack/react-query';

import type { ThreadAnswer } from '#domain/messages/schema.ts';
import { PROMISES } from '#domain/promises.ts';
import {
  isFiltering,
  type MessageFilters,
  NO_FILTERS,
  TYPE_FILTERS,
} from '#web/features/messages/display.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { FilterButtons } from '#web/ui/filter-buttons.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { ResultCount } from '#web/ui/result-count.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { EmptyState, Skeleton } from '#web/ui/states.tsx';
import type { MessagesSearch } from './search.ts';
import { ThreadItem } from './thread-item.tsx';

const SKELETONS = ['first', 'second', 'third'];

interface ThreadListProps {
  query: UseInfiniteQueryResult;
  /** The pages loaded so far. */
  threads: readonly ThreadAnswer[] | undefined;
  view: MessagesSearch;
  onFilter: (filters: MessageFilters) => void;
  onCompose: () => void;
}

function Filters({ filters, onFilter }: { filters: MessageFilters; onFilter: ThreadListProps['onFilter'] }) {
  return (
    <>
      <SearchInput
        aria-label="Search messages"
        placeholder="Search messages..."
        value={filters.search}
        onChange={(event) => onFilter({ ...filters, search: event.target.value })}
      />
      <FilterButtons
        legend="Type"
        options={TYPE_FILTERS}
        value={filters.type}
        onChange={(type) => onFilter({ ...filters, type })}
      />
    </>
  );
}

/** The inbox: search, type filter and the matching threads. */
export function ThreadList({ query, threads, view, onFilter, onCompose }: ThreadListProps) {
  const now = useNow(30_000);
  const filters: MessageFilters = { search: view.search ?? '', type: view.type ?? 'all' };
  return (
    <>
      <Filters filters={filters} onFilter={onFilter} />
      <ResultCount
        count={threads && isFiltering(filters) ? threads.length : null}
        one="message"
        many="messages"
      />
      {query.isPending && (
        <div role="status" aria-label="Loading messages" className="flex flex-col gap-3">
          {SKELETONS.map((key) => (
            <Skeleton key={key} className="h-26" />
          ))}
        </div>
      )}
      {query.isError && !threads && <LoadError title="Failed to fetch messages" query={query} />}
      {threads && threads.length > 0 && (
        <Card className="min-h-0 overflow-y-auto">
          <ul aria-label="Messages" className="divide-y divide-line">
            {threads.map((thread) => (
              <li key={thread.id}>
                <ThreadItem thread={thread} now={now} view={view} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      {query.hasNextPage && (
        <Button
          variant="secondary"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show older messages
        </Button>
      )}
      {threads?.length === 0 && (
        <EmptyState
          title="No messages found"
          actions={
            isFiltering(filters) ? (
              <Button variant="secondary" onClick={() => onFilter(NO_FILTERS)}>
                Clear filters
              </Button>
            ) : (
              <Button variant="secondary" onClick={onCompose}>
                Write to support
              </Button>
            )
          }
        >
          {isFiltering(filters)
            ? 'Try another word, or look under All.'
            : `Write to us whenever something is unclear. A person answers within ${PROMISES.replyHours} hours.`}
        </EmptyState>
      )}
    </>
  );
}
