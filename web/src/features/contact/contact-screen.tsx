import { Link } from '@tanstack/react-router';
import { Clock, type LucideIcon, Mail, MessageCircleWarning, MessagesSquare } from 'lucide-react';
import type { ReactNode } from 'react';
import type * as z from 'zod';
import { contactFormRequest } from '#domain/contact/schema.ts';
import { PROMISES, SUPPORT_HOURS } from '#domain/promises.ts';
import * as supportApi from '#domain/support/api.ts';
import { api } from '#web/lib/api/api.ts';
import { reasonOf } from '#web/lib/api/reason.ts';
import { useApiForm } from '#web/lib/api/use-api-form.ts';
import { SUPPORT_EMAIL } from '#web/lib/env.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { NoteField, TextField } from '#web/ui/form.tsx';
import { Section } from '#web/ui/section.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast.ts';

type Entered = z.input<typeof contactFormRequest>;

const EMPTY: Entered = { name: '', email: '', subject: '', message: '' };

/** A form of four required fields. It clears only after the message was delivered. */
function ContactForm() {
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

const linkClass = buttonClass({
  variant: 'link',
  size: 'inline',
  className: 'whitespace-normal wrap-anywhere',
});

function Way({ icon: Icon, title, children }: { icon: LucideIcon; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-4 py-4 first:pt-0 last:pb-0">
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-teal" />
      <div className="min-w-0 text-[0.9375rem]">
        <h3 className="text-base">{title}</h3>
        <div className="mt-1 text-muted">{children}</div>
      </div>
    </li>
  );
}

function Ways() {
  return (
    <Section title="Other ways to reach us">
      <ul className="divide-y divide-line">
        <Way icon={Mail} title="Email">
          <a href={`mailto:${SUPPORT_EMAIL}`} className={linkClass}>
            {SUPPORT_EMAIL}
          </a>
          <p className="mt-1">Answered within {PROMISES.emailReplyHours} hours.</p>
        </Way>
        <Way icon={MessagesSquare} title="Messages">
          <p>
            Insured with us?{' '}
            <Link to="/messages" search={{ compose: 1 }} className={linkClass}>
              Write to support
            </Link>{' '}
            from your account: we see your policy and your claim beside what you write, and answer within{' '}
            {PROMISES.replyHours} hours.
          </p>
        </Way>
        <Way icon={MessageCircleWarning} title="Complaints">
          <p>
            Did we do something wrong?{' '}
            <Link to="/complaints" className={linkClass}>
              Complain
            </Link>{' '}
            and get a number and an answer within {PROMISES.complaintAnswerWeeks} weeks.
          </p>
        </Way>
        <Way icon={Clock} title="Office hours">
          <p>{SUPPORT_HOURS}</p>
        </Way>
      </ul>
    </Section>
  );
}

export function ContactScreen() {
  return (
    <div className="page flex flex-col gap-8 py-10">
      <div>
        <h1 className="text-3xl">Contact</h1>
        <p className="mt-2 max-w-2xl text-muted">
          A question before you buy, or something that does not work? Write to us: a person answers within{' '}
          {PROMISES.replyHours} hours.
        </p>
      </div>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <ContactForm />
        <Ways />
      </div>
    </div>
  );
}
