import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Controller, useForm } from 'react-hook-form';
import type * as z from 'zod';
import { CUSTOMER_PRIORITIES, TICKET_CATEGORIES } from '../../../../domain/messages/lifecycle.ts';
import { ticketForm } from '../../../../domain/messages/schema.ts';
import { PROMISES } from '../../../../domain/promises.ts';
import { messageOf } from '../../lib/api/errors.ts';
import { showIssues } from '../../lib/api/show-issues.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { ErrorState, Notice } from '../../ui/states.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { toast } from '../../ui/toast.ts';
import { createTicket } from './queries.ts';

type Entered = z.input<typeof ticketForm>;
type Ticket = z.output<typeof ticketForm>;

/** `category` is empty until it is chosen. */
const EMPTY = { subject: '', message: '', priority: 'medium', category: '' } as unknown as Entered;

const named = (value: string) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) });
const CATEGORIES = TICKET_CATEGORIES.map(named);
const PRIORITIES = CUSTOMER_PRIORITIES.map(named);

interface TicketFormProps {
  /** The signed-in address, or null. */
  address: string | null;
  /** Replaces the button until the customer signs in. */
  signIn: ReactNode;
}

/** A support ticket. Its values stay until it was delivered, even through a sign-in. */
export function TicketForm({ address, signIn }: TicketFormProps) {
  const queryClient = useQueryClient();
  const form = useForm<Entered, unknown, Ticket>({
    resolver: zodResolver(ticketForm),
    defaultValues: EMPTY,
    // Not on blur, because an appearing error would move the button away from under the click.
    mode: 'onSubmit',
  });
  const { errors } = form.formState;
  const send = useMutation({
    mutationFn: (ticket: Ticket) => createTicket(address ?? '', ticket),
    onSuccess: () => {
      toast.success('Support ticket created', `We'll get back to you within ${PROMISES.replyHours} hours.`);
      form.reset(EMPTY);
      return queryClient.invalidateQueries({ queryKey: ['messages', address] });
    },
    onError: (error) => showIssues(form, error, ['subject', 'message', 'priority', 'category']),
  });
  return (
    <Card aria-labelledby="ticket" className="p-5 sm:p-6">
      <h2 id="ticket" className="text-lg">
        Create a support ticket
      </h2>
      <p className="mt-1 text-[0.9375rem] text-muted">
        A person answers within {PROMISES.replyHours} hours, under Messages.
      </p>
      <form
        noValidate
        className="mt-5 flex flex-col gap-5"
        onSubmit={(event) => void form.handleSubmit((ticket) => send.mutate(ticket))(event)}
      >
        <Field label="Subject" error={errors.subject?.message}>
          {(aria) => <Input {...aria} {...form.register('subject')} autoComplete="off" />}
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Category" error={errors.category?.message}>
            {(aria) => (
              <Controller
                control={form.control}
                name="category"
                render={({ field }) => (
                  <Select
                    {...aria}
                    options={CATEGORIES}
                    placeholder="Select a category"
                    value={field.value ?? ''}
                    onChange={field.onChange}
                    onBlur={field.onBlur}
                  />
                )}
              />
            )}
          </Field>
          <Field label="Priority" error={errors.priority?.message}>
            {(aria) => (
              <Controller
                control={form.control}
                name="priority"
                render={({ field }) => (
                  <Select
                    {...aria}
                    options={PRIORITIES}
                    value={field.value}
                    onChange={field.onChange}
                    onBlur={field.onBlur}
                  />
                )}
              />
            )}
          </Field>
        </div>
        <Field label="Message" error={errors.message?.message}>
          {(aria) => <Textarea {...aria} {...form.register('message')} rows={6} />}
        </Field>
        {send.isError && (
          <ErrorState title="The ticket could not be created">{messageOf(send.error)}</ErrorState>
        )}
        {send.data && (
          <Notice
            actions={
              <Link
                to="/messages"
                search={{ thread: send.data.id }}
                className={buttonClass({ variant: 'secondary', size: 'small' })}
              >
                Open the conversation
              </Link>
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
    </Card>
  );
}
