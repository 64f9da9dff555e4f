import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { CLAIM_REVIEW_PROMISE, PROMISES, SUPPORT_HOURS } from '#domain/promises.ts';
import { SUPPORT_EMAIL } from '#web/lib/env.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Section } from '#web/ui/section.tsx';

const ACTIONS = [
  { to: '/submit-claim', label: 'Submit a claim' },
  { to: '/my-policies', label: 'My policies' },
  { to: '/messages', label: 'Messages' },
  { to: '/find-payment', label: 'I paid, where is my policy?' },
  { to: '/verify', label: 'Verify a policy' },
] as const;

export function QuickActions() {
  return (
    <Section title="Quick actions">
      <ul className="-mb-3 divide-y divide-line">
        {ACTIONS.map(({ to, label }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex min-h-12 items-center justify-between gap-3 text-[0.9375rem] hover:text-teal"
            >
              {label}
              <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const PROMISED = [
  { label: 'Messages and tickets', time: `answered within ${PROMISES.replyHours} hours` },
  { label: 'Email', time: `answered within ${PROMISES.emailReplyHours} hours` },
  { label: 'Claims', time: `reviewed within ${CLAIM_REVIEW_PROMISE}` },
  { label: 'Office hours', time: SUPPORT_HOURS },
];

export function ContactCard() {
  return (
    <Section title="Contact information">
      <p>
        <a
          href={`mailto:${SUPPORT_EMAIL}`}
          className={buttonClass({ variant: 'link', size: 'inline', className: 'wrap-anywhere' })}
        >
          {SUPPORT_EMAIL}
        </a>
      </p>
      <dl className="mt-2 divide-y divide-line">
        {PROMISED.map(({ label, time }) => (
          <div key={label} className="py-3 last:pb-0">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="mt-0.5 text-[0.9375rem]">{time}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
