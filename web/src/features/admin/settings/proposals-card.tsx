import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ADD_SECOND, type ProposalEntry } from '../../../../../domain/admin/proposals-schema.ts';
import { messageOf } from '../../../lib/api/errors.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadError } from '../../../ui/load-error.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { ShortMoment } from '../parts/cells.tsx';
import { SettingsCard } from './account-cards.tsx';
import { decideProposal, proposalsQuery } from './queries.ts';

/** What waits for a second administrator, with both versions. */
export function ProposalsCard() {
  const proposals = useQuery(proposalsQuery);
  return (
    <SettingsCard title="Waiting for a second administrator">
      {proposals.isPending && <Skeleton className="h-16" />}
      {proposals.isError && (
        <LoadError
          title="The proposals could not be loaded"
          small
          busy={proposals.isFetching}
          onRetry={proposals.refetch}
        >
          {messageOf(proposals.error)}
        </LoadError>
      )}
      {proposals.data?.length === 0 && (
        <p className="text-muted">
          Nothing waits. Loosening a threshold, adding an administrator and granting a permission to pay need
          two people.
        </p>
      )}
      <ul aria-label="Proposals" className="divide-y divide-line">
        {proposals.data?.map((proposal) => (
          <Proposal key={proposal.id} proposal={proposal} />
        ))}
      </ul>
    </SettingsCard>
  );
}

function Proposal({ proposal }: { proposal: ProposalEntry }) {
  const cache = useQueryClient();
  const { title, before, after, now, own, not_by_you: reason, confirmers } = proposal;
  const decide = useMutation({
    mutationFn: (how: 'confirm' | 'refuse') => decideProposal(proposal.id, how),
    onSuccess: (_, how) => {
      if (how === 'confirm') toast.success(`${title}: confirmed`);
      else toast.success(`${title}: ${own ? 'withdrawn' : 'refused'}`);
    },
    onSettled: () =>
      Promise.all(
        ['proposals', 'settings', 'admins'].map((key) => cache.invalidateQueries({ queryKey: [key] })),
      ),
  });
  const moved = now !== before;
  return (
    <li aria-label={title} className="flex flex-col gap-2 py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">{title}</p>
          <p className="wrap-anywhere">
            <span className="text-muted">From</span> {before} <span className="text-muted">to</span>{' '}
            <strong>{after}</strong>
          </p>
          <p className="text-muted">
            {own ? 'You' : proposal.proposed_by}, <ShortMoment at={proposal.proposed_at} />
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {reason === null && !moved && (
            <Button
              size="dense"
              busy={decide.isPending && decide.variables === 'confirm'}
              disabled={decide.isPending}
              aria-label={`Confirm ${title}`}
              onClick={() => decide.mutate('confirm')}
            >
              Confirm
            </Button>
          )}
          <Button
            size="dense"
            variant="secondary"
            busy={decide.isPending && decide.variables === 'refuse'}
            disabled={decide.isPending}
            aria-label={`${own ? 'Withdraw' : 'Refuse'} ${title}`}
            onClick={() => decide.mutate('refuse')}
          >
            {own ? 'Withdraw' : 'Refuse'}
          </Button>
        </div>
      </div>
      {moved && (
        <p className="rounded-card border border-amber/35 bg-amber-soft px-3 py-2">
          It was {before} when this was proposed and is {now} now, so it cannot be confirmed. Refuse it, and
          propose {after} again if that is still wanted.
        </p>
      )}
      {reason !== null && !own && !moved && <p className="text-muted">{reason}</p>}
      {!moved && (
        <p className="text-muted">
          {confirmers.length === 0 ? ADD_SECOND : `Can be confirmed by ${confirmers.join(', ')}.`}
        </p>
      )}
      {decide.isError && (
        <p role="alert" className="text-coral">
          {messageOf(decide.error)}
        </p>
      )}
    </li>
  );
}
