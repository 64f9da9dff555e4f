import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { PROMISES } from '#domain/promises.ts';
import { walletSession } from '#web/state/wallet-session.ts';
import { FaqSection } from './faq-section.tsx';
import { HelpPage } from './help-page.tsx';
import { MessageBox } from './message-box.tsx';
import type { SupportSearch } from './search.ts';
import { QuickActions, StatusPanel } from './status-panel.tsx';
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
    <HelpPage
      title="Support"
      lead="Answers to common questions, and a person for everything else"
      aside={<QuickActions />}
      after={<StatusPanel />}
    >
      <FaqSection view={view} onView={onView} voter={address} signIn={signIn} />
      <MessageBox
        title="Create a support ticket"
        note={`A person answers within ${PROMISES.replyHours} hours, under Messages.`}
      >
        <TicketForm address={address} signIn={signIn('Sign in to create a ticket')} />
      </MessageBox>
    </HelpPage>
  );
}
