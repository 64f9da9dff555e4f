import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { LetterEntry } from '#domain/admin/letters-schema.ts';
import * as messagesApi from '#domain/admin/messages-api.ts';
import type { AdminThreadDetail } from '#domain/admin/messages-schema.ts';
import {
  COMPLAINT_CAUSE_LABELS,
  COMPLAINT_OUTCOME_LABELS,
  type ComplaintEntry,
} from '#domain/complaints/schema.ts';
import type { Priority, ThreadStatus } from '#domain/messages/lifecycle.ts';
import { Conflict } from '#web/features/admin/kit/conflict.tsx';
import { optionsOf } from '#web/features/admin/kit/filters-of.ts';
import { listKey } from '#web/features/admin/kit/pages.ts';
import { useChange } from '#web/features/admin/kit/use-change.ts';
import { AuditLogTrail } from '#web/features/admin/parts/audit-log-change.tsx';
import { ShortMoment } from '#web/features/admin/parts/cells.tsx';
import { Clock } from '#web/features/admin/parts/clock.tsx';
import { Delivered } from '#web/features/admin/parts/letters.tsx';
import { DeskLink, PanelHeading, PanelRecord, PanelSection } from '#web/features/admin/parts/panel.tsx';
import { adminApi, deskCache, lettersOf } from '#web/features/admin/queries.ts';
import { useAdmin, useColleagues } from '#web/features/admin/use-admin.ts';
import { useKeys } from '#web/features/admin/use-keys.ts';
import { messageOf } from '#web/lib/api/errors.ts';
import { cn } from '#web/lib/cn.ts';
import { longMoment } from '#web/lib/format.ts';
import { Select } from '#web/ui/select.tsx';
import { toast } from '#web/ui/toast.ts';
import { Badge, FactList } from '#web/ui/values.tsx';

import { PRIORITIES, STATUSES } from './display.ts';
import { ReplyForm } from './reply-form.tsx';

/** What a complaint is about, and how far it has come. */
function ComplaintFacts({ complaint }: { complaint: ComplaintEntry }) {
  const { acknowledged_at: acknowledged, answered_at: answered, outcome } = complaint;
  return (
    <PanelSection title={`Complaint ${complaint.complaint_number}`}>
      <FactList
        dense
        rows={[
          ['Cause', COMPLAINT_CAUSE_LABELS[complaint.cause]],
          ...(complaint.reference === '' ? [] : [['Policy or claim', complaint.reference] as const]),
          ['Received', <ShortMoment key="received" at={complaint.received_at} />],
          acknowledged === null
            ? ['Acknowledge by', <Clock key="acknowledge" due={complaint.acknowledge_by} />]
            : ['Acknowledged', <ShortMoment key="acknowledged" at={acknowledged} />],
          answered === null
            ? ['Answer by', <Clock key="answer" due={complaint.answer_by} />]
            : [
                'Answered',
                <span key="answered">
                  <ShortMoment at={answered} /> by {complaint.answered_by}
                </span>,
              ],
          ...(outcome === null ? [] : [['Outcome', COMPLAINT_OUTCOME_LABELS[outcome]] as const]),
        ]}
      />
    </PanelSection>
  );
}

/** A thread; loading it marks it as read. */
const threadQuery = (id: string) =>
  adminApi.findQuery(messagesApi.openThread, { id }, { refetchInterval: 30_000 });

export function ThreadPanel({ id }: { id: string }) {
  const thread = useQuery(threadQuery(id));
  const isLoaded = thread.isSuccess;
  // Loading the thread has marked it as read.
  useEffect(() => {
    if (isLoaded) void deskCache.invalidateQueries({ queryKey: listKey('messages') });
  }, [isLoaded]);
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
  const colleagues = useColleagues('messages.write');
  const change = useChange({
    seen: thread,
    read: threadQuery(id),
    of: ['messages'],
    onFailed: (title, error) => toast.error(title, messageOf(error)),
  });
  const names = new Map(colleagues.map(({ value, label }) => [value, label]));
  const assignee = (who: number | null | undefined) =>
    names.get(who == null ? 'nobody' : String(who)) ?? thread.assigned_admin_name ?? 'Somebody';
  const writes = admin.may('messages.write');
  const { data: letters = [] } = useQuery(lettersOf({ thread_id: thread.id }));
  const selectClass = 'h-8! w-auto! min-w-32 text-sm!';
  /** Writes one of the three; after somebody else's change, both values are shown. */
  const set = (to: Change, label: string, shownOf: (of: Change) => string) =>
    void change.run(
      ({ id, version }) =>
        to.status === undefined
          ? adminApi.send(messagesApi.changeThread, { id, body: to, version })
          : adminApi.send(messagesApi.updateThreadStatus, { id, body: { status: to.status }, version }),
      { failed: 'The message was not changed', mine: (now) => [[label, shownOf(now), shownOf(to)]] },
    );
  useKeys(
    { m: () => set({ assigned_to: admin.id }, 'Assigned to', (of) => assignee(of.assigned_to)) },
    writes && !change.busy && thread.assigned_to !== admin.id,
  );
  const assigned = thread.assigned_to === null ? 'nobody' : String(thread.assigned_to);
  return (
    <>
      <PanelHeading
        title={thread.subject}
        badge={
          !writes && (
            <>
              <Badge variant={STATUSES[thread.status].variant}>{STATUSES[thread.status].label}</Badge>
              <Badge variant={PRIORITIES[thread.priority].variant}>{PRIORITIES[thread.priority].label}</Badge>
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
          {thread.mailbox !== null && thread.mailbox_threads > 1 && (
            <DeskLink to="/admin/messages" find={thread.mailbox}>
              {thread.mailbox_threads} conversations from this mailbox
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
              onChange={(status) =>
                set({ status: status as ThreadStatus }, 'Status', (of) => STATUSES[of.status ?? 'open'].label)
              }
              options={optionsOf(STATUSES)}
            />
            <Select
              aria-label="Priority"
              className={selectClass}
              disabled={change.busy}
              value={thread.priority}
              onChange={(priority) =>
                set(
                  { priority: priority as Priority },
                  'Priority',
                  (of) => PRIORITIES[of.priority ?? 'medium'].label,
                )
              }
              options={optionsOf(PRIORITIES)}
            />
            <Select
              aria-label="Assigned to"
              className={selectClass}
              disabled={change.busy}
              value={assigned}
              onChange={(who) =>
                set({ assigned_to: who === 'nobody' ? null : Number(who) }, 'Assigned to', (of) =>
                  assignee(of.assigned_to),
                )
              }
              options={
                names.has(assigned)
                  ? colleagues
                  : [...colleagues, { value: assigned, label: thread.assigned_admin_name ?? 'Somebody' }]
              }
            />
          </div>
        )}
        <Conflict change={change} className="mt-3" />
      </PanelHeading>
      {thread.complaint && <ComplaintFacts complaint={thread.complaint} />}
      <PanelSection title="Conversation">
        {thread.earlier_replies && <p className="mb-3 text-muted">Only the 200 newest replies are shown.</p>}
        <ol className="flex flex-col gap-3">
          <Message
            who={thread.sender_display_name}
            from={thread.sender_type}
            at={thread.created_at}
            ago={null}
            text={thread.message}
            letter={letters.find((letter) => letter.message_id === thread.message_id)}
          />
          {thread.replies.map((one) => (
            <Message
              key={one.id}
              who={one.sender_display_name}
              from={one.internal_note ? 'note' : one.sender_type}
              at={one.created_at}
              ago={one.time_ago}
              text={one.message}
              letter={letters.find((letter) => letter.message_id === one.id)}
            />
          ))}
        </ol>
      </PanelSection>
      <AuditLogTrail entries={thread.audit_log} />
      {writes && thread.not_by_you && <p className="mx-4 mb-2 text-amber sm:mx-5">{thread.not_by_you}</p>}
      {writes && <ReplyForm thread={thread} onSent={() => change.finish(null)} onConflict={change.refresh} />}
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
  letter,
}: {
  who: string;
  from: keyof typeof LOOK;
  at: string;
  ago: string | null;
  text: string;
  letter: LetterEntry | undefined;
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
      <p dir="auto" className="mt-1 whitespace-pre-wrap wrap-anywhere">
        {text}
      </p>
      {letter && <Delivered letter={letter} />}
    </li>
  );
}
