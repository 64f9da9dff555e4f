import { createFileRoute } from '@tanstack/react-router';
import { ConfirmEmail } from '#web/features/account/email-links.tsx';
import { pageTitle } from '#web/lib/title.ts';
import { useHashToken } from '#web/lib/use-hash-token.ts';

function ConfirmEmailPage() {
  return <ConfirmEmail token={useHashToken()} />;
}

export const Route = createFileRoute('/confirm-email')({
  head: pageTitle('Email confirmation'),
  component: ConfirmEmailPage,
});
