import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { walletSession } from '#web/state/wallet-session.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { FaqSection } from './faq-section.tsx';
import type { SupportSearch } from './search.ts';
import { ContactCard, QuickActions, StatusPanel } from './status-panel.tsx';

import { TicketForm } from './ticket-form.tsx';

interface SupportProps {
  view: SupportSearch;
  onView: (view: SupportSearch) => void;
  signIn: (title: string) => ReactNode;
}

export function SupportScreen({ view, onView, signIn }: SupportProps) {
  const { signIn: signedIn } = useSnapshot(walletSession);
  const address = signedIn?.address ?? null;
  return (
    <div className="page flex flex-col gap-8 py-10">
      <PageHead title="Support">Answers to common questions, and a person for everything else</PageHead>
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-5">
        <div className="flex min-w-0 flex-col gap-8">
          <FaqSection view={view} onView={onView} voter={address} signIn={signIn} />
          <TicketForm address={address} signIn={signIn('Sign in to create a ticket')} />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <QuickActions />
          <ContactCard />
          <StatusPanel />
        </div>
      </div>
    </div>
  );
}
