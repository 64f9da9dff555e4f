import { Fragment, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { SUPPORT_NAME } from '../../../../../domain/messages/lifecycle.ts';
import type { ThreadMessage } from '../../../../../domain/messages/schema.ts';
import { cn } from '../../../lib/cn.ts';
import { longMoment } from '../../../lib/format.ts';
import { useNow } from '../../../lib/use-now.ts';
import { byDay, dayName, timeOfDay } from '../display.ts';

/** How far from the end one may have scrolled and still be taken along by a new message, in pixels. */
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
  /** The first message that was unread when the thread was loaded; null when all were read. */
  firstUnread: number | null;
  /** Older replies that are not among them. */
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
 * The messages of a thread by day, support's left and one's own right. It opens at the first unread message or else at its
 * end, follows what is new while one is near the end, and a screen reader is told of what is added.
 */
export function Conversation({ messages, firstUnread, missing }: ConversationProps) {
  const now = useNow(60_000);
  const box = useRef<HTMLDivElement>(null);
  // Asking again says that all is read, so what was unread on opening is kept; one too old to be shown counts as the oldest.
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
  // On a small screen the page scrolls and not the box; the heading takes the focus first.
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
