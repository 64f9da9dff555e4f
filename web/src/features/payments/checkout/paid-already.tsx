import { Link } from '@tanstack/react-router';
import type { ProductKey } from '../../../../../domain/products/index.ts';
import type { DraftPaid } from '../../../../../domain/quote/schema.ts';
import { forgetQuote } from '../../../state/purchase.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/states.tsx';

/** Replaces the form when the quote was paid in another tab or browser, and links to the result. */
export function PaidAlready({ paid, product }: { paid: DraftPaid; product: ProductKey }) {
  const { policy_id, policy_number } = paid;
  return (
    <div className="page py-12">
      <h1 className="sr-only">Payment</h1>
      <EmptyState
        title="You have paid for this already"
        actions={
          policy_id === null ? (
            <Link to="/my-policies" onClick={forgetQuote} className={buttonClass()}>
              See My Policies
            </Link>
          ) : (
            <Link
              to="/policy/$id"
              params={{ id: String(policy_id) }}
              search={{ type: product }}
              onClick={forgetQuote}
              className={buttonClass()}
            >
              View {policy_number ?? 'your policy'}
            </Link>
          )
        }
      >
        {policy_id === null
          ? 'The payment is on its way, and your policy appears under My Policies by itself. Do not pay again.'
          : `It bought ${policy_number ?? 'your policy'}. Nothing more is to be paid.`}
      </EmptyState>
    </div>
  );
}
