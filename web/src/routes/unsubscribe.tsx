import { createFileRoute } from '@tanstack/react-router';
import { Unsubscribe } from '#web/features/account/email-links.tsx';
import { pageTitle } from '#web/lib/title.ts';
import { useHashToken } from '#web/lib/use-hash-token.ts';

function UnsubscribePage() {
  return <Unsubscribe token={useHashToken()} />;
}

export const Route = createFileRoute('/unsubscribe')({
  head: pageTitle('Marketing letters'),
  component: UnsubscribePage,
});
