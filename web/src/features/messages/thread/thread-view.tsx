import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { claimNumber } from '#domain/claims/lifecycle.ts';
import type { ThreadAnswer } from '#domain/messages/schema.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import { priorityBadge, THREAD_STATUS_LABELS, TYPE_LABELS } from '#web/features/messages/display.ts';
import { usePolicyName } from '#web/lib/api/policies-query.ts';
import { useAddress } from '#web/state/use-address.ts';
import { Badge } from '#web/ui/badge.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { Conversation } from './conversation.tsx';
import { ReplyForm } from './reply-form.tsx';
import { useThread } from './use-thread.ts';

const aboutClass = buttonClass({ variant: 'link', size: 'inline' });

/** The subject and what the thread is about. */
function ThreadHeader({ thread }: { thread: ThreadAnswer }) {
  const policyName = usePolicyName(useAddress(), thread.policy_id);
  const priority = priorityBadge(thread.priority);
  return (
    <header className="border-b border-line px-5 py-4 sm:px-6">
      <h2 data-pane-heading tabIndex={-1} className="text-xl wrap-anywhere outline-none">
        {thread.subject}
      </h2>
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-muted">
        <Badge variant="outline">{THREAD_STATUS_LABELS[thread.status]}</Badge>
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
