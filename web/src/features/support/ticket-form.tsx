import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type * as z from 'zod';
import * as messagesApi from '#domain/messages/api.ts';
import { CUSTOMER_PRIORITIES, TICKET_CATEGORIES } from '#domain/messages/lifecycle.ts';
import { ticketForm } from '#domain/messages/schema.ts';
import { PROMISES } from '#domain/promises.ts';
import { api } from '#web/lib/api/api.ts';
import { useApiForm } from '#web/lib/api/use-api-form.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { NoteField, SelectField, TextField } from '#web/ui/form.tsx';
import { Section } from '#web/ui/section.tsx';
import { Failure, Notice } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast.ts';

type Entered = z.input<typeof ticketForm>;

/** `category` is empty until it is chosen. */
const EMPTY = { subject: '', message: '', priority: 'medium', category: '' } as unknown as Entered;

const named = (value: string) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) });
const CATEGORIES = TICKET_CATEGORIES.map(named);
const PRIORITIES = CUSTOMER_PRIORITIES.map(named);

interface TicketFormProps {
  /** The signed-in address, or null. */
  address: string | null;
  signIn: ReactNode;
}

/** A support ticket. Its values stay until it was delivered, even through a sign-in. */
export function TicketForm({ address, signIn }: TicketFormProps) {
  const queryClient = useQueryClient();
  const form = useApiForm({
    keep: 'mine/ticket',
    schema: ticketForm,
    defaultValues: EMPTY,
    // A ticket is a message of type `support`.
    send: (ticket) =>
      api.ask(messagesApi.createThread, {
        body: { wallet_address: address ?? '', type: 'support', ...ticket },
      }),
    onDone: () => {
      toast.success('Support ticket created', `We'll get back to you within ${PROMISES.replyHours} hours.`);
      form.reset(EMPTY);
      return queryClient.invalidateQueries({ queryKey: ['messages', address] });
    },
  });
  const send = form.sending;
  return (
    <Section title="Create a support ticket">
      <p className="text-[0.9375rem] text-muted">
        A person answers within {PROMISES.replyHours} hours, under Messages.
      </p>
      <form noValidate className="mt-5 flex flex-col gap-5" onSubmit={form.submit}>
        <TextField form={form} name="subject" label="Subject" autoComplete="off" />
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField
            form={form}
            name="category"
            label="Category"
            options={CATEGORIES}
            placeholder="Select a category"
          />
          <SelectField form={form} name="priority" label="Priority" options={PRIORITIES} />
        </div>
        <NoteField form={form} name="message" label="Message" rows={6} />
        <Failure title="The ticket could not be created" error={send.error} />
        {send.data && (
          <Notice
            actions={
              <ButtonLink to="/messages" search={{ thread: send.data.id }} variant="secondary" size="small">
                Open the conversation
              </ButtonLink>
            }
          >
            <span className="wrap-anywhere">‘{send.data.subject}’ has arrived.</span>
          </Notice>
        )}
        {address === null ? (
          signIn
        ) : (
          <Button type="submit" busy={send.isPending} className="self-start">
            {send.isPending ? 'Sending...' : 'Create Ticket'}
          </Button>
        )}
      </form>
    </Section>
  );
}
