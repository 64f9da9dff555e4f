import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { AdminThreadDetail } from '../../../../../domain/admin/messages-schema.ts';
import type { Priority, ThreadStatus } from '../../../../../domain/messages/lifecycle.ts';
import { messageOf } from '../../../lib/api/errors.ts';
import { cn } from '../../../lib/cn.ts';
import { longMoment } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Select } from '../../../ui/select.tsx';
import { toast } from '../../../ui/toast.ts';
import { listKey } from '../list/queries.ts';
import { AuditTrail } from '../parts/audit-change.tsx';
import { Clock } from '../parts/clock.tsx';
import { Conflict } from '../parts/conflict.tsx';
import { PanelHeading, PanelRecord, PanelSection } from '../parts/panel.tsx';
import { useVersioned } from '../parts/use-versioned.ts';
import { DeskLink } from '../record/pairs.tsx';
import { useAdmin, useColleagues } from '../use-admin.ts';
import { optionsOf, PRIORITY_BADGES, PRIORITY_LABELS, STATUS_BADGES, STATUS_LABELS } from './display.ts';
import { changeThread, setThreadStatus, statisticsKey, threadQuery } from './queries.ts';
import { ReplyForm } from './reply-form.tsx';

export function ThreadPanel({ id }: { id: string }) {
  const thread = useQuery(threadQuery(id));
  const cache = useQueryClient();
  const isLoaded = thread.isSuccess;
  // Loading the thread has marked it as read.
  useEffect(() => {
    if (isLoaded) void cache.invalidateQueries({ queryKey: listKey('messages') });
  }, [isLoaded, cache]);
  return (
    <PanelRecord query={thread} what="message" failed="Error loading messages">
      {(data) => <Thread id={id} thread={data} />}
    </PanelRecord>
  );
}

interface Change {
  status?: ThreadStatus;
  priority?: Priority;
  assigned_to?: number | null;
}

function Thread({ id, thread }: { id: string; thread: AdminThreadDetail }) {
  const admin = useAdmin();
  const cache = useQueryClient();
  const colleagues = useColleagues();
  const query = threadQuery(id);
  const refresh = () =>
    Promise.all([
      cache.invalidateQueries(query),
      cache.invalidateQueries({ queryKey: listKey('messages') }),
      cache.invalidateQueries({ queryKey: statisticsKey }),
    ]);
  const change = useVersioned<Change>({
    version: thread.version,
    write: ({ status, ...rest }, version) =>
      status === undefined
        ? changeThread(thread.id, rest, version)
        : setThreadStatus(thread.id, status, version),
    reload: async () => (await cache.fetchQuery({ ...query, staleTime: 0 }))?.version ?? 0,
    onDone: () => void refresh(),
    onFailed: (error) => toast.error('The message was not changed', messageOf(error)),
  });
  const names = new Map(colleagues.map(({ value, label }) => [value, label]));
  const assignee = (who: number | null | undefined) =>
    names.get(who == null ? 'nobody' : String(who)) ?? thread.assigned_admin_name ?? 'Somebody';
  const writes = admin.may('messages.write');
  const chosen = change.conflict;
  const selectClass = 'h-8! w-auto! min-w-32 text-sm!';
  const assigned = thread.assigned_to === null ? 'nobody' : String(thread.assigned_to);
  return (
    <>
      <PanelHeading
        title={thread.subject}
        badge={
          !writes && (
            <>
              <Badge variant={STATUS_BADGES[thread.status]}>{STATUS_LABELS[thread.status]}</Badge>
              <Badge variant={PRIORITY_BADGES[thread.priority]}>{PRIORITY_LABELS[thread.priority]}</Badge>
            </>
          )
        }
      >
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {thread.wallet_address ? (
            <DeskLink to="/admin/users" open={thread.wallet_address}>
              {thread.customer} ({thread.formatted_wallet})
            </DeskLink>
          ) : (
            <span className="wrap-anywhere">
              {thread.customer}
              {thread.contact_email &&
                thread.contact_email !== thread.customer &&
                ` (${thread.contact_email})`}
            </span>
          )}
          {thread.claim_id !== null && (
            <DeskLink to="/admin/claims" open={thread.claim_id}>
              {thread.claim_number}
            </DeskLink>
          )}
          {thread.policy_id !== null && (
            <DeskLink to="/admin/policies" open={thread.policy_id}>
              {thread.policy_number}
            </DeskLink>
          )}
          {thread.due_at && <Clock due={thread.due_at} />}
        </p>
        {writes && (
          <div className="mt-3 flex flex-wrap gap-2 text-ink">
            <Select
              aria-label="Status"
              className={selectClass}
              disabled={change.busy}
              value={thread.status}
              onChange={(status) => change.run({ status: status as ThreadStatus })}
              options={optionsOf(STATUS_LABELS)}
            />
            <Select
              aria-label="Priority"
              className={selectClass}
              disabled={change.busy}
              value={thread.priority}
              onChange={(priority) => change.run({ priority: priority as Priority })}
              options={optionsOf(PRIORITY_LABELS)}
            />
            <Select
              aria-label="Assigned to"
              className={selectClass}
              disabled={change.busy}
              value={assigned}
              onChange={(who) => change.run({ assigned_to: who === 'nobody' ? null : Number(who) })}
              options={
                names.has(assigned)
                  ? colleagues
                  : [...colleagues, { value: assigned, label: thread.assigned_admin_name ?? 'Somebody' }]
              }
            />
          </div>
        )}
        {chosen && (
          <div className="mt-3 text-ink">
            <Conflict
              rows={[
                ...(chosen.status
                  ? [
                      {
                        label: 'Status',
                        theirs: STATUS_LABELS[thread.status],
                        mine: STATUS_LABELS[chosen.status],
                      },
                    ]
                  : []),
                ...(chosen.priority
                  ? [
                      {
                        label: 'Priority',
                        theirs: PRIORITY_LABELS[thread.priority],
                        mine: PRIORITY_LABELS[chosen.priority],
                      },
                    ]
                  : []),
                ...('assigned_to' in chosen
                  ? [
                      {
                        label: 'Assigned to',
                        theirs: assignee(thread.assigned_to),
                        mine: assignee(chosen.assigned_to),
                      },
                    ]
                  : []),
              ]}
              busy={change.busy}
              onKeepMine={change.keepMine}
              onTakeTheirs={change.takeTheirs}
            />
          </div>
        )}
      </PanelHeading>
      <PanelSection title="Conversation">
        {thread.earlier_replies && <p className="mb-3 text-muted">Only the 200 newest replies are shown.</p>}
        <ol className="flex flex-col gap-3">
          <Message
            who={thread.customer}
            from="customer"
            at={thread.created_at}
            ago={null}
            text={thread.message}
          />
          {thread.replies.map((one) => (
            <Message
              key={one.id}
              who={one.sender_display_name}
              from={one.internal_note ? 'note' : one.sender_type}
              at={one.created_at}
              ago={one.time_ago}
              text={one.message}
            />
          ))}
        </ol>
      </PanelSection>
      <AuditTrail entries={thread.audit} />
      {writes && <ReplyForm thread={thread} onSent={() => void refresh()} />}
    </>
  );
}

const LOOK = {
  customer: 'mr-8 border border-line bg-ground',
  admin: 'ml-8 bg-teal-soft',
  note: 'ml-8 border border-dashed border-amber/60 bg-amber-soft/60',
} as const;

function Message({
  who,
  from,
  at,
  ago,
  text,
}: {
  who: string;
  from: keyof typeof LOOK;
  at: string;
  ago: string | null;
  text: string;
}) {
  return (
    <li className={cn('rounded-card px-3.5 py-2.5', LOOK[from])}>
      <p className="flex flex-wrap items-baseline gap-x-2 text-xs text-muted">
        <span className="font-medium text-ink">{who}</span>
        {from === 'note' && <span className="text-amber">Internal note</span>}
        <time dateTime={at} title={longMoment(at)} className="ml-auto">
          {ago ?? longMoment(at)}
        </time>
      </p>
      <p className="mt-1 whitespace-pre-wrap wrap-anywhere">{text}</p>
    </li>
  );
}
