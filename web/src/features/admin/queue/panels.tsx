import type { ReactNode } from 'react';
import type { QueueKind } from '#domain/admin/records-schema.ts';
import { ClaimPanel } from '#web/features/admin/claims/claim-panel.tsx';
import { ExceptionPanel } from '#web/features/admin/exceptions/exception-panel.tsx';
import { AfterChangeContext } from '#web/features/admin/kit/use-change.ts';
import { ThreadPanel } from '#web/features/admin/messages/thread-panel.tsx';
import { PolicyPanel } from '#web/features/admin/policies/policy-panel.tsx';
import { ApprovalPanel } from '#web/features/admin/settings/approvals-card.tsx';

const claim = (id: string) => <ClaimPanel key={id} id={id} />;
const policy = (id: string) => <PolicyPanel key={id} id={id} />;

/** The record of each kind of work. */
const PANELS: Readonly<Record<QueueKind, (id: string) => ReactNode>> = {
  claims_due: claim,
  documents_awaited: claim,
  payouts_to_confirm: claim,
  payouts_to_send: claim,
  payouts_under_way: claim,
  refunds_owed: policy,
  policies_to_review: policy,
  holder_changes: policy,
  messages_unanswered: (id) => <ThreadPanel key={id} id={id} />,
  exceptions: (id) => <ExceptionPanel key={id} id={id} />,
  approvals: (id) => <ApprovalPanel key={id} id={id} />,
};

interface OpenItemProps {
  place: { kind: QueueKind; id: string };
  decided: (tell?: () => void) => unknown;
  /** Above the record. */
  children: ReactNode;
}

/** The record of an item, beside the queue. */
export const OpenItem = ({ place: { kind, id }, decided, children }: OpenItemProps) => (
  <AfterChangeContext value={decided}>
    {children}
    {PANELS[kind](id)}
  </AfterChangeContext>
);
