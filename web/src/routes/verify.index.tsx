import { createFileRoute } from '@tanstack/react-router';
import { useLookUp } from '../features/verify/use-look-up.ts';
import { VerifyScreen } from '../features/verify/verify-screen.tsx';
import { pageTitle } from '../lib/title.ts';

function VerifyPage() {
  return <VerifyScreen id="" onLookUp={useLookUp()} />;
}

export const Route = createFileRoute('/verify/')({
  head: pageTitle('Verify a policy'),
  component: VerifyPage,
});
