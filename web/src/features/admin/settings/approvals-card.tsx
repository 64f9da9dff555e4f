import { useQuery } from '@tanstack/react-query';
import * as approvalsApi from '#domain/admin/approvals-api.ts';
import { ADD_SECOND, type ApprovalEntry } from '#domain/admin/approvals-schema.ts';
import { ActionBar, ActionButtons, ChangeNotices } from '#web/features/admin/kit/action-bar.tsx';
import { offered, type RecordAction } from '#web/features/admin/kit/actions.ts';
import { useChange } from '#web/features/admin/kit/use-change.ts';
import { ShortMoment } from '#web/features/admin/parts/cells.tsx';
import { PanelRecord } from '#web/features/admin/parts/panel.tsx';
import { adminApi, approvalsQuery, readNow } from '#web/features/admin/queries.ts';
import { useAdmin } from '#web/features/admin/use-admin.ts';
import { LoadedSection } from '#web/ui/section.tsx';

/** Whether the setting is no longer what it was when somebody proposed to change it. */
const hasMoved = ({ before, now }: ApprovalEntry) => now !== before;
const refusal = ({ own }: ApprovalEntry) => (own ? 'Withdraw' : 'Refuse');

const ACTIONS: readonly RecordAction<ApprovalEntry>[] = [
  {
    key: 'confirm',
    label: 'Confirm',
    name: ({ title }) => `Confirm ${title}`,
    shortcut: 'a',
    needs: 'admins.manage',
    when: (approval) => approval.not_by_you === null && !hasMoved(approval),
    act: ({ id }) => adminApi.send(approvalsApi.confirmApproval, { id }),
    told: ({ title }) => ({ done: `${title}: confirmed`, failed: 'Failed to confirm it' }),
  },
  {
    key: 'refuse',
    label: refusal,
    name: (approval) => `${refusal(approval)} ${approval.title}`,
    shortcut: 'r',
    variant: 'secondary',
    needs: 'admins.manage',
    when: () => true,
    act: ({ id }) => adminApi.send(approvalsApi.refuseApproval, { id }),
    told: ({ title, own }) => ({
      done: `${title}: ${own ? 'withdrawn' : 'refused'}`,
      failed: own ? 'Failed to withdraw it' : 'Failed to refuse it',
    }),
  },
];

const useDecision = (approval: ApprovalEntry) =>
  useChange({
    of: ['approvals'],
    seen: approval,
    read: async () => (await readNow(approvalsQuery)).find(({ id }) => id === approval.id) ?? null,
    versionOf: ({ now, after }) => ({ Now: now, Wanted: after }),
  });

/** What waits for a second administrator, with both versions. */
export function ApprovalsCard() {
  return (
    <LoadedSection
      title="Waiting for a second administrator"
      failed="The approvals could not be loaded"
      query={useQuery(approvalsQuery)}
      height="h-16"
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
              <Approval key={approval.id} approval={approval} />
            ))}
          </ul>
        )
      }
    </LoadedSection>
  );
}

/** What is proposed, by whom, and who can confirm it. */
function Proposal({ approval }: { approval: ApprovalEntry }) {
  const { title, before, after, now, own, not_by_you: reason, confirmers } = approval;
  return (
    <>
      <p className="font-medium wrap-anywhere">{title}</p>
      <p className="wrap-anywhere">
        <span className="text-muted">From</span> {before} <span className="text-muted">to</span>{' '}
        <strong>{after}</strong>
      </p>
      <p className="text-muted">
        {own ? 'You' : approval.proposed_by}, <ShortMoment at={approval.proposed_at} />. Open until{' '}
        <ShortMoment at={approval.expires_at} />.
      </p>
      {hasMoved(approval) ? (
        <p className="rounded-card border border-amber/35 bg-amber-soft px-3 py-2">
          It was {before} when this was proposed and is {now} now, so it cannot be confirmed. Refuse it, and
          propose {after} again if that is still wanted.
        </p>
      ) : (
        <>
          {reason !== null && !own && <p className="text-muted">{reason}</p>}
          <p className="text-muted">
            {confirmers.length === 0 ? ADD_SECOND : `Can be confirmed by ${confirmers.join(', ')}.`}
          </p>
        </>
      )}
    </>
  );
}

function Approval({ approval }: { approval: ApprovalEntry }) {
  const change = useDecision(approval);
  const offer = offered(ACTIONS, approval, useAdmin(), 0);
  return (
    <li aria-label={approval.title} className="flex flex-col gap-2 py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="flex min-w-0 flex-1 basis-80 flex-col gap-0.5">
          <Proposal approval={approval} />
        </div>
        <ActionButtons offer={offer} record={approval} change={change} keyed={false} />
      </div>
      <ChangeNotices change={change} />
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
      {(found) => <OpenApproval approval={found} />}
    </PanelRecord>
  );
}

function OpenApproval({ approval }: { approval: ApprovalEntry }) {
  const change = useDecision(approval);
  return (
    <div className="flex grow flex-col">
      <div className="flex flex-col gap-1 px-4 py-3 sm:px-5">
        <Proposal approval={approval} />
      </div>
      <ActionBar actions={ACTIONS} record={approval} change={change} />
    </div>
  );
}
