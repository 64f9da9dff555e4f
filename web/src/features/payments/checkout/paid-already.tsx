import type { ProductKey } from '#domain/products/index.ts';
import type { DraftPaid } from '#domain/quote/schema.ts';
import { forgetQuote } from '#web/state/purchase.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/states.tsx';

/** Replaces the form when the quote was paid in another tab or browser, and links to the result. */
export function PaidAlready({
  paid,
  product,
  storedQuoteId,
}: {
  paid: DraftPaid;
  product: ProductKey;
  storedQuoteId: string;
}) {
  const { policy_id, policy_number } = paid;
  return (
    <div className="page py-12">
      <h1 className="sr-only">Payment</h1>
      <EmptyState
        title="You have already paid for this"
        actions={
          policy_id === null ? (
            <ButtonLink to="/my-policies" onClick={() => forgetQuote(storedQuoteId)}>
              See My Policies
            </ButtonLink>
          ) : (
            <ButtonLink
              to="/policy/$id"
              params={{ id: String(policy_id) }}
              search={{ type: product }}
              onClick={() => forgetQuote(storedQuoteId)}
            >
              View {policy_number ?? 'your policy'}
            </ButtonLink>
          )
        }
      >
        {policy_id === null
          ? 'The payment is on its way, and your policy will appear under My Policies automatically. Do not pay again.'
          : `It bought ${policy_number ?? 'your policy'}. There is nothing more to pay.`}
      </EmptyState>
    </div>
  );
}
