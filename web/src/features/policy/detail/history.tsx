import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import type { TimelineEntry } from '#domain/policy/service-schema.ts';
import { Fold } from '#web/ui/fold.tsx';
import { Timeline } from '#web/ui/timeline.tsx';
import { TransactionHash } from '#web/ui/values.tsx';

export const TIMELINE_TITLES: Readonly<Record<TimelineEntry['kind'], string>> = {
  purchased: 'Premium paid',
  confirmed: 'Payment confirmed on chain',
  activated: 'Policy activated',
  cover_began: 'Cover began',
  beneficiary_changed: 'Beneficiary changed',
  contact_changed: 'Contact details changed',
  replaced: 'Replaced by a change of cover',
  cancellation_requested: 'Cancellation requested',
  cancellation_closed: 'Cancellation request closed; the policy continues',
  withdrawal_received: 'Withdrawal from the contract received',
  withdrawal_closed: 'Withdrawal handed to a person, because a claim was paid',
  withdrawn: 'Withdrawn from and refunded in full',
  cancelled: 'Canceled and refunded',
  rejected: 'Rejected and refunded in full',
  claim_paid: 'Claim paid',
  payout_announced: 'Payout announced on chain; it can be paid after a waiting period',
  payout_vetoed: 'Announced payout stopped',
  paid_in_error: 'We sent money in error',
  payment_owed: 'A payment to your wallet was not accepted and is waiting for you',
  owed_paid: 'The waiting payment was collected',
  holder_change_proposed: 'A change of holder was proposed',
  holder_change_confirmed: 'The change of holder was confirmed',
  holder_change_contested: 'The holder objected to the change',
  holder_change_stopped: 'The change of holder was stopped',
  holder_changed: 'Moved to another wallet',
  expired: 'Cover ended',
  orphaned: 'The network reversed a transaction',
  reappeared: 'The transaction is on chain again',
  payment_replaced: 'Another of your payments replaced the lost one',
};

export function History({ policy }: { policy: PolicyDetailAnswer }) {
  const { chain_id: chainId } = policy;
  const items = policy.timeline.toReversed().map(({ at, kind, tx_hash }) => ({
    at,
    title: TIMELINE_TITLES[kind],
    note: tx_hash && <TransactionHash hash={tx_hash} chainId={chainId} />,
  }));
  return (
    <Fold title="Timeline">
      <Timeline items={items} label="What happened to this policy" earlier={policy.earlier_entries} />
    </Fold>
  );
}
