import { useQuery } from '@tanstack/react-query';
import { isClaimable } from '#domain/claims/rules.ts';
import { claimsQuery } from '#web/features/claims/queries.ts';
import { policiesQuery } from '#web/lib/api/policies-query.ts';
import { cn } from '#web/lib/cn.ts';
import { useKeptRead } from '#web/lib/kept/use-kept.ts';
import { useAddress } from '#web/state/wallet-session.ts';
import { FormSteps } from '#web/ui/form-steps.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { LoadError, Skeleton } from '#web/ui/states.tsx';

import { coverTimes } from './claim-form.ts';
import { ClaimFormScreen, type ClaimScreenProps } from './claim-form-screen.tsx';
import { NothingToClaimOn } from './details-step.tsx';
import { STEPS } from './steps.ts';

export const SubmitClaimHeading = () => (
  <PageHead title="Submit Claim">Tell us what happened. It takes a few minutes.</PageHead>
);

export function SubmitClaim(props: ClaimScreenProps & { policyId: number | null }) {
  const address = useAddress();
  const policies = useQuery(policiesQuery(address));
  const claims = useQuery(claimsQuery(address));
  const isRead = useKeptRead();
  const claimable = policies.data?.filter((policy) => isClaimable(coverTimes(policy), Date.now()));
  return (
    <div className="page flex flex-col gap-8 py-10 max-sm:min-h-[calc(100dvh-4rem-1px)] max-sm:pt-5">
      {/* A phone has the name with each question. */}
      <div className={cn(claimable?.length !== 0 && !policies.isError && 'max-sm:sr-only')}>
        <SubmitClaimHeading />
      </div>
      {(policies.isPending || !isRead) && (
        <div role="status" aria-label="Loading your policies" className="flex flex-col gap-6">
          <Skeleton className="h-8 w-72" />
          <Skeleton className="h-48" />
          <Skeleton className="h-72" />
        </div>
      )}
      {policies.isError && !claimable && <LoadError title="Error Loading Policies" query={policies} />}
      {claimable?.length === 0 && (
        <>
          <FormSteps steps={STEPS} current={0} />
          <NothingToClaimOn />
        </>
      )}
      {isRead && claimable && claimable.length > 0 && (
        <ClaimFormScreen address={address} policies={claimable} claims={claims.data ?? null} {...props} />
      )}
    </div>
  );
}
