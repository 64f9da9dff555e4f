import { createFileRoute } from '@tanstack/react-router';
import { SignedIn } from '#web/features/auth/signed-in.tsx';
import { Messages, MessagesHeading } from '#web/features/messages/inbox/messages-screen.tsx';
import { messagesSearch } from '#web/features/messages/inbox/search.ts';
import { pageTitle } from '#web/lib/title.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';

const NewMessage = lazyPart(() => import('#web/features/help/new-message.tsx'));

function MessagesPage() {
  const view = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <SignedIn title="Sign in to see your messages" heading={<MessagesHeading />}>
      <Messages
        view={view}
        compose={(composing) => <NewMessage {...composing} />}
        onView={(search, how) => void navigate({ search, replace: how === 'replace', resetScroll: false })}
      />
    </SignedIn>
  );
}

export const Route = createFileRoute('/_wallet/messages')({
  validateSearch: messagesSearch,
  head: pageTitle('Messages'),
  component: MessagesPage,
});
