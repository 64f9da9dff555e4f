import { createFileRoute } from '@tanstack/react-router';
import { ConfirmEmail } from '../features/account/confirm-email.tsx';
import { pageTitle } from '../lib/title.ts';
import { useHashToken } from '../lib/use-hash-token.ts';

function ConfirmEmailPage() {
  return <ConfirmEmail token={useHashToken()} />;
}

export const Route = createFileRoute('/confirm-email')({
  head: pageTitle('Email confirmation'),
  component: ConfirmEmailPage,
});
