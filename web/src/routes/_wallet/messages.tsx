import { createFileRoute } from '@tanstack/react-router';
import { SignedIn } from '#web/features/auth/signed-in.tsx';
import { MessageBox } from '#web/features/help/message-box.tsx';
import { ComposeForm } from '#web/features/help/wallet-forms.tsx';
import { Messages, MessagesHeading } from '#web/features/messages/inbox/messages-screen.tsx';
import { messagesSearch } from '#web/features/messages/inbox/search.ts';
import { pageTitle } from '#web/lib/title.ts';

function MessagesPage() {
  const view = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <SignedIn title="Sign in to see your messages" heading={<MessagesHeading />}>
      <Messages
        view={view}
        compose={(props) => (
          <MessageBox title="New Message">
            <ComposeForm {...props} />
          </MessageBox>
        )}
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
