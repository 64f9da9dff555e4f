import type { ReactNode } from 'react';
import { CLAIM_REVIEW_PROMISE, PROMISES, SUPPORT_HOURS } from '#domain/promises.ts';
import { SUPPORT_EMAIL } from '#web/lib/env.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { Section } from '#web/ui/section.tsx';
import { OutsideLink } from '#web/ui/text-link.tsx';
import { FactList } from '#web/ui/values.tsx';

function ContactCard() {
  return (
    <Section title="Contact information">
      <FactList
        className="-my-3"
        rows={[
          [
            'Email',
            <OutsideLink key="email" href={`mailto:${SUPPORT_EMAIL}`}>
              {SUPPORT_EMAIL}
            </OutsideLink>,
          ],
          ['An email is', `answered within ${PROMISES.emailReplyHours} hours`],
          ['A message is', `answered within ${PROMISES.replyHours} hours`],
          ['A claim is', `reviewed within ${CLAIM_REVIEW_PROMISE}`],
          ['Office hours', SUPPORT_HOURS],
        ]}
      />
    </Section>
  );
}

interface HelpPageProps {
  title: string;
  lead: ReactNode;
  /** Beside the message box, above how else to reach us. */
  aside?: ReactNode;
  after?: ReactNode;
  children: ReactNode;
}

/** Where somebody asks us something: the message box, and how else to reach us. */
export function HelpPage({ title, lead, aside, after, children }: HelpPageProps) {
  return (
    <div className="page flex flex-col gap-6 py-6 md:gap-8 md:py-10">
      <PageHead title={title}>{lead}</PageHead>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-6 md:gap-8">{children}</div>
        <div className="flex min-w-0 flex-col gap-5">
          {aside}
          <ContactCard />
          {after}
        </div>
      </div>
    </div>
  );
}
