/** How a policy ends or is replaced: what was asked, and what is owed for it. */
import type { PolicyRequestDetail } from '#domain/admin/policies-schema.ts';
import { formatAmount } from '#domain/money.ts';
import type { ChangeRefundState } from '#domain/policy/change.ts';
import type { ChangeLink } from '#domain/policy/change-schema.ts';
import { ShortMoment } from '#web/features/admin/parts/cells.tsx';
import { Clock } from '#web/features/admin/parts/clock.tsx';
import { DeskLink, PanelSection } from '#web/features/admin/parts/panel.tsx';

import { FactList, type FactRow } from '#web/ui/values.tsx';

export function Rejection({ policy }: { policy: PolicyRequestDetail }) {
  const { declined, declined_at: at, payment } = policy;
  if (declined === null || at === null) return null;
  return (
    <PanelSection title="Rejection">
      <FactList
        dense
        rows={[
          ['Rejected', <ShortMoment key="at" at={at} />],
          ['Reason', declined.reason],
          [
            'Refund',
            `${formatAmount(payment.amount, payment.decimals, payment.currency)} (the whole premium)`,
          ],
          ['Promised', <Clock key="due" due={declined.refund_due_at} />],
        ]}
      />
    </PanelSection>
  );
}

export function Cancellation({ policy }: { policy: PolicyRequestDetail }) {
  const { cancellation, payment } = policy;
  if (cancellation === null) return null;
  return (
    <PanelSection title={policy.replaced_by ? 'Refund for the change of cover' : 'Cancellation'}>
      <FactList
        dense
        rows={[
          [
            policy.replaced_by ? 'Agreed' : 'Asked',
            <ShortMoment key="asked" at={cancellation.requested_at} />,
          ],
          [
            'Refund',
            `${formatAmount(cancellation.amount, payment.decimals, payment.currency)} (${cancellation.kind === 'full' ? 'the whole premium' : 'for unused days'})`,
          ],
          ['Consent until', <ShortMoment key="until" at={cancellation.valid_until} />],
          ['Promised', <Clock key="due" due={cancellation.refund_due_at} />],
        ]}
      />
    </PanelSection>
  );
}

export function Withdrawal({ policy }: { policy: PolicyRequestDetail }) {
  const { withdrawal, withdrawals_to_check: toCheck, payment } = policy;
  return (
    <>
      {withdrawal !== null && (
        <PanelSection title="Withdrawal">
          <FactList
            dense
            rows={[
              ['Submitted', <ShortMoment key="at" at={withdrawal.submitted_at} />],
              [
                'Refund',
                `${formatAmount(payment.amount, payment.decimals, payment.currency)} (the whole premium)`,
              ],
              withdrawal.consent !== null && ['Holder’s consent', consentText(withdrawal.consent)],
              ['Promised', <Clock key="due" due={withdrawal.refund_due_at} />],
            ]}
          />
        </PanelSection>
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
export function CoverChange({ policy }: { policy: PolicyRequestDetail }) {
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
    <PanelSection title="Change of cover">
      <FactList dense rows={[row('Replaces', replaces), row('Replaced by', after)]} />
    </PanelSection>
  );
}

const CHANGE_REFUNDS: Readonly<Record<ChangeRefundState, string>> = {
  waiting: 'waits for the new policy',
  due: 'is due',
  sent: 'was sent',
  closed: 'is closed',
};
