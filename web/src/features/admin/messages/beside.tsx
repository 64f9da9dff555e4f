/** What stands beside a conversation: the complaint that it is, and the customer whom it is with. */
import { useQuery } from '@tanstack/react-query';
import * as usersApi from '#domain/admin/users-api.ts';
import { CLAIM_MEANING } from '#domain/claims/lifecycle.ts';
import {
  COMPLAINT_CAUSE_LABELS,
  COMPLAINT_OUTCOME_LABELS,
  type ComplaintEntry,
} from '#domain/complaints/schema.ts';
import { Claims, Payments, Policies } from '#web/features/admin/customer/lines.tsx';
import * as fact from '#web/features/admin/kit/facts.tsx';
import { ShortMoment } from '#web/features/admin/parts/cells.tsx';
import { FactSection } from '#web/features/admin/parts/panel.tsx';
import { adminApi } from '#web/features/admin/queries.ts';
import { Fold } from '#web/ui/fold.tsx';
import { Merge } from './merge.tsx';

/** What the customer has, and their other conversations. */
export function Customer({ thread, change }: Parameters<typeof Merge>[0]) {
  return (
    <>
      {thread.wallet_address !== null && <Insured wallet={thread.wallet_address} />}
      <Merge thread={thread} change={change} />
    </>
  );
}

/** The customer's policies, claims and payments, which open without leaving the conversation. */
function Insured({ wallet }: { wallet: string }) {
  const { data: user } = useQuery(adminApi.findQuery(usersApi.getUser, { wallet }, { staleTime: 60_000 }));
  if (!user) return null;
  const open = user.claims.filter(({ status }) => CLAIM_MEANING[status].open).length;
  const refunds = user.payments.filter(({ kind }) => kind === 'refund').length;
  const note = [
    `${user.policies.length} ${user.policies.length === 1 ? 'policy' : 'policies'}`,
    `${open} open ${open === 1 ? 'claim' : 'claims'}`,
    `${refunds} ${refunds === 1 ? 'refund' : 'refunds'}`,
  ].join(' · ');
  return (
    <Fold title="This customer" note={note} className="border-t-0 border-b px-4 sm:px-5">
      <Policies user={user} />
      <Claims user={user} />
      <Payments user={user} />
    </Fold>
  );
}

/** What a complaint is about, and how far it has come. */
export function ComplaintFacts({ complaint }: { complaint: ComplaintEntry }) {
  const { acknowledged_at: acknowledged, answered_at: answered, outcome } = complaint;
  return (
    <FactSection
      title={`Complaint ${complaint.complaint_number}`}
      rows={[
        ['Cause', COMPLAINT_CAUSE_LABELS[complaint.cause]],
        fact.text('Policy or claim', complaint.reference || null),
        fact.moment('Received', complaint.received_at),
        acknowledged === null
          ? fact.clock('Acknowledge by', complaint.acknowledge_by)
          : fact.moment('Acknowledged', acknowledged),
        answered === null
          ? fact.clock('Answer by', complaint.answer_by)
          : [
              'Answered',
              <span key="answered">
                <ShortMoment at={answered} /> by {complaint.answered_by}
              </span>,
            ],
        fact.text('Outcome', outcome && COMPLAINT_OUTCOME_LABELS[outcome]),
      ]}
    />
  );
}
