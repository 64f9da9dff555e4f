import { Link } from '@tanstack/react-router';
import type { PolicyAnswer } from '#domain/policy/schema.ts';
import { longDate } from '#web/lib/format.ts';
import { Money } from '#web/ui/money.tsx';
import { Notice } from '#web/ui/states.tsx';

type Refund = NonNullable<PolicyAnswer['refund']>;

const RefundSum = ({ refund }: { refund: Refund }) => (
  <Money amount={BigInt(refund.amount)} decimals={refund.decimals} symbol={refund.currency} />
);

/** `0.6 ETH by December 1, 2026` */
export function RefundText({ refund }: { refund: Refund }) {
  return (
    <>
      <RefundSum refund={refund} /> by {longDate(refund.due_at)}
    </>
  );
}

export function RefundNotices({ policies }: { policies: readonly PolicyAnswer[] }) {
  const owed = policies.flatMap((policy) =>
    policy.refund === null ? [] : [{ ...policy, refund: policy.refund }],
  );
  if (owed.length === 0) return null;
  return (
    <ul aria-label="Refunds on their way" className="flex flex-col gap-3">
      {owed.map(({ id, policy_number: number, policy_type: type, refund }) => (
        <li key={id}>
          <Notice
            tone="good"
            actions={<span className="figures text-muted">by {longDate(refund.due_at)}</span>}
          >
            <span className="font-medium">
              <RefundSum refund={refund} />
            </span>{' '}
            is coming back to you for{' '}
            <Link
              to="/policy/$id"
              params={{ id: String(id) }}
              search={{ type }}
              className="underline underline-offset-4"
            >
              {number}
            </Link>
            .
          </Notice>
        </li>
      ))}
    </ul>
  );
}
