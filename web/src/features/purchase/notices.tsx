import type { ProductKey } from '#domain/products/index.ts';
import type { DraftPaid } from '#domain/quote/schema.ts';
import { ApiError, issuesOf, messageOf } from '#web/lib/api/errors.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState, Notice } from '#web/ui/states.tsx';
import { purchases } from './tabs.ts';

/** Replaces the form when the quote was paid in another tab or browser, and links to the result. */
export function PaidAlready({ paid, product, id }: { paid: DraftPaid; product: ProductKey; id: string }) {
  const { policy_id, policy_number } = paid;
  const forget = () => void purchases.move(id, 'bought');
  return (
    <div className="page py-12">
      <h1 className="sr-only">Payment</h1>
      <EmptyState
        title="You have already paid for this"
        actions={
          policy_id === null ? (
            <ButtonLink to="/my-policies" onClick={forget}>
              See My Policies
            </ButtonLink>
          ) : (
            <ButtonLink
              to="/policy/$id"
              params={{ id: String(policy_id) }}
              search={{ type: product }}
              onClick={forget}
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

/** Whether a quote was refused because the wallet insures this home or car on some of these days. */
export const isAlreadyInsured = (error: Error | null): error is ApiError =>
  error instanceof ApiError && error.code === 'already_insured';

interface AlreadyInsuredProps {
  error: ApiError;
  product: ProductKey;
  onAgain: () => void;
}

/** Says so, with two better ways; a second policy takes a step of its own. */
export function AlreadyInsured({ error, product, onAgain }: AlreadyInsuredProps) {
  const id = issuesOf(error).flatMap(({ path }) => /^policies\.(\d+)$/.exec(path)?.[1] ?? [])[0];
  return (
    <Notice tone="waiting">
      <p>{messageOf(error)}</p>
      <p className="mt-2 text-sm">A second policy costs its full price, and one loss is paid once.</p>
      <div className="mt-3 flex flex-wrap gap-2">
        {id !== undefined && (
          <>
            <ButtonLink size="small" to="/policy/$id" params={{ id }} search={{ type: product }}>
              Renew it
            </ButtonLink>
            <ButtonLink size="small" variant="secondary" to="/policy/$id/change" params={{ id }}>
              Change its cover
            </ButtonLink>
          </>
        )}
        <Button size="small" variant="quiet" onClick={onAgain}>
          Insure it again
        </Button>
      </div>
    </Notice>
  );
}
