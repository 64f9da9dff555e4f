import { createFileRoute } from '@tanstack/react-router';
import { SharedProofScreen } from '#web/features/verify/shared/shared-proof-screen.tsx';
import { pageTitle } from '#web/lib/title.ts';

function ProofPage() {
  const { token } = Route.useParams();
  return <SharedProofScreen key={token} token={token} />;
}

export const Route = createFileRoute('/proof/$token')({
  head: pageTitle('Proof of insurance'),
  component: ProofPage,
});
