import { useQuery } from '@tanstack/react-query';
import { deploymentQuery } from '#web/lib/deployment.ts';
import { useAddress } from '#web/state/wallet-session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { EmptyState, LoadError, Skeleton } from '#web/ui/states.tsx';
import { policyLink } from '#web/ui/values.tsx';
import { ChangeForm } from './change-form.tsx';
import { changeQuery } from './change-preview.ts';

/** Changes the cover of a policy on one screen: what changes, its price, what comes back, one signature and one payment. */
export function ChangeScreen({ id }: { id: number }) {
  const address = useAddress();
  const deployment = useQuery(deploymentQuery);
  const query = useQuery(changeQuery(address, id, {}));
  const { data: now } = query;
  return (
    <div className="page flex flex-col gap-6 py-8">
      <PageHead title={now ? `Change ${now.policy_number}` : 'Change your cover'}>
        A new policy replaces this one, and we refund the days you haven’t used.
      </PageHead>
      {(query.isPending || deployment.isPending) && <Skeleton label="Loading policy" className="h-96" />}
      {query.isError && <LoadError title="The change could not be prepared" query={query} />}
      {deployment.isError && <LoadError title="The networks could not be loaded" query={deployment} />}
      {now && !now.changeable && (
        <EmptyState
          title="This cover cannot be changed now"
          actions={
            <ButtonLink {...policyLink(id, now.insurance_type)}>Back to {now.policy_number}</ButtonLink>
          }
        >
          {now.problem}
        </EmptyState>
      )}
      {now?.changeable && deployment.data && (
        <ChangeForm key={address} id={id} address={address} now={now} deployment={deployment.data} />
      )}
    </div>
  );
}
