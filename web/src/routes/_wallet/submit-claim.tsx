import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { signIn } from '#web/features/auth/sign-in.ts';
import { SignedIn } from '#web/features/auth/signed-in.tsx';
import type { ClaimStep } from '#web/features/claims/form/steps.ts';
import { SubmitClaim, SubmitClaimHeading } from '#web/features/claims/form/submit-claim.tsx';
import { pageTitle } from '#web/lib/title.ts';
import { walletSession } from '#web/state/wallet-session.ts';

interface Search {
  policy?: number | undefined;
  /** Absent for the first step. */
  step?: Exclude<ClaimStep, 'details'> | undefined;
}

function SubmitClaimPage() {
  const { policy, step } = Route.useSearch();
  const navigate = Route.useNavigate();
  const session = useSnapshot(walletSession);
  const address = session.wallet?.address ?? '';
  // An expired session keeps the form; another account starts over.
  const [opened, setOpened] = useState<string | null>(null);
  if (session.signIn !== null && opened !== address) setOpened(address);
  if (opened !== address) {
    return (
      <SignedIn title="Sign in to submit a claim" heading={<SubmitClaimHeading />}>
        {null}
      </SignedIn>
    );
  }
  return (
    <SubmitClaim
      key={address}
      policyId={policy ?? null}
      step={step ?? 'details'}
      onStep={(next) =>
        void navigate({ search: { policy, step: next === 'details' ? undefined : next }, state: true })
      }
      onDone={() => void navigate({ to: '/my-claims' })}
      leave={{ label: 'Back to My Claims', go: () => void navigate({ to: '/my-claims' }) }}
      signedIn={session.signIn !== null}
      signIn={signIn}
    />
  );
}

const id = (value: unknown) => {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
};

export const Route = createFileRoute('/_wallet/submit-claim')({
  validateSearch: ({ policy, step }: Record<string, unknown>): Search => ({
    policy: id(policy),
    step: step === 'review' ? step : undefined,
  }),
  head: pageTitle('Submit Claim'),
  component: SubmitClaimPage,
});
