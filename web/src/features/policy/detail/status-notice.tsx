import type { ReactNode } from 'react';
import type { Unrefunded } from '#domain/policy/change.ts';
import type { ChangeLink } from '#domain/policy/change-schema.ts';
import type { Situation } from '#domain/policy/lifecycle.ts';
import { REJECTION_DAYS } from '#domain/policy/rejection.ts';
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import type { CancellationAnswer } from '#domain/policy/service-schema.ts';
import { PROMISES } from '#domain/promises.ts';
import { longDate, longMoment } from '#web/lib/format.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Section } from '#web/ui/section.tsx';
import { Notice } from '#web/ui/states.tsx';
import { exactAmount, Moment, policyLink, TransactionHash } from '#web/ui/values.tsx';

interface CardProps {
  policy: PolicyDetailAnswer;
  onWithdraw: () => void;
}

/** Offered as long as the holder can withdraw. */
export function WithdrawalCard({ policy, onWithdraw }: CardProps) {
  return (
    <Section title="Withdraw" className="print:hidden">
      <p className="mb-4 text-[0.9375rem] text-muted">
        Until {longMoment(policy.withdrawable_until ?? '')} you can withdraw from the contract without a
        reason and get the whole premium back.
      </p>
      <Button variant="secondary" size="small" onClick={onWithdraw}>
        Withdraw from contract here
      </Button>
    </Section>
  );
}

const CLOSED: Readonly<Record<Unrefunded, string>> = {
  lapsed: 'your consent lapsed before it was sent',
  revoked: 'you revoked your consent',
  claimed: 'a claim on it was paid',
  moved: 'it has moved to another wallet',
  undone: 'the cover that was to replace it is gone',
};

/** Where the old policy's refund stands, in a sentence. */
function refundText({ refund }: ChangeLink, old: string, successor: string): string {
  const sum = exactAmount(BigInt(refund.amount), refund.decimals, refund.currency);
  if (refund.state === 'waiting') return `${sum} comes back for ${old} once ${successor} is active.`;
  if (refund.state === 'due') {
    return `We send ${sum} back for ${old}${refund.due_at === null ? '' : ` by ${longDate(refund.due_at)}`}.`;
  }
  if (refund.state === 'sent') return `${sum} came back for ${old}.`;
  const why = refund.reason === null ? '' : `, because ${CLOSED[refund.reason]}`;
  const again = refund.reason === 'undone' ? '' : ` You can agree to it on the page of ${old}.`;
  return `There is no refund for ${old} at the moment${why}.${again}`;
}

const isOpen = ({ refund }: ChangeLink) => refund.state === 'waiting' || refund.state === 'closed';

/** The other policies of a change of cover, which one covers what, and the old one's refund. */
export function ChangeNotices({ policy }: { policy: PolicyDetailAnswer }) {
  const { policy_number: own, policy_type: type, replaces, replaced_by: after } = policy;
  const link = ({ policy_id, policy_number }: ChangeLink) => (
    <ButtonLink {...policyLink(policy_id, type)} variant="secondary" size="small">
      See {policy_number}
    </ButtonLink>
  );
  return (
    <>
      {after && (
        <Notice tone={isOpen(after) ? 'waiting' : 'info'} actions={link(after)}>
          {after.policy_number} replaced this policy: incidents{' '}
          {after.since === null ? (
            'from its start on'
          ) : (
            <>
              since <Moment at={after.since} />
            </>
          )}{' '}
          belong to it alone. {refundText(after, own, after.policy_number)}
        </Notice>
      )}
      {replaces && (
        <Notice tone={isOpen(replaces) ? 'waiting' : 'info'} actions={link(replaces)}>
          This policy replaced {replaces.policy_number}. {refundText(replaces, replaces.policy_number, own)}
        </Notice>
      )}
    </>
  );
}

export function refundAmount(
  props: Pick<CancellationAnswer, 'refund_amount' | 'decimals' | 'currency'>,
): string {
  const { refund_amount, decimals, currency } = props;
  return exactAmount(BigInt(refund_amount), decimals, currency);
}

/** Whether what is signed is the consent that a withdrawal needs. */
export const awaitsConsent = ({ withdrawal }: PolicyDetailAnswer): boolean =>
  withdrawal?.state === 'awaiting_consent';

/** Whether its holder can consent to a refund that ends it. */
export function isCancellable(policy: PolicyDetailAnswer): boolean {
  const situation = policy.situation;
  if (situation === 'withdrawing') return awaitsConsent(policy);
  if (policy.withdrawal !== null || policy.cancellation !== null) return false;
  if (situation === 'replaced') return policy.replaced_by?.refund.state !== 'waiting';
  return ['unconfirmed', 'in_review', 'ahead', 'in_force'].includes(situation);
}

interface NoticeProps {
  policy: PolicyDetailAnswer;
  /** Opens the signature that a withdrawal needs. */
  onAgree: () => void;
}

const premiumOf = ({ paid_amount, paid_decimals, payment_currency }: PolicyDetailAnswer) =>
  exactAmount(BigInt(paid_amount), paid_decimals, payment_currency);

function Withdrawing({ policy, onAgree }: NoticeProps) {
  if (policy.withdrawal === null) return null;
  const { submitted_at: at, state, refund_due_at: due } = policy.withdrawal;
  const premium = premiumOf(policy);
  return (
    <Notice tone="waiting">
      You withdrew from this contract on {longMoment(at)}.{' '}
      {state === 'recorded' &&
        `We send the whole premium, ${premium}, back to your wallet by ${longDate(due ?? '')}. The contract is void and no longer covers anything.`}
      {state === 'awaiting_consent' &&
        `Your cover began more than ${REJECTION_DAYS} days ago, so the whole premium, ${premium}, can go back only with your consent. It takes one free signature. The contract is void and no longer covers anything.`}
      {state === 'with_a_person' &&
        `We’ve already paid on this policy, or are about to, so a person will look at your withdrawal and answer within ${PROMISES.replyHours} hours.`}
      {state === 'awaiting_consent' && (
        <div className="mt-3">
          <Button size="small" onClick={onAgree}>
            Agree to the refund…
          </Button>
        </div>
      )}
    </Notice>
  );
}

function Canceled({ policy: { cancellation, chain_id: chainId } }: NoticeProps) {
  if (!cancellation?.refunded_at) return null;
  return (
    <Notice>
      This policy is canceled: {refundAmount(cancellation)} went back to your wallet on{' '}
      {longDate(cancellation.refunded_at)}.
      {cancellation.kind === 'full' && ' The cover is void from the beginning: it was never in force.'}
      {cancellation.refund_tx_hash && (
        <span className="ml-2">
          <TransactionHash hash={cancellation.refund_tx_hash} chainId={chainId} />
        </span>
      )}
    </Notice>
  );
}

function Canceling({ policy }: NoticeProps) {
  const { cancellation } = policy;
  if (cancellation === null) return null;
  return (
    <Notice tone="waiting">
      You asked to cancel on {longDate(cancellation.requested_at)}. We send {refundAmount(cancellation)} back
      to your wallet by {longDate(cancellation.refund_due_at)}; you stay covered until it arrives
      {cancellation.kind === 'full' ? ', and then the cover is void from the beginning' : ''}. Your consent is
      valid until <Moment at={cancellation.valid_until} />. If there is no refund by then, or you make a claim
      first, the request closes and your policy continues.
      {Date.parse(cancellation.refund_due_at) < Date.now() && (
        <>
          {' '}
          This is taking longer than we promised. We’re sorry.{' '}
          <ButtonLink
            to="/messages"
            search={{ compose: 1, policy: policy.id, subject: `Refund for ${policy.policy_number}` }}
            variant="link"
          >
            Write to us
          </ButtonLink>
          .
        </>
      )}
    </Notice>
  );
}

const CHECKING = (
  <Notice tone="waiting">
    We have your payment and are checking it. There’s nothing you need to do: this page updates automatically.
  </Notice>
);

/** What a change of cover gives back is said with the policy that replaced this one. */
const NOTICES: Readonly<Record<Situation, (props: NoticeProps) => ReactNode>> = {
  withdrawn: ({ policy: { status } }) => (
    <Notice>
      You withdrew from this contract. Your premium has been refunded in full
      {status === 'cancelled' && ' with your consent, so the registry calls it canceled'}.
    </Notice>
  ),
  rejected: () => (
    <Notice tone="danger">We declined this policy. Your premium has been refunded in full.</Notice>
  ),
  cancelled: Canceled,
  withdrawing: Withdrawing,
  declined: ({ policy }) => (
    <Notice tone="waiting">
      We cannot accept this policy. We send the whole premium, {premiumOf(policy)}, back to your wallet by{' '}
      {longDate(policy.refund?.due_at ?? '')}. You stay covered until then.
    </Notice>
  ),
  replaced: () => null,
  canceling: Canceling,
  unconfirmed: () => CHECKING,
  in_review: () => CHECKING,
  ahead: () => null,
  in_force: () => null,
  expired: () => null,
};

/** What the policy is in, and that a person answers its holder's withdrawal. */
export function StatusNotice(props: NoticeProps) {
  const Shown = NOTICES[props.policy.situation];
  return (
    <>
      {props.policy.withdrawal?.state === 'with_a_person' && <Withdrawing {...props} />}
      <Shown {...props} />
    </>
  );
}
