/** How a policy ends or is replaced: what was asked, and what is owed for it. */
import type { PolicyRequestDetail } from '#domain/admin/policies-schema.ts';
import { formatAmount } from '#domain/money.ts';
import type { ChangeRefundState } from '#domain/policy/change.ts';
import type { ChangeLink } from '#domain/policy/change-schema.ts';
import * as fact from '#web/features/admin/kit/facts.tsx';
import { ShortMoment } from '#web/features/admin/parts/cells.tsx';
import { DeskLink, FactSection, PanelSection } from '#web/features/admin/parts/panel.tsx';

import type { FactRow } from '#web/ui/values.tsx';

interface Props {
  policy: PolicyRequestDetail;
}

const refundOf = (amount: string, { decimals, currency }: PolicyRequestDetail['payment'], whole = true) =>
  `${formatAmount(amount, decimals, currency)} (${whole ? 'the whole premium' : 'for unused days'})`;

export function Rejection({ policy: { declined, declined_at: at, payment } }: Props) {
  if (declined === null || at === null) return null;
  return (
    <FactSection
      title="Rejection"
      rows={[
        fact.moment('Rejected', at),
        ['Reason', declined.reason],
        ['Refund', refundOf(payment.amount, payment)],
        fact.clock('Promised', declined.refund_due_at),
      ]}
    />
  );
}

export function Cancellation({ policy: { cancellation, payment, replaced_by: after } }: Props) {
  if (cancellation === null) return null;
  return (
    <FactSection
      title={after ? 'Refund for the change of cover' : 'Cancellation'}
      rows={[
        fact.moment(after ? 'Agreed' : 'Asked', cancellation.requested_at),
        ['Refund', refundOf(cancellation.amount, payment, cancellation.kind === 'full')],
        fact.moment('Consent until', cancellation.valid_until),
        fact.clock('Promised', cancellation.refund_due_at),
      ]}
    />
  );
}

export function Withdrawal({ policy: { withdrawal, withdrawals_to_check: toCheck, payment } }: Props) {
  return (
    <>
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
type Consent = NonNullable<PolicyRequestDetail['withdrawal']>['consent'];

/** The other policy of a change of cover, and the old one's refund. */
export function CoverChange({ policy }: Props) {
  const { replaces, replaced_by: after } = policy;
  if (replaces === null && after === null) return null;
  const row = (label: string, link: ChangeLink | null): FactRow | null =>
    link && [
      label,
      <span key={label}>
        <DeskLink to="/admin/policies" open={link.policy_id}>
          {link.policy_number}
        </DeskLink>
        {`, refund of ${formatAmount(link.refund.amount, link.refund.decimals, link.refund.currency)} ${CHANGE_REFUNDS[link.refund.state]}`}
        {link.refund.reason !== null && ` (${link.refund.reason})`}
      </span>,
    ];
  return (
    <FactSection title="Change of cover" rows={[row('Replaces', replaces), row('Replaced by', after)]} />
  );
}

const CHANGE_REFUNDS: Readonly<Record<ChangeRefundState, string>> = {
  waiting: 'waits for the new policy',
  due: 'is due',
  sent: 'was sent',
  closed: 'is closed',
};
