/** Making one conversation of two that a customer has. */
import { useState } from 'react';
import * as messagesApi from '#domain/admin/messages-api.ts';
import {
  type AdminThreadDetail,
  type AdminThreadEntry,
  mergeRequest,
} from '#domain/admin/messages-schema.ts';
import { Ask } from '#web/features/admin/kit/asking.tsx';
import type { Change } from '#web/features/admin/kit/use-change.ts';
import { adminApi, useDesk } from '#web/features/admin/queries.ts';
import { useAdmin } from '#web/features/admin/use-admin.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Loaded } from '#web/ui/states.tsx';

interface MergeProps {
  thread: AdminThreadDetail;
  change: Change<AdminThreadDetail>;
}

/** The way to merge another conversation of the customer into this one. */
export function Merge({ thread, change }: MergeProps) {
  const { may } = useAdmin();
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  if (!may('messages.write') || (thread.wallet_address ?? thread.mailbox) === null) return null;
  return (
    <div className="border-b border-line px-4 py-2 sm:px-5">
      {asking ? (
        <Others thread={thread} change={change} onClose={close} />
      ) : (
        <Button size="dense" variant="quiet" onClick={() => setAsking(true)}>
          Merge another conversation
        </Button>
      )}
    </div>
  );
}

/** The conversations to choose from, once somebody wants to merge one. */
function Others({ thread, change, onClose }: MergeProps & { onClose: () => void }) {
  const query = { search: thread.wallet_address ?? thread.mailbox ?? '', limit: '100' };
  return (
    <Loaded
      query={useDesk(messagesApi.listAllThreads, { query })}
      name="the customer’s conversations"
      failed="Failed to fetch messages"
      loading={<Skeleton className="h-24" />}
      small
    >
      {({ messages }) => {
        const others = messages.filter((one) => canMerge(one, thread));
        if (others.length === 0) {
          return (
            <p className="flex flex-wrap items-center justify-between gap-2 text-[0.8125rem] text-muted">
              This customer has no other conversation that can be merged.
              <Button size="dense" variant="quiet" onClick={onClose}>
                Close
              </Button>
            </p>
          );
        }
        return (
          <Ask
            keep={null}
            schema={mergeRequest}
            start={{ thread_id: others.length === 1 ? (others[0]?.id ?? 0) : 0 }}
            fields={[
              {
                name: 'thread_id',
                label: 'Conversation',
                kind: 'select',
                numeric: true,
                placeholder: 'Choose a conversation',
                options: others.map(({ id, subject, time_ago }) => ({
                  value: String(id),
                  label: subject,
                  note: time_ago,
                })),
              },
            ]}
            send={(body) =>
              change.run(
                ({ id, version }) => adminApi.send(messagesApi.mergeThread, { id, body, version }),
                { done: 'Conversations merged', failed: 'The conversations were not merged' },
                onClose,
              )
            }
            title="Merge another conversation into this one"
            action="Merge"
            onCancel={onClose}
            focus
          >
            <p className="text-[0.8125rem] text-muted">
              Its messages move here with their times and authors, and it is closed. The customer sees one
              conversation. This can’t be undone.
            </p>
          </Ask>
        );
      }}
    </Loaded>
  );
}

/** Complaints, and what belongs to a claim, a policy or a payment, stay conversations of their own. */
const canMerge = (one: AdminThreadEntry, { id, wallet_address }: AdminThreadDetail) =>
  one.id !== id &&
  one.wallet_address === wallet_address &&
  one.complaint === null &&
  one.matter === null &&
  one.merged_into === null;
