import type { PolicyDetailAnswer } from '../../../../../domain/policy/schema.ts';
import type { TimelineEntry } from '../../../../../domain/policy/service-schema.ts';
import { Card } from '../../../ui/card.tsx';
import { TransactionHash } from '../../../ui/chain.tsx';
import { Timeline } from '../../../ui/timeline.tsx';

/** The label of each kind of event. */
export const TIMELINE_TITLES: Readonly<Record<TimelineEntry['kind'], string>> = {
  purchased: 'Premium paid',
  confirmed: 'Payment confirmed on chain',
  activated: 'Policy activated',
  cover_began: 'Cover began',
  beneficiary_changed: 'Beneficiary changed',
  contact_changed: 'Contact details changed',
  cancellation_requested: 'Cancellation requested',
  cancellation_closed: 'Cancellation request closed; the policy goes on',
  cancelled: 'Cancelled and refunded',
  rejected: 'Rejected and refunded in full',
  claim_paid: 'Claim paid',
  payout_proposed: 'Payout proposed on chain; it waits before it can be paid',
  payout_vetoed: 'Proposed payout stopped',
  paid_in_error: 'We sent money a second time, in error',
  payment_owed: 'A payment to your wallet was not taken and waits for you',
  owed_paid: 'The waiting payment was collected',
  holder_change_proposed: 'A change of holder was proposed',
  holder_change_confirmed: 'The change of holder was confirmed',
  holder_change_contested: 'The holder objected to the change',
  holder_change_stopped: 'The change of holder was stopped',
  holder_changed: 'Moved to another wallet',
  expired: 'Cover ended',
  orphaned: 'The network took a transaction back',
  reappeared: 'The transaction is on chain again',
  payment_replaced: 'Another payment of yours took the place of the lost one',
};

export function TimelineCard({ policy }: { policy: PolicyDetailAnswer }) {
  const { chain_id: chainId } = policy;
  const items = policy.timeline.toReversed().map(({ at, kind, tx_hash }) => ({
    at,
    title: TIMELINE_TITLES[kind],
    note: tx_hash && <TransactionHash hash={tx_hash} chainId={chainId} />,
  }));
  return (
    <Card className="p-6">
      <h2 className="mb-4 text-lg">Timeline</h2>
      <Timeline items={items} label="What happened to this policy" earlier={policy.earlier_entries} />
    </Card>
  );
}
