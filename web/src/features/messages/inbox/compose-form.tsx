import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Paperclip, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { claimNumber } from '#domain/claims/lifecycle.ts';
import * as messagesApi from '#domain/messages/api.ts';
import { CUSTOMER_PRIORITIES, MESSAGE_TYPES, type MessageType } from '#domain/messages/lifecycle.ts';
import { MAX_MESSAGE, MAX_SUBJECT } from '#domain/messages/schema.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import { PRIORITY_LABELS, TYPE_LABELS } from '#web/features/messages/display.ts';
import { messagesKey } from '#web/features/messages/queries.ts';
import { api } from '#web/lib/api/api.ts';
import { messageOf } from '#web/lib/api/errors.ts';
import { useKept } from '#web/lib/kept/use-kept.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { toast } from '#web/ui/toast.ts';

/** What a new message may be about. */
interface About {
  claim: number | null;
  policy: number | null;
}

interface ComposeDraft {
  subject: string;
  content: string;
  type: MessageType;
  priority: (typeof CUSTOMER_PRIORITIES)[number];
}

async function sendMessage(address: string, draft: ComposeDraft, about: About): Promise<void> {
  const body = {
    wallet_address: address,
    subject: draft.subject.trim(),
    message: draft.content.trim(),
    type: about.claim === null ? draft.type : ('claim' as const),
    priority: draft.priority,
    ...(about.claim === null ? {} : { claim_id: about.claim }),
    ...(about.policy === null ? {} : { policy_id: about.policy }),
  };
  await api.send(messagesApi.createThread, { body });
}

const TYPES = MESSAGE_TYPES.map((value) => ({ value, label: TYPE_LABELS[value] }));
const PRIORITIES = CUSTOMER_PRIORITIES.map((value) => ({ value, label: PRIORITY_LABELS[value] }));

interface ComposeFormProps {
  address: string;
  about: About;
  /** Subject given by the link. */
  subject: string;
  /** Removes the attached claim or policy. */
  onDetach: (which: keyof About) => void;
  onClose: () => void;
}

function Chip({ number, onRemove }: { number: string; onRemove: () => void }) {
  return (
    <li className="figures inline-flex h-10 items-center gap-2 rounded-[10px] border border-line bg-sunken pl-3 text-sm">
      <Paperclip aria-hidden className="size-4 text-muted" />
      {number}
      <button
        type="button"
        aria-label={`Remove ${number}`}
        onClick={onRemove}
        className="grid size-10 place-items-center rounded-[10px] text-muted hover:text-ink"
      >
        <X aria-hidden className="size-4" />
      </button>
    </li>
  );
}

const BLANK: ComposeDraft = { subject: '', content: '', type: 'general', priority: 'medium' };

/** A new message to support. A message about a claim joins the claim's conversation with its type and priority. */
export function ComposeForm({ address, about, subject, onDetach, onClose }: ComposeFormProps) {
  const queryClient = useQueryClient();
  const [draft, setDraft] = useKept('mine/message', BLANK);
  const [brought] = useState(subject);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link's subject counts once, and not over a message that was begun.
  useEffect(() => {
    if (brought !== '' && draft.content.trim() === '') change({ subject: brought });
  }, [brought]);
  const send = useMutation({
    mutationFn: () => sendMessage(address, draft, about),
    onSuccess: () => {
      setDraft(BLANK);
      toast.success('Message sent successfully');
      onClose();
      return queryClient.invalidateQueries({ queryKey: messagesKey(address) });
    },
  });
  const ready = draft.subject.trim() !== '' && draft.content.trim() !== '';
  const change = (part: Partial<ComposeDraft>) => setDraft({ ...draft, ...part });
  return (
    <form
      className="flex flex-col gap-5 overflow-y-auto p-5 sm:p-6"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready && !send.isPending) send.mutate();
      }}
    >
      <h2 data-pane-heading tabIndex={-1} className="text-xl outline-none">
        New Message
      </h2>
      {(about.claim !== null || about.policy !== null) && (
        <ul aria-label="Attached" className="flex flex-wrap gap-2">
          {about.claim !== null && (
            <Chip number={claimNumber(about.claim)} onRemove={() => onDetach('claim')} />
          )}
          {about.policy !== null && (
            <Chip number={policyNumber(about.policy)} onRemove={() => onDetach('policy')} />
          )}
        </ul>
      )}
      {about.claim !== null && (
        <p className="-mt-2 text-sm text-muted">
          It joins the conversation about {claimNumber(about.claim)}.
        </p>
      )}
      <Field label="Subject">
        {(aria) => (
          <Input
            {...aria}
            autoComplete="off"
            maxLength={MAX_SUBJECT}
            placeholder="What is it about?"
            value={draft.subject}
            onChange={(event) => change({ subject: event.target.value })}
          />
        )}
      </Field>
      {about.claim === null && (
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Type">
            {(aria) => (
              <Select
                {...aria}
                options={TYPES}
                value={draft.type}
                onChange={(type) => change({ type: type as ComposeDraft['type'] })}
              />
            )}
          </Field>
          <Field label="Priority">
            {(aria) => (
              <Select
                {...aria}
                options={PRIORITIES}
                value={draft.priority}
                onChange={(priority) => change({ priority: priority as ComposeDraft['priority'] })}
              />
            )}
          </Field>
        </div>
      )}
      <Field label="Message">
        {(aria) => (
          <Textarea
            {...aria}
            rows={6}
            maxLength={MAX_MESSAGE}
            placeholder="Type your message..."
            value={draft.content}
            onChange={(event) => change({ content: event.target.value })}
          />
        )}
      </Field>
      {send.isError && <ErrorState title="Failed to send message">{messageOf(send.error)}</ErrorState>}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={send.isPending} disabled={!ready}>
          {send.isPending ? 'Sending...' : 'Send Message'}
        </Button>
      </div>
    </form>
  );
}
