import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, PenLine } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { ThreadAnswer } from '#domain/messages/schema.ts';
import { type MessageFilters, subtitle } from '#web/features/messages/display.ts';
import { threadsQuery } from '#web/features/messages/queries.ts';
import { ThreadView } from '#web/features/messages/thread/thread-view.tsx';
import { unreadKey, unreadQuery } from '#web/features/messages/unread-query.ts';
import { cn } from '#web/lib/cn.ts';
import { useSettled } from '#web/lib/use-now.ts';
import { walletSession } from '#web/state/wallet-session.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { RefreshButton } from '#web/ui/refresh-button.tsx';
import { toast } from '#web/ui/toast.ts';
import { BottlePicture } from './bottle-picture.tsx';
import { ComposeForm } from './compose-form.tsx';
import { closed, type MessagesSearch } from './search.ts';
import { ThreadList } from './thread-list.tsx';
import { usePaneFocus } from './use-pane-focus.ts';

/** Milliseconds after the last keystroke before a search is sent. */
const SEARCH_PAUSE_MS = 250;

export function MessagesHeading({ children }: { children?: ReactNode }) {
  return (
    <div>
      <h1 className="text-3xl">Messages</h1>
      {children && <p className="mt-2 text-muted">{children}</p>}
    </div>
  );
}

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

interface MessagesProps {
  /** The parameters in the URL. */
  view: MessagesSearch;
  /** Opens another view; `replace` adds no history entry. */
  onView: (view: MessagesSearch, how: 'push' | 'replace') => void;
}

/** Inbox and conversation side by side, or one at a time on a small screen. The URL holds what is open. */
export function Messages({ view, onView }: MessagesProps) {
  const { wallet } = useSnapshot(walletSession);
  const address = wallet?.address ?? '';
  const queryClient = useQueryClient();
  const settled = useSettled(view.search ?? '', SEARCH_PAUSE_MS);
  const query = useInfiniteQuery(threadsQuery(address, { search: settled, type: view.type ?? 'all' }));
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

  const filter = ({ search, type }: MessageFilters) =>
    onView({ ...view, search: search || undefined, type: type === 'all' ? undefined : type }, 'replace');
  const compose = () => onView({ ...closed(view), compose: 1 }, 'push');
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
          <Button onClick={compose}>
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
          <ThreadList query={query} threads={threads} view={view} onFilter={filter} onCompose={compose} />
        </section>
        <div ref={pane} className={cn('grid min-h-0 min-w-0', !reading && 'max-lg:hidden')}>
          <Card
            aria-label={view.compose ? 'New message' : 'Message'}
            className="flex min-h-0 min-w-0 flex-col overflow-hidden"
          >
            {view.compose && (
              <ComposeForm
                address={address}
                about={{ claim: view.claim ?? null, policy: view.policy ?? null }}
                subject={view.subject ?? ''}
                onDetach={(which) => onView({ ...view, [which]: undefined }, 'replace')}
                onClose={() => onView(closed(view), 'replace')}
              />
            )}
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
        </div>
      </div>
    </div>
  );
}
