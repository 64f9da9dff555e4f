import { Link } from '@tanstack/react-router';
import { MessagesSquare } from 'lucide-react';
import type { ThreadAnswer } from '#domain/messages/schema.ts';
import { aboutOf, senderOf, THREAD_STATUS_LABELS, timeAgo, titleOf } from '#web/features/messages/display.ts';
import { usePolicyName } from '#web/lib/api/policies-query.ts';
import { cn } from '#web/lib/cn.ts';
import { longMoment } from '#web/lib/format.ts';
import { useAddress } from '#web/state/use-address.ts';
import { closed, type MessagesSearch } from './search.ts';

interface ThreadItemProps {
  thread: ThreadAnswer;
  now: number;
  view: MessagesSearch;
}

/** One thread of the list, as a link so that it can be opened in a new tab. */
export function ThreadItem({ thread, now, view }: ThreadItemProps) {
  const unread = !thread.is_read;
  const open = view.thread === thread.id;
  const about = aboutOf(thread);
  const policyName = usePolicyName(useAddress(), thread.policy_id);
  const title = titleOf(thread, policyName);
  const done = thread.status === 'resolved' || thread.status === 'closed';
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
        {done && <span>{THREAD_STATUS_LABELS[thread.status]}</span>}
      </span>
    </Link>
  );
}
