import { useQueryClient } from '@tanstack/react-query';
import { Paperclip, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { claimNumber } from '#domain/claims/lifecycle.ts';
import * as messagesApi from '#domain/messages/api.ts';
import { CUSTOMER_PRIORITIES, MESSAGE_TYPES } from '#domain/messages/lifecycle.ts';
import { messageRequest } from '#domain/messages/schema.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import { api } from '#web/lib/api/api.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextField } from '#web/ui/form.tsx';
import { toast } from '#web/ui/toast.ts';
import { MessageBox } from './message-box.tsx';
import { MessageForm, namedAll, useWords } from './message-form.tsx';

const PRIORITIES = namedAll(CUSTOMER_PRIORITIES);
const TYPES = namedAll(MESSAGE_TYPES);

/** What a new message may be about. */
interface About {
  claim: number | null;
  policy: number | null;
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

const newMessage = messageRequest.pick({ subject: true, message: true, type: true, priority: true });

interface ComposeProps {
  address: string;
  about: About;
  /** Subject given by the link. */
  subject: string;
  /** Removes the attached claim or policy. */
  onDetach: (which: keyof About) => void;
  onClose: () => void;
}

/** A new message to support. A message about a claim joins the claim's conversation with its type and priority. */
function ComposeForm({ address, about, subject, onDetach, onClose }: ComposeProps) {
  const queryClient = useQueryClient();
  const form = useWords({
    schema: newMessage,
    send: (message) =>
      api.ask(messagesApi.createThread, {
        body: {
          wallet_address: address,
          ...message,
          ...(about.claim !== null && { type: 'claim' as const, claim_id: about.claim }),
          ...(about.policy !== null && { policy_id: about.policy }),
        },
      }),
    onDone: () => {
      toast.success('Message sent successfully');
      onClose();
      return queryClient.invalidateQueries({ queryKey: ['messages', address] });
    },
  });
  const [brought] = useState(subject);
  const { getValues, setValue } = form;
  useEffect(() => {
    // Not over a message that was begun.
    if (brought !== '' && getValues('message').trim() === '') setValue('subject', brought);
  }, [brought, getValues, setValue]);
  const typed = useWatch({ control: form.control, name: ['subject', 'message'] });
  const numbers = {
    claim: about.claim === null ? null : claimNumber(about.claim),
    policy: about.policy === null ? null : policyNumber(about.policy),
  };
  return (
    <MessageForm
      form={form}
      failed="Failed to send message"
      action="Send Message"
      disabled={typed.some((text) => text.trim() === '')}
      beside={
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      {(numbers.claim || numbers.policy) && (
        <ul aria-label="Attached" className="flex flex-wrap gap-2">
          {numbers.claim && <Chip number={numbers.claim} onRemove={() => onDetach('claim')} />}
          {numbers.policy && <Chip number={numbers.policy} onRemove={() => onDetach('policy')} />}
        </ul>
      )}
      {numbers.claim && (
        <p className="-mt-2 text-sm text-muted">It joins the conversation about {numbers.claim}.</p>
      )}
      <TextField form={form} name="subject" label="Subject" autoComplete="off" />
      {!numbers.claim && (
        <div className="grid grid-cols-2 gap-5 max-sm:gap-3">
          <SelectField form={form} name="type" label="Type" options={TYPES} />
          <SelectField form={form} name="priority" label="Priority" options={PRIORITIES} />
        </div>
      )}
    </MessageForm>
  );
}

/** A new message beside the inbox. Its code comes with the first one, so it takes the focus itself. */
export default function NewMessage(props: ComposeProps) {
  const heading = useRef<HTMLSpanElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <MessageBox
      title={
        <span ref={heading} tabIndex={-1} className="outline-none">
          New Message
        </span>
      }
    >
      <ComposeForm {...props} />
    </MessageBox>
  );
}
