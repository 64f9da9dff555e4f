import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { claimNumber } from '#domain/claims/lifecycle.ts';
import * as messagesApi from '#domain/messages/api.ts';
import type { MessageType, ThreadStatus } from '#domain/messages/lifecycle.ts';
import { MAX_MESSAGE, type ThreadAnswer } from '#domain/messages/schema.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import { markRead, messagesKey, threadQuery } from '#web/features/messages/queries.ts';
import { unreadKey } from '#web/features/messages/unread-query.ts';
import { api } from '#web/lib/api/api.ts';
import { messageOf } from '#web/lib/api/errors.ts';
import { usePolicyName } from '#web/lib/api/policies-query.ts';
import { useKept } from '#web/lib/kept/use-kept.ts';
import { useAddress } from '#web/state/wallet-session.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Textarea } from '#web/ui/field.tsx';
import { LoadError, Skeleton } from '#web/ui/states.tsx';
import { PRIORITIES, THREAD_STATUSES } from '#web/ui/thread-looks.ts';
import { toast } from '#web/ui/toast.ts';
import { Badge } from '#web/ui/values.tsx';
import { Conversation } from './conversation.tsx';

interface ReplyFormProps {
  address: string;
  threadId: number;
  status: ThreadStatus;
}

const HINTS: Partial<Record<ThreadStatus, string>> = {
  resolved: 'This conversation is resolved. A reply opens it again.',
  closed: 'This conversation is closed. A reply opens it again.',
};

/** Replies to a thread. The text stays until it was delivered. */
function ReplyForm({ address, threadId, status }: ReplyFormProps) {
  const queryClient = useQueryClient();
  const [text, setText] = useKept(`mine/reply/${threadId}`, '');
  const field = useRef<HTMLTextAreaElement>(null);
  const reply = useMutation({
    mutationFn: () =>
      api.send(messagesApi.replyToThread, {
        body: {
          wallet_address: address,
          sender_type: 'user',
          message: text.trim(),
          parent_message_id: threadId,
        },
      }),
    onSuccess: () => {
      setText('');
      // The button is disabled while there is nothing to send.
      field.current?.focus();
      toast.success('Reply sent successfully');
      return queryClient.invalidateQueries({ queryKey: messagesKey(address) });
    },
  });
  const ready = text.trim() !== '' && !reply.isPending;
  const send = () => {
    if (ready) reply.mutate();
  };
  return (
    <form
      className="flex flex-col gap-3 border-t border-line p-4 sm:px-6"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {reply.isError && (
        <p role="alert" className="text-sm text-coral">
          <span className="font-medium">Failed to send reply.</span> {messageOf(reply.error)}
        </p>
      )}
      <Textarea
        ref={field}
        aria-label="Your reply"
        rows={4}
        maxLength={MAX_MESSAGE}
        placeholder="Type your reply..."
        value={text}
        readOnly={reply.isPending}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          send();
        }}
      />
      <div className="flex items-center justify-between gap-4">
        <p className="text-[0.8125rem] text-muted">
          {HINTS[status] ?? <span className="pointer-coarse:hidden">Ctrl + Enter sends.</span>}
        </p>
        <Button type="submit" size="small" busy={reply.isPending} disabled={!ready}>
          {reply.isPending ? 'Sending...' : 'Send Reply'}
        </Button>
      </div>
    </form>
  );
}

/**
 * The open thread. It counts as read once opened, and reloads when the list shows a newer message. Loading it tells the
 * server that it was read.
 */
function useThread(address: string, id: number, item: ThreadAnswer | undefined) {
  const queryClient = useQueryClient();
  const query = useQuery(threadQuery(address, id));
  const unread = item?.is_read === false;
  const latest = item?.last_message_at ?? '';
  const newer = !!query.data && latest > query.data.thread.last_message_at;
  useEffect(() => {
    if (unread) markRead(queryClient, address, id);
    if (latest !== '' && (unread || newer)) {
      const { queryKey } = threadQuery(address, id);
      void queryClient.refetchQueries({ queryKey }, { cancelRefetch: false });
    }
  }, [unread, newer, latest, queryClient, address, id]);
  const loaded = query.dataUpdatedAt > 0;
  // The server now knows that it was read, so the badge refreshes.
  useEffect(() => {
    if (loaded) void queryClient.invalidateQueries({ queryKey: unreadKey(address) });
  }, [loaded, queryClient, address]);
  return query;
}

const TYPE_LABELS: Readonly<Record<MessageType, string>> = {
  general: 'General',
  claim: 'Claim',
  support: 'Support',
  billing: 'Billing',
};

const aboutClass = buttonClass({ variant: 'link' });

/** The subject and what the thread is about. */
function ThreadHeader({ thread }: { thread: ThreadAnswer }) {
  const policyName = usePolicyName(useAddress(), thread.policy_id);
  const priority = PRIORITIES[thread.priority];
  return (
    <header className="border-b border-line px-5 py-4 sm:px-6">
      <h2 data-pane-heading tabIndex={-1} className="text-xl wrap-anywhere outline-none">
        {thread.subject}
      </h2>
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-muted">
        <Badge variant="outline">{THREAD_STATUSES[thread.status].label}</Badge>
        <Badge variant={priority.variant}>{priority.label} priority</Badge>
        <span>{TYPE_LABELS[thread.type]}</span>
        {thread.claim_id !== null && (
          <Link to="/claim/$claimId" params={{ claimId: String(thread.claim_id) }} className={aboutClass}>
            <span className="figures">{claimNumber(thread.claim_id)}</span>
          </Link>
        )}
        {thread.policy_id !== null && (
          <Link to="/my-policies" search={{ search: policyNumber(thread.policy_id) }} className={aboutClass}>
            <span className="figures">{policyNumber(thread.policy_id)}</span>
          </Link>
        )}
        {policyName && (
          <span dir="auto" className="wrap-anywhere">
            {policyName}
          </span>
        )}
      </div>
    </header>
  );
}

function Loading() {
  return (
    <div role="status" aria-label="Loading message" className="flex grow flex-col gap-5 p-5 sm:p-6">
      <Skeleton className="h-20 w-3/5" />
      <Skeleton className="h-28 w-3/5 self-end" />
    </div>
  );
}

interface ThreadViewProps {
  address: string;
  id: number;
  /** The list's entry, if there is one. */
  item: ThreadAnswer | undefined;
  /** The link back to the list, for a thread that does not exist. */
  back: ReactNode;
}

/** One thread with its replies. If it cannot be loaded, the list's entry is shown instead. */
export function ThreadView({ address, id, item, back }: ThreadViewProps) {
  const query = useThread(address, id, item);
  const { data: detail } = query;
  if (detail === null) {
    return (
      <div className="flex flex-col items-start gap-3 p-6">
        <h2 data-pane-heading tabIndex={-1} className="text-xl outline-none">
          Message not found
        </h2>
        <p className="text-muted">This wallet has no message with this number.</p>
        <div className="max-lg:hidden">{back}</div>
      </div>
    );
  }
  const thread = detail?.thread ?? item;
  return (
    <>
      {thread && <ThreadHeader thread={thread} />}
      {query.isPending && <Loading />}
      {query.isError && !detail && (
        <div className="flex min-h-0 grow flex-col gap-5 overflow-y-auto p-5 sm:p-6">
          {item && (
            <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
              {item.preview}
            </p>
          )}
          <LoadError title="Failed to load message details" query={query} />
        </div>
      )}
      {detail && (
        <Conversation
          key={id}
          messages={[detail.main_message, ...detail.replies]}
          firstUnread={detail.first_unread_id}
          missing={Math.max(0, detail.thread.reply_count - detail.replies.length)}
        />
      )}
      {thread && <ReplyForm key={`reply-${id}`} address={address} threadId={id} status={thread.status} />}
    </>
  );
}
