import { createFileRoute } from '@tanstack/react-router';
import { useLookUp } from '#web/features/verify/look-up-form.tsx';
import { VerifyScreen } from '#web/features/verify/verify-screen.tsx';
import { pageTitle } from '#web/lib/title.ts';

function VerifyPage() {
  return <VerifyScreen id="" onLookUp={useLookUp()} />;
}

export const Route = createFileRoute('/verify/')({
  head: pageTitle('Verify a policy'),
  component: VerifyPage,
});
