import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, PenLine } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ThreadAnswer } from '#domain/messages/schema.ts';
import { type MessageFilters, subtitle } from '#web/features/messages/display.ts';
import { threadsQuery } from '#web/features/messages/queries.ts';
import { ThreadView } from '#web/features/messages/thread/thread-view.tsx';
import { unreadKey, unreadQuery } from '#web/features/messages/unread-query.ts';
import { cn } from '#web/lib/cn.ts';
import { useSettled } from '#web/lib/hooks.ts';
import { useAddress } from '#web/state/wallet-session.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { picture } from '#web/ui/illustrations.tsx';
import { RefreshButton } from '#web/ui/list-tools.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { toast } from '#web/ui/toast.ts';
import bottle from './bottle.svg?picture';
import { closed, type MessagesSearch } from './search.ts';
import { ThreadList } from './thread-list.tsx';

/** Moves the focus to the heading of an opened thread, and back to its line in the list. */
function usePaneFocus({ thread, compose }: MessagesSearch) {
  const pane = useRef<HTMLDivElement>(null);
  const before = useRef({ thread, compose });
  useEffect(() => {
    const last = before.current;
    if (last.thread === thread && last.compose === compose) return;
    before.current = { thread, compose };
    if (thread !== undefined || compose !== undefined) {
      pane.current?.querySelector<HTMLElement>('[data-pane-heading]')?.focus();
    } else if (last.thread !== undefined) {
      document.getElementById(`thread-${last.thread}`)?.focus();
    }
  }, [thread, compose]);
  return pane;
}

/** A message in a bottle. */
const BottlePicture = picture(bottle, 'h-32');

/** Milliseconds after the last keystroke before a search is sent. */
const SEARCH_PAUSE_MS = 250;

export const MessagesHeading = ({ children }: { children?: ReactNode }) => (
  <PageHead title="Messages">{children}</PageHead>
);

/** The right side while nothing is open. A small screen shows the list instead. */
function Prompt() {
  return (
    <div className="grid grow place-items-center p-8 text-center">
      <div>
        <BottlePicture className="mx-auto h-32 text-ink" />
        <p className="mt-5 text-muted">Select a message to view its content</p>
      </div>
    </div>
  );
}

/** What a new message needs of the inbox. */
interface Composing {
  address: string;
  about: { claim: number | null; policy: number | null };
  /** Subject given by the link. */
  subject: string;
  /** Removes the attached claim or policy. */
  onDetach: (which: 'claim' | 'policy') => void;
  onClose: () => void;
}

interface MessagesProps {
  /** The parameters in the URL. */
  view: MessagesSearch;
  /** Opens another view; `replace` adds no history entry. */
  onView: (view: MessagesSearch, how: 'push' | 'replace') => void;
  compose: (composing: Composing) => ReactNode;
}

/** Inbox and conversation side by side, or one at a time on a small screen. The URL holds what is open. */
export function Messages({ view, onView, compose }: MessagesProps) {
  const address = useAddress();
  const queryClient = useQueryClient();
  const settled = useSettled(view.search ?? '', SEARCH_PAUSE_MS);
  const query = useInfiniteQuery(threadsQuery(address, { search: settled, type: view.type }));
  const unread = useQuery(unreadQuery(address));
  const [refreshing, setRefreshing] = useState(false);
  const pane = usePaneFocus(view);
  const threads: ThreadAnswer[] | undefined = query.data?.pages.flatMap(({ entries }) => entries);
  const reading = view.thread !== undefined || view.compose === 1;

  async function refresh(): Promise<void> {
    setRefreshing(true);
    const [{ isError }] = await Promise.all([
      query.refetch(),
      queryClient.refetchQueries({ queryKey: unreadKey(address) }),
    ]);
    setRefreshing(false);
    if (isError) toast.error('Failed to fetch messages');
  }

  const filter = (filters: MessageFilters) => onView({ ...view, ...filters }, 'replace');
  const write = () => onView({ ...closed(view), compose: 1 }, 'push');
  const back = (
    <Link
      to="/messages"
      search={closed(view)}
      resetScroll={false}
      className={buttonClass({ variant: 'secondary', size: 'small' })}
    >
      <ArrowLeft aria-hidden />
      Back to messages
    </Link>
  );
  return (
    <div className="page flex flex-col gap-6 py-8">
      <div className={cn('flex flex-wrap items-start justify-between gap-4', reading && 'max-lg:gap-0')}>
        <div className={cn(reading && 'max-lg:sr-only')}>
          <MessagesHeading>
            {query.isError && !threads ? null : subtitle(threads && unread.data)}
          </MessagesHeading>
        </div>
        <div className={cn('flex gap-2', reading && 'max-lg:hidden')}>
          <RefreshButton compact busy={refreshing} onRefresh={refresh} />
          <Button onClick={write}>
            <PenLine aria-hidden />
            New Message
          </Button>
        </div>
        {reading && <div className="lg:hidden">{back}</div>}
      </div>
      <div className="grid gap-5 lg:h-[max(38rem,calc(100dvh-13rem))] lg:grid-cols-[22.5rem_minmax(0,1fr)]">
        <section
          aria-label="Inbox"
          className={cn('flex min-h-0 min-w-0 flex-col gap-3', reading && 'max-lg:hidden')}
        >
          <ThreadList query={query} threads={threads} view={view} onFilter={filter} onCompose={write} />
        </section>
        <div ref={pane} className={cn('grid min-h-0 min-w-0', !reading && 'max-lg:hidden')}>
          {view.compose ? (
            <div className="min-h-0 overflow-y-auto">
              {compose({
                address,
                about: { claim: view.claim ?? null, policy: view.policy ?? null },
                subject: view.subject ?? '',
                onDetach: (which) => onView({ ...view, [which]: undefined }, 'replace'),
                onClose: () => onView(closed(view), 'replace'),
              })}
            </div>
          ) : (
            <Card aria-label="Message" className="flex min-h-0 min-w-0 flex-col overflow-hidden">
              {view.thread !== undefined && (
                <ThreadView
                  key={view.thread}
                  address={address}
                  id={view.thread}
                  item={threads?.find(({ id }) => id === view.thread)}
                  back={back}
                />
              )}
              {!reading && <Prompt />}
            </Card>
          )}
        </div>
      </div>
    </div>
  );
}
