import { useMutation, useQuery } from '@tanstack/react-query';
import * as approvalsApi from '#domain/admin/approvals-api.ts';
import { ADD_SECOND, type ApprovalEntry } from '#domain/admin/approvals-schema.ts';
import { useAfterChange } from '#web/features/admin/kit/use-change.ts';
import { KeyMark, ShortMoment } from '#web/features/admin/parts/cells.tsx';
import { PanelRecord } from '#web/features/admin/parts/panel.tsx';
import { adminApi, approvalsQuery, readAgain } from '#web/features/admin/queries.ts';
import { useKeys } from '#web/features/admin/use-keys.ts';
import { messageOf } from '#web/lib/api/errors.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadedSection } from '#web/ui/section.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';

/** What waits for a second administrator, with both versions. */
export function ApprovalsCard() {
  return (
    <LoadedSection
      title="Waiting for a second administrator"
      failed="The approvals could not be loaded"
      query={useQuery(approvalsQuery)}
      loading={<Skeleton className="h-16" />}
    >
      {(approvals) =>
        approvals.length === 0 ? (
          <p className="text-muted">
            Nothing is waiting. Loosening a threshold, adding an administrator and granting a permission to
            pay need two people.
          </p>
        ) : (
          <ul aria-label="Approvals" className="divide-y divide-line">
            {approvals.map((approval) => (
              <Approval key={approval.id} approval={approval} keys={false} />
            ))}
          </ul>
        )
      }
    </LoadedSection>
  );
}

/** `keys`: whether it is the one that the keyboard acts on. */
function Approval({ approval, keys }: { approval: ApprovalEntry; keys: boolean }) {
  const afterChange = useAfterChange();
  const { title, before, after, now, own, not_by_you: reason, confirmers } = approval;
  const decide = useMutation({
    mutationFn: (how: 'confirm' | 'refuse') =>
      adminApi.send(how === 'confirm' ? approvalsApi.confirmApproval : approvalsApi.refuseApproval, {
        id: approval.id,
      }),
    onSuccess: (_, how) => {
      if (how === 'confirm') toast.success(`${title}: confirmed`);
      else toast.success(`${title}: ${own ? 'withdrawn' : 'refused'}`);
    },
    onSettled: () => readAgain('approvals').then(() => afterChange()),
  });
  const moved = now !== before;
  const mayConfirm = reason === null && !moved;
  useKeys(
    { ...(mayConfirm ? { a: () => decide.mutate('confirm') } : {}), r: () => decide.mutate('refuse') },
    keys && !decide.isPending,
  );
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
            {own ? 'You' : approval.proposed_by}, <ShortMoment at={approval.proposed_at} />
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {mayConfirm && (
            <Button
              size="dense"
              busy={decide.isPending && decide.variables === 'confirm'}
              disabled={decide.isPending}
              aria-label={`Confirm ${title}`}
              aria-keyshortcuts={keys ? 'a' : undefined}
              onClick={() => decide.mutate('confirm')}
            >
              Confirm
              {keys && <KeyMark>a</KeyMark>}
            </Button>
          )}
          <Button
            size="dense"
            variant="secondary"
            busy={decide.isPending && decide.variables === 'refuse'}
            disabled={decide.isPending}
            aria-label={`${own ? 'Withdraw' : 'Refuse'} ${title}`}
            aria-keyshortcuts={keys ? 'r' : undefined}
            onClick={() => decide.mutate('refuse')}
          >
            {own ? 'Withdraw' : 'Refuse'}
            {keys && <KeyMark>r</KeyMark>}
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

/** One of them beside the work queue. */
export function ApprovalPanel({ id }: { id: string }) {
  const query = useQuery(approvalsQuery);
  const approval = query.data?.find((one) => one.id === id) ?? null;
  return (
    <PanelRecord
      query={{ ...query, data: query.data && approval }}
      what="change to confirm"
      failed="The approvals could not be loaded"
    >
      {(found) => (
        <ul className="px-4 sm:px-5">
          <Approval approval={found} keys />
        </ul>
      )}
    </PanelRecord>
  );
}
