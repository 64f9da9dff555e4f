import { createFileRoute } from '@tanstack/react-router';
import { SignedIn } from '#web/features/auth/signed-in.tsx';
import { ClaimDetail } from '#web/features/claims/detail/claim-detail.tsx';
import { pageTitle } from '#web/lib/title.ts';

function ClaimPage() {
  const { claimId } = Route.useParams();
  return (
    <SignedIn title="Sign in to see your claim" heading={<h1 className="text-3xl">Claim</h1>}>
      <ClaimDetail key={claimId} claimId={claimId} />
    </SignedIn>
  );
}

export const Route = createFileRoute('/_wallet/claim/$claimId')({
  head: pageTitle('Claim'),
  component: ClaimPage,
});
