import { Link } from '@tanstack/react-router';
import type { PolicyAnswer } from '../../../../../domain/policy/schema.ts';
import { longDate } from '../../../lib/format.ts';
import { Money } from '../../../ui/money.tsx';
import { Notice } from '../../../ui/states.tsx';

type Refund = NonNullable<PolicyAnswer['refund']>;

/** `0.6 ETH by December 1, 2026` */
export function RefundText({ refund }: { refund: Refund }) {
  return (
    <>
      <Money amount={BigInt(refund.amount)} decimals={refund.decimals} symbol={refund.currency} /> by{' '}
      {longDate(refund.due_at)}
    </>
  );
}

export function RefundNotices({ policies }: { policies: readonly PolicyAnswer[] }) {
  const owed = policies.flatMap((policy) =>
    policy.refund === null ? [] : [{ ...policy, refund: policy.refund }],
  );
  if (owed.length === 0) return null;
  return (
    <ul aria-label="Requested refunds" className="flex flex-col gap-3">
      {owed.map(({ id, policy_number: number, policy_type: type, refund }) => (
        <li key={id}>
          <Notice tone="waiting">
            Your refund for{' '}
            <Link
              to="/policy/$id"
              params={{ id: String(id) }}
              search={{ type }}
              className="underline underline-offset-4"
            >
              {number}
            </Link>{' '}
            is requested: <RefundText refund={refund} />.
          </Notice>
        </li>
      ))}
    </ul>
  );
}
