/** How a policy ends or is replaced: what was asked, and what is owed for it. */
import type { PolicyRequestDetail } from '#domain/admin/policies-schema.ts';
import { formatAmount } from '#domain/money.ts';
import type { ChangeRefundState } from '#domain/policy/change.ts';
import type { ChangeLink } from '#domain/policy/change-schema.ts';
import * as fact from '#web/features/admin/kit/facts.tsx';
import { ShortMoment } from '#web/features/admin/parts/cells.tsx';
import { DeskLink, FactSection, PanelSection } from '#web/features/admin/parts/panel.tsx';

type Policy = PolicyRequestDetail;

const refundOf = (amount: string, { decimals, currency }: Policy['payment'], whole = true) =>
  `${formatAmount(amount, decimals, currency)} (${whole ? 'the whole premium' : 'for unused days'})`;

export function Endings({ policy }: { policy: Policy }) {
  const { declined, cancellation, withdrawal, withdrawals_to_check: toCheck, payment } = policy;
  const { declined_at: at, replaces, replaced_by: after } = policy;
  return (
    <>
      {declined !== null && at !== null && (
        <FactSection
          title="Rejection"
          rows={[
            fact.moment('Rejected', at),
            ['Reason', declined.reason],
            ['Refund', refundOf(payment.amount, payment)],
            fact.clock('Promised', declined.refund_due_at),
          ]}
        />
      )}
      {(replaces !== null || after !== null) && (
        <FactSection
          title="Change of cover"
          rows={[
            fact.text('Replaces', replaces && <Other link={replaces} />),
            fact.text('Replaced by', after && <Other link={after} />),
          ]}
        />
      )}
      {cancellation !== null && (
        <FactSection
          title={after ? 'Refund for the change of cover' : 'Cancellation'}
          rows={[
            fact.moment(after ? 'Agreed' : 'Asked', cancellation.requested_at),
            ['Refund', refundOf(cancellation.amount, payment, cancellation.kind === 'full')],
            fact.moment('Consent until', cancellation.valid_until),
            fact.clock('Promised', cancellation.refund_due_at),
          ]}
        />
      )}
      {withdrawal !== null && (
        <FactSection
          title="Withdrawal"
          rows={[
            fact.moment('Submitted', withdrawal.submitted_at),
            ['Refund', refundOf(payment.amount, payment)],
            fact.text('Holder’s consent', withdrawal.consent && consentText(withdrawal.consent)),
            fact.clock('Promised', withdrawal.refund_due_at),
          ]}
        />
      )}
      {toCheck.length > 0 && (
        <PanelSection title="Withdrawals to check">
          <ul className="flex flex-col gap-3 text-[0.8125rem]">
            {toCheck.map((one) => (
              <li key={one.id}>
                <span className="wrap-anywhere">{one.email}</span> · submitted{' '}
                <ShortMoment at={one.submitted_at} /> ·{' '}
                {one.link_followed_at === null ? 'link not followed yet' : 'read at that address'} ·{' '}
                <DeskLink to="/admin/messages" open={one.thread_id}>
                  Conversation
                </DeskLink>
              </li>
            ))}
          </ul>
        </PanelSection>
      )}
    </>
  );
}

/** The registry takes no rejection anymore, so the holder was asked for a consent, and is asked again every 14 days. */
const consentText = ({ asked_at: asked, valid_until: until }: NonNullable<Consent>) =>
  until !== null ? (
    <>
      Given, valid until <ShortMoment at={until} />
    </>
  ) : asked !== null ? (
    <>
      Asked for <ShortMoment at={asked} />, not given yet
    </>
  ) : (
    'About to be asked for'
  );
type Consent = NonNullable<Policy['withdrawal']>['consent'];

/** The other policy of a change of cover, and the old one's refund. */
const Other = ({ link: { policy_id, policy_number, refund } }: { link: ChangeLink }) => (
  <>
    <DeskLink to="/admin/policies" open={policy_id}>
      {policy_number}
    </DeskLink>
    {`, refund of ${formatAmount(refund.amount, refund.decimals, refund.currency)} ${CHANGE_REFUNDS[refund.state]}`}
    {refund.reason !== null && ` (${refund.reason})`}
  </>
);

const CHANGE_REFUNDS: Readonly<Record<ChangeRefundState, string>> = {
  waiting: 'waits for the new policy',
  due: 'is due',
  sent: 'was sent',
  closed: 'is closed',
};
