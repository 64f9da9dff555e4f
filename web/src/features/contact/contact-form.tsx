import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type * as z from 'zod';
import { contactFormRequest } from '../../../../domain/contact/schema.ts';
import { ApiError, messageOf } from '../../lib/api/errors.ts';
import { showIssues } from '../../lib/api/show-issues.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { toast } from '../../ui/toast.ts';
import { sendContactForm } from './queries.ts';

type Entered = z.input<typeof contactFormRequest>;

const EMPTY: Entered = { name: '', email: '', subject: '', message: '' };

/** `in 30 seconds`, `in 2 minutes`, `in 24 hours`: when to try again, from milliseconds. */
export function inWords(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  const units = [
    { size: 3600, name: 'hour' },
    { size: 60, name: 'minute' },
    { size: 1, name: 'second' },
  ];
  const { size, name } = units.find((unit) => seconds >= unit.size) ?? { size: 1, name: 'second' };
  const count = Math.ceil(seconds / size);
  return `in ${count} ${name}${count === 1 ? '' : 's'}`;
}

function reasonOf(error: Error): string {
  const wait = error instanceof ApiError ? error.detail.retryAfter : undefined;
  return wait === undefined
    ? messageOf(error)
    : `${messageOf(error)} You can send it again ${inWords(wait)}.`;
}

/** A form of four required fields. It clears only after the message was delivered. */
export function ContactForm() {
  const form = useForm<Entered, unknown, z.output<typeof contactFormRequest>>({
    resolver: zodResolver(contactFormRequest),
    defaultValues: EMPTY,
    // Not on blur, because an appearing error would move the button away from under the click.
    mode: 'onSubmit',
  });
  const { errors } = form.formState;
  const send = useMutation({
    mutationFn: sendContactForm,
    onSuccess: () => {
      toast.success("Message sent successfully! We'll get back to you soon.");
      form.reset(EMPTY);
    },
    onError: (error) => showIssues(form, error, ['name', 'email', 'subject', 'message']),
  });
  return (
    <Card className="p-5 sm:p-6">
      <h2 className="text-lg">Send us a message</h2>
      <form
        noValidate
        className="mt-5 flex flex-col gap-5"
        onSubmit={(event) => void form.handleSubmit((entered) => send.mutate(entered))(event)}
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Name" error={errors.name?.message}>
            {(aria) => <Input {...aria} {...form.register('name')} required autoComplete="name" />}
          </Field>
          <Field label="Email" error={errors.email?.message}>
            {(aria) => (
              <Input {...aria} {...form.register('email')} required type="email" autoComplete="email" />
            )}
          </Field>
        </div>
        <Field label="Subject" error={errors.subject?.message}>
          {(aria) => <Input {...aria} {...form.register('subject')} required autoComplete="off" />}
        </Field>
        <Field label="Message" error={errors.message?.message}>
          {(aria) => <Textarea {...aria} {...form.register('message')} required rows={6} />}
        </Field>
        {send.isError && <ErrorState title="Your message was not sent">{reasonOf(send.error)}</ErrorState>}
        <Button type="submit" busy={send.isPending} className="self-start">
          {send.isPending ? 'Sending...' : 'Send Message'}
        </Button>
      </form>
    </Card>
  );
}
