import { useQuery } from '@tanstack/react-query';
import { useSnapshot } from 'valtio';
import { isClaimable } from '../../../../../domain/claims/rules.ts';
import { messageOf } from '../../../lib/api/errors.ts';
import { walletSession } from '../../../state/wallet-session.ts';
import { FormSteps } from '../../../ui/form-steps.tsx';
import { LoadError } from '../../../ui/load-error.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { claimsQuery, insuredQuery } from '../queries.ts';
import { coverTimes } from './claim-form.ts';
import { ClaimFormScreen } from './claim-form-screen.tsx';
import { NothingToClaimOn } from './details-step.tsx';
import { type ClaimStep, STEPS } from './steps.ts';

export function SubmitClaimHeading() {
  return (
    <div>
      <h1 className="text-3xl">Submit Claim</h1>
      <p className="mt-2 text-muted">Tell us what happened. It takes a few minutes.</p>
    </div>
  );
}

interface SubmitClaimProps {
  /** The preselected policy. */
  policyId: number | null;
  step: ClaimStep;
  onStep: (step: ClaimStep) => void;
  /** Where to go after the submission. */
  onDone: () => void;
  signedIn: boolean;
  /** Asks the wallet for the free sign-in signature; throws the wallet's message. */
  signIn: () => Promise<void>;
}

/** The claim form, once the policies are known. */
export function SubmitClaim(props: SubmitClaimProps) {
  const { wallet } = useSnapshot(walletSession);
  const address = wallet?.address ?? '';
  const policies = useQuery(insuredQuery(address));
  const claims = useQuery(claimsQuery(address));
  const claimable = policies.data?.filter((policy) => isClaimable(coverTimes(policy), Date.now()));
  return (
    <div className="page flex flex-col gap-8 py-10">
      <SubmitClaimHeading />
      {policies.isPending && (
        <div role="status" aria-label="Loading your policies" className="flex flex-col gap-6">
          <Skeleton className="h-8 w-72" />
          <Skeleton className="h-48" />
          <Skeleton className="h-72" />
        </div>
      )}
      {policies.isError && !claimable && (
        <LoadError title="Error Loading Policies" busy={policies.isFetching} onRetry={policies.refetch}>
          {messageOf(policies.error, 'Failed to fetch policies')}
        </LoadError>
      )}
      {claimable?.length === 0 && (
        <>
          <FormSteps label="Steps" steps={STEPS} current={0} />
          <NothingToClaimOn />
        </>
      )}
      {claimable && claimable.length > 0 && (
        <ClaimFormScreen address={address} policies={claimable} claims={claims.data ?? null} {...props} />
      )}
    </div>
  );
}
