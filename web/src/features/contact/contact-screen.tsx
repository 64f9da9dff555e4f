import { Link } from '@tanstack/react-router';
import { Clock, type LucideIcon, Mail, MessageCircleWarning, MessagesSquare } from 'lucide-react';
import type { ReactNode } from 'react';
import { PROMISES, SUPPORT_HOURS } from '#domain/promises.ts';
import { SUPPORT_EMAIL } from '#web/lib/env.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Section } from '#web/ui/section.tsx';
import { ContactForm } from './contact-form.tsx';

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
