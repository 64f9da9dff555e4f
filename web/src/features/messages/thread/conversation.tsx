import { Fragment, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { SUPPORT_NAME } from '#domain/messages/lifecycle.ts';
import type { ThreadMessage } from '#domain/messages/schema.ts';
import { byDay, dayName, timeOfDay } from '#web/features/messages/display.ts';
import { cn } from '#web/lib/cn.ts';
import { longMoment } from '#web/lib/format.ts';
import { useNow } from '#web/lib/hooks.ts';

/** How far from the end, in pixels, a new message still scrolls into view. */
const NEAR_END = 160;

function Bubble({ message }: { message: ThreadMessage }) {
  const own = message.sender_type === 'user';
  return (
    <li
      id={`message-${message.id}`}
      className={cn(
        'flex max-w-[min(85%,40rem)] scroll-my-6 flex-col gap-1',
        own ? 'items-end self-end' : 'items-start',
      )}
    >
      <p className="text-[0.8125rem] text-muted">
        <span className="font-medium text-ink">{own ? 'You' : message.sender_name || SUPPORT_NAME}</span>
        {' · '}
        <time dateTime={message.created_at} title={longMoment(message.created_at)}>
          {timeOfDay(message.created_at)}
        </time>
      </p>
      <p
        dir="auto"
        className={cn(
          'rounded-[12px] px-4 py-2.5 text-[0.9375rem] whitespace-pre-wrap wrap-anywhere',
          own ? 'rounded-tr-[4px] bg-teal-soft' : 'rounded-tl-[4px] bg-sunken',
        )}
      >
        {message.message}
      </p>
    </li>
  );
}

interface ConversationProps {
  messages: readonly ThreadMessage[];
  /** The first message that was unread when the thread was loaded; null if all were read. */
  firstUnread: number | null;
  /** Number of older replies that are not included. */
  missing: number;
}

/** The line above the first unread message. */
function UnreadLine() {
  return (
    <li className="flex items-center gap-4 self-stretch text-[0.8125rem] font-medium text-teal">
      <span aria-hidden className="h-px grow bg-teal/40" />
      New
      <span aria-hidden className="h-px grow bg-teal/40" />
    </li>
  );
}

/**
 * The messages of a thread by day, support's on the left and the customer's on the right. It opens at the first unread
 * message or at the end, follows new messages near the end, and announces them to screen readers.
 */
export function Conversation({ messages, firstUnread, missing }: ConversationProps) {
  const now = useNow(60_000);
  const box = useRef<HTMLDivElement>(null);
  // A refetch reports everything as read, so the first answer decides. An unread message too old to show is the first.
  const [unread] = useState(() =>
    firstUnread === null ? null : (messages.find(({ id }) => id >= firstUnread)?.id ?? null),
  );
  const following = useRef(unread === null);
  const newest = messages.at(-1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another newest message is what moves the end.
  useLayoutEffect(() => {
    if (box.current && (following.current || newest?.sender_type === 'user')) {
      box.current.scrollTop = box.current.scrollHeight;
    }
  }, [newest?.id]);
  // On a small screen the page scrolls instead of the box, and the heading takes the focus first.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      if (unread !== null) document.getElementById(`message-${unread}`)?.scrollIntoView({ block: 'start' });
      else [...(box.current?.querySelectorAll('li') ?? [])].at(-1)?.scrollIntoView({ block: 'nearest' });
    });
    return () => cancelAnimationFrame(frame);
  }, [unread]);
  return (
    <div
      ref={box}
      role="log"
      aria-label="Conversation"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        following.current = scrollHeight - scrollTop - clientHeight < NEAR_END;
      }}
      className="flex min-h-0 grow flex-col gap-5 overflow-y-auto px-5 py-5 -outline-offset-2 sm:px-6"
    >
      {missing > 0 && (
        <p className="text-center text-sm text-muted">
          {missing} older {missing === 1 ? 'reply is' : 'replies are'} not shown.
        </p>
      )}
      {byDay(messages).map(({ day, messages: ofDay }) => (
        <div key={day} className="flex flex-col gap-5">
          <div className="flex items-center gap-4">
            <span aria-hidden className="h-px grow bg-line" />
            <h3 className="text-[0.8125rem] font-normal tracking-normal text-muted">{dayName(day, now)}</h3>
            <span aria-hidden className="h-px grow bg-line" />
          </div>
          <ol className="flex flex-col gap-4">
            {ofDay.map((message) => (
              <Fragment key={message.id}>
                {message.id === unread && <UnreadLine />}
                <Bubble message={message} />
              </Fragment>
            ))}
          </ol>
        </div>
      ))}
    </div>
  );
}
