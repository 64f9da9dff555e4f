/** A customer's policies, claims and payments, in their own panel and beside a message. */
import type { ReactNode } from 'react';
import type { UserDetail } from '#domain/admin/users-schema.ts';
import { formatUsd } from '#domain/money.ts';
import { shortName } from '#domain/products/index.ts';
import { CLAIM_BADGES } from '#web/features/admin/claims/display.ts';
import { ShortDate, words } from '#web/features/admin/parts/cells.tsx';
import { PanelSection, RecordLine } from '#web/features/admin/parts/panel.tsx';
import { longDate } from '#web/lib/format.ts';
import { Badge, type BadgeVariant, Money, TransactionHash } from '#web/ui/values.tsx';

interface Of {
  user: UserDetail;
}

/** An amount and a status at the end of a line. */
export const End = ({
  amount,
  label,
  variant,
}: {
  amount?: string;
  label: string;
  variant: BadgeVariant;
}) => (
  <>
    {amount}
    <Badge variant={variant}>{label}</Badge>
  </>
);

/** The newest entries of one kind, or that there are none. */
export function Newest({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  return (
    <PanelSection title={count >= 50 ? `${title} (50 newest)` : `${title} (${count})`}>
      {count === 0 ? <p className="text-muted">None.</p> : <ul>{children}</ul>}
    </PanelSection>
  );
}

export const Policies = ({ user }: Of) => (
  <Newest title="Policies" count={user.policies.length}>
    {user.policies.map((policy) => (
      <RecordLine
        key={policy.id}
        to="/admin/policies"
        open={policy.id}
        name={policy.policy_number}
        end={
          <End
            amount={formatUsd(policy.premium_usd)}
            label={words(policy.status)}
            variant={policy.status === 'active' ? 'default' : 'outline'}
          />
        }
      >
        {shortName(policy.policy_type)}, {longDate(policy.policy_start_date)} to{' '}
        {longDate(policy.policy_end_date)}
      </RecordLine>
    ))}
  </Newest>
);

export const Claims = ({ user }: Of) => (
  <Newest title="Claims" count={user.claims.length}>
    {user.claims.map((claim) => (
      <RecordLine
        key={claim.id}
        to="/admin/claims"
        open={claim.id}
        name={claim.claim_number}
        end={<End amount={claim.formatted_amount} {...CLAIM_BADGES[claim.status]} />}
      >
        {claim.policy_number}, <ShortDate at={claim.created_at} />
      </RecordLine>
    ))}
  </Newest>
);

export const Payments = ({ user }: Of) => (
  <Newest title="Payments" count={user.payments.length}>
    {user.payments.map((payment) => (
      <li
        key={`${payment.kind} ${payment.tx_hash} ${payment.policy_id}`}
        className="flex flex-wrap items-center gap-x-3 border-b border-line/60 py-1.5 last:border-b-0"
      >
        <span className="w-16 font-medium">{words(payment.kind)}</span>
        <Money amount={BigInt(payment.amount)} decimals={payment.decimals} symbol={payment.currency} />
        <TransactionHash hash={payment.tx_hash} chainId={payment.chain_id} />
        <span className="ml-auto">
          <ShortDate at={payment.at} />
        </span>
      </li>
    ))}
  </Newest>
);
