import { createFileRoute, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ConfirmEmail } from '../features/account/confirm-email.tsx';
import { pageTitle } from '../lib/title.ts';

/** The token stands behind the `#`, where no server and no log sees it; it leaves the address bar as soon as it is read. */
function ConfirmEmailPage() {
  const { hash } = useLocation();
  const navigate = Route.useNavigate();
  const [token] = useState(() => new URLSearchParams(hash).get('token'));
  useEffect(() => {
    if (hash !== '') void navigate({ to: '.', hash: '', replace: true, resetScroll: false });
  }, [hash, navigate]);
  return <ConfirmEmail token={token} />;
}

export const Route = createFileRoute('/confirm-email')({
  head: pageTitle('E-mail confirmation'),
  component: ConfirmEmailPage,
});
