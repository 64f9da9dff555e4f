import type * as z from 'zod';
import { contactFormRequest } from '#domain/contact/schema.ts';
import * as supportApi from '#domain/support/api.ts';
import { api } from '#web/lib/api/api.ts';
import { reasonOf } from '#web/lib/api/reason.ts';
import { useApiForm } from '#web/lib/api/use-api-form.ts';
import { Button } from '#web/ui/button.tsx';
import { NoteField, TextField } from '#web/ui/form.tsx';
import { Section } from '#web/ui/section.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast.ts';

type Entered = z.input<typeof contactFormRequest>;

const EMPTY: Entered = { name: '', email: '', subject: '', message: '' };

/** A form of four required fields. It clears only after the message was delivered. */
export function ContactForm() {
  const form = useApiForm({
    keep: 'mine/contact',
    schema: contactFormRequest,
    defaultValues: EMPTY,
    send: (body) => api.send(supportApi.sendContactForm, { body }),
    onDone: () => {
      toast.success("Message sent successfully! We'll get back to you soon.");
      form.reset(EMPTY);
    },
  });
  const send = form.sending;
  return (
    <Section title="Send us a message">
      <form noValidate className="mt-5 flex flex-col gap-5" onSubmit={form.submit}>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField form={form} name="name" label="Name" required autoComplete="name" />
          <TextField form={form} name="email" label="Email" required type="email" autoComplete="email" />
        </div>
        <TextField form={form} name="subject" label="Subject" required autoComplete="off" />
        <NoteField form={form} name="message" label="Message" required rows={6} />
        {send.isError && <ErrorState title="Your message was not sent">{reasonOf(send.error)}</ErrorState>}
        <Button type="submit" busy={send.isPending} className="self-start">
          {send.isPending ? 'Sending...' : 'Send Message'}
        </Button>
      </form>
    </Section>
  );
}
