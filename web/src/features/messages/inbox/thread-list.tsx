import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MessagesSquare } from 'lucide-react';
import type { ThreadAnswer } from '#domain/messages/schema.ts';
import { PROMISES } from '#domain/promises.ts';
import {
  aboutOf,
  endOf,
  isFiltering,
  type MessageFilters,
  senderOf,
  TYPE_FILTERS,
  timeAgo,
  titleOf,
} from '#web/features/messages/display.ts';
import { usePolicyName } from '#web/lib/api/policies-query.ts';
import { cn } from '#web/lib/cn.ts';
import { longMoment } from '#web/lib/format.ts';
import { useNow } from '#web/lib/hooks.ts';
import { useAddress } from '#web/state/wallet-session.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { FilterButtons, ResultCount, SearchInput } from '#web/ui/list-tools.tsx';

import { EmptyState, LoadError, Skeleton } from '#web/ui/states.tsx';

import { closed, type MessagesSearch } from './search.ts';

/** One thread of the list, as a link so that it can be opened in a new tab. */
function ThreadItem({ thread, now, view }: { thread: ThreadAnswer; now: number; view: MessagesSearch }) {
  const unread = !thread.is_read;
  const open = view.thread === thread.id;
  const about = aboutOf(thread);
  const policyName = usePolicyName(useAddress(), thread.policy_id);
  const title = titleOf(thread, policyName);
  const end = endOf(thread);
  return (
    <Link
      id={`thread-${thread.id}`}
      to="/messages"
      search={{ ...closed(view), thread: thread.id }}
      resetScroll={false}
      activeOptions={{ includeSearch: true }}
      className={cn(
        'relative block py-3.5 pr-4 pl-7 -outline-offset-2 hover:bg-sunken/70',
        open && 'bg-sunken',
      )}
    >
      {unread && (
        <span className="absolute top-5.5 left-3 size-2 rounded-full bg-teal">
          <span className="sr-only">Unread. </span>
        </span>
      )}
      <span className="flex items-baseline justify-between gap-3 text-sm">
        <span className={cn('truncate', unread ? 'font-semibold' : 'text-muted')}>
          {senderOf(thread.sender_type)}
        </span>
        <time
          dateTime={thread.last_message_at}
          title={longMoment(thread.last_message_at)}
          className="figures shrink-0 text-[0.8125rem] text-muted"
        >
          {timeAgo(thread.last_message_at, now)}
        </time>
      </span>
      <span
        dir="auto"
        className={cn('mt-0.5 line-clamp-2 text-left wrap-anywhere', unread && 'font-semibold')}
      >
        {title}
      </span>
      <span
        dir="auto"
        className={cn(
          'mt-0.5 line-clamp-2 text-left text-sm wrap-anywhere',
          unread ? 'text-ink' : 'text-muted',
        )}
      >
        {thread.preview}
      </span>
      <span className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-[0.8125rem] text-muted empty:hidden">
        {about && <span className="figures whitespace-nowrap">{about}</span>}
        {policyName && !title.includes(policyName) && (
          <span dir="auto" className="max-w-full truncate">
            {policyName}
          </span>
        )}
        {thread.reply_count > 0 && (
          <span className="figures inline-flex items-center gap-1.5">
            <MessagesSquare aria-hidden className="size-3.5" />
            {thread.reply_count} {thread.reply_count === 1 ? 'reply' : 'replies'}
          </span>
        )}
        {end && <span>{end}</span>}
      </span>
    </Link>
  );
}

const SKELETONS = ['first', 'second', 'third'];

interface ThreadListProps {
  query: UseInfiniteQueryResult;
  /** The pages loaded so far. */
  threads: readonly ThreadAnswer[] | undefined;
  view: MessagesSearch;
  onFilter: (filters: MessageFilters) => void;
  onCompose: () => void;
}

function Filters({ view, onFilter }: Pick<ThreadListProps, 'view' | 'onFilter'>) {
  return (
    <>
      <SearchInput
        aria-label="Search messages"
        placeholder="Search messages..."
        value={view.search ?? ''}
        onChange={({ target }) => onFilter({ search: target.value || undefined })}
      />
      <FilterButtons
        legend="Type"
        options={TYPE_FILTERS}
        value={view.type ?? 'all'}
        onChange={(type) => onFilter({ type: type === 'all' ? undefined : type })}
      />
    </>
  );
}

/** The inbox: search, type filter and the matching threads. */
export function ThreadList({ query, threads, view, onFilter, onCompose }: ThreadListProps) {
  const now = useNow(30_000);
  return (
    <>
      <Filters view={view} onFilter={onFilter} />
      <ResultCount
        count={threads && isFiltering(view) ? threads.length : null}
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
            isFiltering(view) ? (
              <Button variant="secondary" onClick={() => onFilter({ search: undefined, type: undefined })}>
                Clear filters
              </Button>
            ) : (
              <Button variant="secondary" onClick={onCompose}>
                Write to support
              </Button>
            )
          }
        >
          {isFiltering(view)
            ? 'Try another word, or look under All.'
            : `Write to us whenever something is unclear. A person answers within ${PROMISES.replyHours} hours.`}
        </EmptyState>
      )}
    </>
  );
}
