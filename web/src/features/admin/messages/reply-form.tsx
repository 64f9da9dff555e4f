import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import * as messagesApi from '#domain/admin/messages-api.ts';
import { type AdminThreadDetail, adminReplyRequest, openPlaceholder } from '#domain/admin/messages-schema.ts';
import {
  COMPLAINT_CAUSE_LABELS,
  COMPLAINT_CAUSES,
  COMPLAINT_OUTCOME_LABELS,
  COMPLAINT_OUTCOMES,
} from '#domain/complaints/schema.ts';
import { MAX_MESSAGE } from '#domain/messages/schema.ts';
import { SEND_KEY } from '#web/features/admin/parts/cells.tsx';
import { adminApi } from '#web/features/admin/queries.ts';
import { useKeys } from '#web/features/admin/use-keys.ts';
import { isConflict, issuesOf, messageOf } from '#web/lib/api/errors.ts';
import { useApiForm } from '#web/lib/api/use-api-form.ts';
import { cn } from '#web/lib/cn.ts';
import { Button } from '#web/ui/button.tsx';
import { Textarea } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { savedRepliesQuery } from './saved-replies-dialog.tsx';

/** A saved reply for this thread. A record that the thread does not name leaves its placeholder to be seen. */
export function fillIn(
  text: string,
  thread: Pick<AdminThreadDetail, 'customer' | 'claim_number' | 'policy_number'>,
): string {
  const values = { name: thread.customer, claim: thread.claim_number, policy: thread.policy_number };
  // In one pass: a customer may be called {claim}, or $&.
  return text.replace(
    /\{(name|claim|policy)\}/g,
    (placeholder, key: keyof typeof values) => values[key] ?? placeholder,
  );
}

interface ReplyFormProps {
  thread: AdminThreadDetail;
  onSent: () => Promise<unknown>;
  /** Somebody else was faster: reads the thread again. */
  onConflict: () => Promise<unknown>;
}

const CAUSES = COMPLAINT_CAUSES.map((value) => ({ value, label: COMPLAINT_CAUSE_LABELS[value] }));
const OUTCOMES = COMPLAINT_OUTCOMES.map((value) => ({ value, label: COMPLAINT_OUTCOME_LABELS[value] }));

const choiceClass = 'h-8! w-auto! min-w-44 text-sm!';

export function ReplyForm({ thread, onSent, onConflict }: ReplyFormProps) {
  /** A complaint that has no outcome yet. */
  const complaint = thread.complaint?.outcome === null ? thread.complaint : null;
  /** The newest message when the text was begun: what came later may not have been read. */
  const [read, setRead] = useState(thread.last_message_id);
  const { data: replies = [] } = useQuery(savedRepliesQuery);
  const form = useApiForm({
    keep: `desk/reply/${thread.id}`,
    schema: adminReplyRequest,
    defaultValues: { message: '', internal_note: false, ...(complaint && { cause: complaint.cause }) },
    send: (sent) =>
      adminApi.ask(messagesApi.answerThread, {
        id: thread.id,
        body: { ...sent, seen: { version: thread.version, last_message_id: read } },
      }),
    onDone: () => {
      form.setValue('outcome', undefined);
      write('');
      return onSent();
    },
    onFailed: async (error) => {
      if (!isConflict(error)) return;
      await onConflict();
      const shown = issuesOf(error).flatMap(({ path }) => /^messages\.(\d+)$/.exec(path)?.[1] ?? []);
      setRead((before) => Math.max(before, ...shown.map(Number)));
    },
  });
  const { sending } = form;
  const [text, note, outcome, cause] = form.watch(['message', 'internal_note', 'outcome', 'cause']);
  const write = (next: string) => {
    if (text === '' && next !== '') setRead(thread.last_message_id);
    form.setValue('message', next);
  };
  const begin = (asNote: boolean) => {
    form.setValue('internal_note', asNote);
    form.setFocus('message');
  };
  useKeys({ r: () => begin(false), n: () => begin(true) });
  const open = note ? null : openPlaceholder(text);
  const isFinal = complaint !== null && !note && thread.not_by_you === null;
  const canSend =
    text.trim() !== '' && open === null && !sending.isPending && (note || thread.not_by_you === null);
  const canResolve = canSend && (complaint === null || (isFinal && outcome !== undefined));
  const send = (resolve: boolean) => {
    if (resolve ? !canResolve : !canSend) return;
    form.setValue('resolve', resolve);
    form.submit();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    send(event.shiftKey);
  };
  return (
    <form
      className="sticky bottom-0 mt-auto border-t border-line bg-surface px-4 py-3 sm:px-5"
      onSubmit={(event) => {
        event.preventDefault();
        send(false);
      }}
    >
      {sending.isError && <Refused error={sending.error} />}
      <Textarea
        {...form.register('message')}
        aria-label={note ? 'Internal note' : 'Reply'}
        aria-describedby="reply-keys"
        aria-keyshortcuts={note ? 'n' : 'r'}
        rows={3}
        maxLength={MAX_MESSAGE}
        placeholder={note ? 'Only colleagues see this' : 'Write a reply'}
        className={cn('text-sm!', note && 'bg-amber-soft/60!')}
        onChange={(event) => write(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {open !== null && (
        <p role="alert" className="mt-1 text-coral">
          {open}
        </p>
      )}
      {isFinal && (
        <div className="mt-2 flex flex-wrap gap-2">
          <Select
            aria-label="Outcome"
            placeholder="Outcome of the final answer"
            className={choiceClass}
            value={outcome ?? ''}
            onChange={(value) => form.setValue('outcome', value as typeof outcome)}
            options={OUTCOMES}
          />
          <Select
            aria-label="Cause"
            className={choiceClass}
            value={cause ?? complaint.cause}
            onChange={(value) => form.setValue('cause', value as typeof cause)}
            options={CAUSES}
          />
        </div>
      )}
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        {replies.length > 0 && (
          <Select
            aria-label="Saved replies"
            placeholder="Saved replies"
            className="h-8! w-44! text-sm!"
            value=""
            onChange={(id) => {
              const chosen = replies.find((one) => String(one.id) === id);
              if (!chosen) return;
              const filled = fillIn(chosen.text, thread);
              write(text.trim() === '' ? filled : `${text.trimEnd()}\n\n${filled}`);
              // The select takes the focus back when it closes.
              setTimeout(() => form.setFocus('message'), 0);
            }}
            options={replies.map((reply) => ({ value: String(reply.id), label: reply.title }))}
          />
        )}
        <label className="flex min-h-8 items-center gap-2">
          <input type="checkbox" className="size-4 accent-teal" {...form.register('internal_note')} />
          Internal note
        </label>
        <div className="ml-auto flex flex-wrap gap-2">
          <Button
            size="dense"
            variant="secondary"
            disabled={!canResolve}
            busy={sending.isPending && sending.variables.resolve}
            onClick={() => send(true)}
          >
            {note ? 'Save and resolve' : 'Send and resolve'}
          </Button>
          <Button
            type="submit"
            size="dense"
            disabled={!canSend}
            busy={sending.isPending && !sending.variables.resolve}
          >
            {note ? 'Save note' : 'Send Reply'}
          </Button>
        </div>
      </div>
      <p id="reply-keys" className="mt-2 text-xs text-muted pointer-coarse:hidden">
        <Keys>r</Keys> writes a reply, <Keys>n</Keys> a note. <Keys>{SEND_KEY}</Keys>{' '}
        {note ? 'saves' : 'sends'}, with <Keys>Shift</Keys> it also resolves.
      </p>
    </form>
  );
}

const Keys = ({ children }: { children: string }) => (
  <kbd className="rounded-[5px] border border-line bg-sunken px-1 font-sans whitespace-nowrap">
    {children}
  </kbd>
);

/** Why nothing was sent; after somebody else's message or change, what came in between. */
function Refused({ error }: { error: Error }) {
  const between = isConflict(error) ? issuesOf(error) : [];
  if (between.length === 0) {
    return (
      <p role="alert" className="mb-2 text-coral">
        {messageOf(error)} Your text is still here.
      </p>
    );
  }
  return (
    <div
      role="alert"
      className="mb-2 max-h-48 overflow-y-auto rounded-card border border-amber/35 bg-amber-soft p-3 text-sm text-ink"
    >
      <p className="flex gap-2 font-medium">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-amber" />
        {messageOf(error)}
      </p>
      <ul className="mt-1.5 flex flex-col gap-1">
        {between.map(({ path, message }) => (
          <li key={path} dir="auto" className="whitespace-pre-wrap wrap-anywhere">
            {message}
          </li>
        ))}
      </ul>
      <p className="mt-1.5 text-muted">Your text is still here. Send it again if it still fits.</p>
    </div>
  );
}
