import { Link } from '@tanstack/react-router';
import type { PolicyDetailAnswer } from '../../../../../domain/policy/schema.ts';
import type { CancellationAnswer } from '../../../../../domain/policy/service-schema.ts';
import { longDate, longMoment } from '../../../lib/format.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { TransactionHash } from '../../../ui/chain.tsx';
import { exactAmount } from '../../../ui/money.tsx';
import { Notice } from '../../../ui/states.tsx';

/** The exact amount of the refund. */
export function refundAmount({
  refund_amount,
  decimals,
  currency,
}: Pick<CancellationAnswer, 'refund_amount' | 'decimals' | 'currency'>): string {
  return exactAmount(BigInt(refund_amount), decimals, currency);
}

/** What the holder should know about the policy's status; nothing for a policy in normal force. */
export function StatusNotice({ policy }: { policy: PolicyDetailAnswer }) {
  const { cancellation, status } = policy;
  const { chain_id: chainId } = policy;
  if (cancellation?.refunded_at) {
    return (
      <Notice>
        This policy is cancelled: {refundAmount(cancellation)} went back to your wallet on{' '}
        {longDate(cancellation.refunded_at)}.
        {cancellation.kind === 'full' && ' The cover is void from its beginning: it never was in force.'}
        {cancellation.refund_tx_hash && (
          <span className="ml-2">
            <TransactionHash hash={cancellation.refund_tx_hash} chainId={chainId} />
          </span>
        )}
      </Notice>
    );
  }
  if (cancellation) {
    return (
      <Notice tone="waiting">
        You asked to cancel on {longDate(cancellation.requested_at)}. We send {refundAmount(cancellation)}{' '}
        back to your wallet by {longDate(cancellation.refund_due_at)}; you stay covered until it arrives
        {cancellation.kind === 'full' ? ', and then the cover is void from its beginning' : ''}. Your consent
        holds until{' '}
        <span title={longMoment(cancellation.valid_until)}>{longDate(cancellation.valid_until)}</span>.
        Without a refund until then, or if you make a claim first, the request closes and your policy goes on.
        {Date.parse(cancellation.refund_due_at) < Date.now() && (
          <>
            {' '}
            This is taking longer than we promised, and we are sorry.{' '}
            <Link
              to="/messages"
              search={{ compose: 1, policy: policy.id, subject: `Refund for ${policy.policy_number}` }}
              className={buttonClass({ variant: 'link', size: 'inline' })}
            >
              Write to us
            </Link>
            .
          </>
        )}
      </Notice>
    );
  }
  if (status === 'pending') {
    return (
      <Notice tone="waiting">
        Your payment has been received and is being checked. You do not need to do anything; this page renews
        itself.
      </Notice>
    );
  }
  if (status === 'rejected') {
    return <Notice tone="danger">We declined this policy. Your premium has been refunded in full.</Notice>;
  }
  return null;
}
