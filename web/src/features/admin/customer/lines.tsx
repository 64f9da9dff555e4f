/** A customer's policies, claims, messages and payments, in their own panel and beside a message. */
import type { UserDetail } from '#domain/admin/users-schema.ts';
import { formatUsd } from '#domain/money.ts';
import { shortName } from '#domain/products/index.ts';
import { ShortDate, words } from '#web/features/admin/parts/cells.tsx';
import { PanelSection, RecordLines } from '#web/features/admin/parts/panel.tsx';
import { longDate } from '#web/lib/format.ts';
import { CLAIM_BADGES } from '#web/ui/claim-badges.ts';
import { THREAD_STATUSES } from '#web/ui/thread-looks.ts';
import { Badge, Money, StatusBadge, TransactionHash } from '#web/ui/values.tsx';

interface Of {
  user: UserDetail;
}

/** How many there are of what shows its 50 newest. */
const counted = (title: string, { length }: readonly unknown[]) =>
  length >= 50 ? `${title} (50 newest)` : `${title} (${length})`;

export const Policies = ({ user: { policies } }: Of) => (
  <RecordLines
    title={counted('Policies', policies)}
    to="/admin/policies"
    rows={policies}
    line={(policy) => ({
      name: policy.policy_number,
      text: `${shortName(policy.policy_type)}, ${longDate(policy.policy_start_date)} to ${longDate(policy.policy_end_date)}`,
      end: (
        <>
          {formatUsd(policy.premium_usd)}
          <Badge variant={policy.status === 'active' ? 'default' : 'outline'}>{words(policy.status)}</Badge>
        </>
      ),
    })}
  />
);

export const Claims = ({ user: { claims } }: Of) => (
  <RecordLines
    title={counted('Claims', claims)}
    to="/admin/claims"
    rows={claims}
    line={(claim) => ({
      name: claim.claim_number,
      text: (
        <>
          {claim.policy_number}, <ShortDate at={claim.created_at} />
        </>
      ),
      end: (
        <>
          {claim.formatted_amount}
          <StatusBadge {...CLAIM_BADGES[claim.status]} />
        </>
      ),
    })}
  />
);

export const Threads = ({ user: { threads } }: Of) => (
  <RecordLines
    title={counted('Messages', threads)}
    to="/admin/messages"
    rows={threads}
    line={(thread) => ({
      name: thread.subject,
      text: <ShortDate at={thread.last_message_at} />,
      end: <StatusBadge {...THREAD_STATUSES[thread.status]} />,
    })}
  />
);

export const Payments = ({ user: { payments } }: Of) => (
  <PanelSection title={counted('Payments', payments)}>
    {payments.length === 0 && <p className="text-muted">None.</p>}
    <ul>
      {payments.map((payment) => (
        <li
          key={`${payment.kind} ${payment.tx_hash} ${payment.policy_id}`}
          className="flex flex-wrap items-center gap-x-3 border-b border-line/60 py-1.5 last:border-b-0"
        >
          <span className="w-16 font-medium">{words(payment.kind)}</span>
          <Money amount={BigInt(payment.amount)} decimals={payment.decimals} symbol={payment.currency} />
          <span className="text-muted">Transaction</span>
          <TransactionHash hash={payment.tx_hash} chainId={payment.chain_id} />
          <span className="ml-auto">
            <ShortDate at={payment.at} />
          </span>
        </li>
      ))}
    </ul>
  </PanelSection>
);
