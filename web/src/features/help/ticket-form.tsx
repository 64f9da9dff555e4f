import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import * as messagesApi from '#domain/messages/api.ts';
import { CUSTOMER_PRIORITIES, TICKET_CATEGORIES } from '#domain/messages/lifecycle.ts';
import { ticketForm } from '#domain/messages/schema.ts';
import { PROMISES } from '#domain/promises.ts';
import { api } from '#web/lib/api/api.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { SelectField, TextField } from '#web/ui/form.tsx';
import { Notice } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast.ts';
import { MessageForm, namedAll, useWords } from './message-form.tsx';

const PRIORITIES = namedAll(CUSTOMER_PRIORITIES);
const CATEGORIES = namedAll(TICKET_CATEGORIES);

interface TicketFormProps {
  /** The signed-in address, or null. */
  address: string | null;
  signIn: ReactNode;
}

/** A support ticket, which is a message of type `support`. */
export function TicketForm({ address, signIn }: TicketFormProps) {
  const queryClient = useQueryClient();
  const form = useWords({
    schema: ticketForm,
    send: (ticket) =>
      api.ask(messagesApi.createThread, {
        body: { wallet_address: address ?? '', type: 'support', ...ticket },
      }),
    onDone: () => {
      toast.success('Support ticket created', `We'll get back to you within ${PROMISES.replyHours} hours.`);
      return queryClient.invalidateQueries({ queryKey: ['messages', address] });
    },
  });
  const thread = form.sending.data;
  return (
    <MessageForm
      form={form}
      failed="The ticket could not be created"
      action="Create Ticket"
      signIn={address === null && signIn}
      sent={
        thread && (
          <Notice
            actions={
              <ButtonLink to="/messages" search={{ thread: thread.id }} variant="secondary" size="small">
                Open the conversation
              </ButtonLink>
            }
          >
            <span className="wrap-anywhere">‘{thread.subject}’ has arrived.</span>
          </Notice>
        )
      }
    >
      <TextField form={form} name="subject" label="Subject" autoComplete="off" />
      <div className="grid grid-cols-2 gap-5 max-sm:gap-3">
        <SelectField
          form={form}
          name="category"
          label="Category"
          options={CATEGORIES}
          placeholder="Select a category"
        />
        <SelectField form={form} name="priority" label="Priority" options={PRIORITIES} />
      </div>
    </MessageForm>
  );
}
