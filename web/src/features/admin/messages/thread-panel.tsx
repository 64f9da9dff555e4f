import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { LetterEntry } from '#domain/admin/letters-schema.ts';
import * as messagesApi from '#domain/admin/messages-api.ts';
import type { AdminThreadDetail } from '#domain/admin/messages-schema.ts';
import { Conflict } from '#web/features/admin/kit/conflict.tsx';
import { optionsOf } from '#web/features/admin/kit/filters-of.ts';
import { listKey } from '#web/features/admin/kit/pager.tsx';
import { AssignedTo, assignedTo, Pick } from '#web/features/admin/kit/pick.tsx';
import {
  type PanelKind,
  type PanelProps,
  RecordPanel,
  useOwnChange,
} from '#web/features/admin/kit/record-panel.tsx';
import { Clock } from '#web/features/admin/parts/clock.tsx';
import { Delivered } from '#web/features/admin/parts/letters.tsx';
import { DeskLink, PanelSection } from '#web/features/admin/parts/panel.tsx';
import { adminApi, deskCache, lettersOf } from '#web/features/admin/queries.ts';
import { useAdmin } from '#web/features/admin/use-admin.ts';
import { useKeys } from '#web/features/admin/use-keys.ts';
import { cn } from '#web/lib/cn.ts';
import { longMoment } from '#web/lib/format.ts';
import { PRIORITIES, THREAD_STATUSES } from '#web/ui/thread-looks.ts';
import { StatusBadge } from '#web/ui/values.tsx';
import { ComplaintFacts, Customer } from './beside.tsx';
import { ReplyForm } from './reply-form.tsx';

type Props = PanelProps<AdminThreadDetail>;

const THREAD: PanelKind<AdminThreadDetail> = {
  what: 'message',
  failed: 'Error loading messages',
  part: 'messages',
  // Loading it marks it as read.
  query: (id) => adminApi.findQuery(messagesApi.openThread, { id }, { refetchInterval: 30_000 }),
  keep: ({ id }) => `desk/thread/${id}`,
  title: ({ subject }) => subject,
  Mark,
  About,
  Body,
  Foot,
};

export function ThreadPanel({ id }: { id: string }) {
  const isLoaded = useQuery(THREAD.query(id)).isSuccess;
  useEffect(() => {
    if (isLoaded) void deskCache.invalidateQueries({ queryKey: listKey('messages') });
  }, [isLoaded]);
  return <RecordPanel kind={THREAD} id={id} />;
}

/** Whoever may change both has them as selects. */
function Mark({ record: { status, priority } }: Pick<Props, 'record'>) {
  if (useAdmin().may('messages.write')) return null;
  return (
    <>
      <StatusBadge {...THREAD_STATUSES[status]} />
      <StatusBadge {...PRIORITIES[priority]} />
    </>
  );
}

const SELECT = 'h-8! w-auto! min-w-32 text-sm!';
const FAILED = 'The message was not changed';
const assign = ({ id, version }: AdminThreadDetail, assigned_to: number | null) =>
  adminApi.send(messagesApi.changeThread, { id, body: { assigned_to }, version });

const setStatus = (
  { id, version }: Pick<AdminThreadDetail, 'id' | 'version'>,
  status: AdminThreadDetail['status'],
) => adminApi.send(messagesApi.updateThreadStatus, { id, body: { status }, version });

/** Whom it is from and what it is about; its status, priority and assignee. */
function About({ record: thread }: Props) {
  const admin = useAdmin();
  const writes = admin.may('messages.write');
  const change = useOwnChange(THREAD, thread.id, thread);
  const own = { record: thread, change, failed: FAILED, className: SELECT };
  const takes = { failed: FAILED, mine: assignedTo('Me') };
  const closes = {
    done: 'Message closed without an answer',
    failed: FAILED,
    undo: ({ id, version }: AdminThreadDetail) => setStatus({ id, version: version + 1 }, thread.status),
  };
  useKeys(
    {
      ...(thread.assigned_to !== admin.id && {
        m: () => void change.run((seen) => assign(seen, admin.id), takes),
      }),
      ...(thread.status !== 'closed' && {
        c: () => void change.run((seen) => setStatus(seen, 'closed'), closes),
      }),
    },
    writes && !change.busy,
  );
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {thread.wallet_address ? (
          <DeskLink to="/admin/users" open={thread.wallet_address}>
            {thread.customer} ({thread.formatted_wallet})
          </DeskLink>
        ) : (
          <span className="wrap-anywhere">
            {thread.customer}
            {thread.contact_email && thread.contact_email !== thread.customer && ` (${thread.contact_email})`}
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
          <Pick
            {...own}
            label="Status"
            options={optionsOf(THREAD_STATUSES)}
            of={({ status }) => status}
            write={(seen, status) => setStatus(seen, status)}
          />
          <Pick
            {...own}
            label="Priority"
            options={optionsOf(PRIORITIES)}
            of={({ priority }) => priority}
            write={({ id, version }, priority) =>
              adminApi.send(messagesApi.changeThread, { id, body: { priority }, version })
            }
          />
          <AssignedTo {...own} permission="messages.write" assign={assign} />
        </div>
      )}
      <Conflict change={change} className="mt-3" />
    </>
  );
}

function Body({ record: thread, change }: Props) {
  const { data: letters = [] } = useQuery(lettersOf({ thread_id: thread.id }));
  const letterOf = (id: number) => letters.find((letter) => letter.message_id === id);
  return (
    <>
      {thread.complaint && <ComplaintFacts complaint={thread.complaint} />}
      <Customer thread={thread} change={change} />
      <PanelSection title="Conversation">
        {thread.earlier_replies && <p className="mb-3 text-muted">Only the 200 newest replies are shown.</p>}
        <ol className="flex flex-col gap-3">
          <Message
            said={{ ...thread, internal_note: false, time_ago: null }}
            letter={letterOf(thread.message_id)}
          />
          {thread.replies.map((one) => (
            <Message key={one.id} said={one} letter={letterOf(one.id)} />
          ))}
        </ol>
      </PanelSection>
    </>
  );
}

function Foot({ record: thread, change }: Props) {
  if (!useAdmin().may('messages.write')) return null;
  return (
    <>
      {thread.not_by_you && <p className="mx-4 mb-2 text-amber sm:mx-5">{thread.not_by_you}</p>}
      <ReplyForm thread={thread} onSent={() => change.finish(null)} onConflict={change.refresh} />
    </>
  );
}

const LOOK = {
  customer: 'mr-8 border border-line bg-ground',
  admin: 'ml-8 bg-teal-soft',
  note: 'ml-8 border border-dashed border-amber/60 bg-amber-soft/60',
} as const;

type Reply = AdminThreadDetail['replies'][number];

interface MessageProps {
  said: Omit<Reply, 'id' | 'time_ago'> & { time_ago: string | null };
  letter: LetterEntry | undefined;
}

function Message({ said, letter }: MessageProps) {
  const { created_at: at, time_ago: ago } = said;
  const from = said.internal_note ? 'note' : said.sender_type;
  return (
    <li className={cn('rounded-card px-3.5 py-2.5', LOOK[from])}>
      <p className="flex flex-wrap items-baseline gap-x-2 text-xs text-muted">
        <span className="font-medium text-ink">{said.sender_display_name}</span>
        {from === 'note' && <span className="text-amber">Internal note</span>}
        <time dateTime={at} title={longMoment(at)} className="ml-auto">
          {ago ?? longMoment(at)}
        </time>
      </p>
      <p dir="auto" className="mt-1 whitespace-pre-wrap wrap-anywhere">
        {said.message}
      </p>
      {letter && <Delivered letter={letter} />}
    </li>
  );
}
