import type { ProductKey } from '#domain/products/index.ts';
import type { DraftPaid } from '#domain/quote/schema.ts';
import { ApiError, issuesOf, messageOf } from '#web/lib/api/errors.ts';
import { forgetQuote } from '#web/state/purchase.ts';
import { AcceptBox } from '#web/ui/accept-box.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState, Notice } from '#web/ui/states.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { AddressText } from '#web/ui/values.tsx';

interface WithoutContractProps {
  network: string;
  accepted: boolean;
  missing: boolean;
  disabled: boolean;
  onAccept: (accepted: boolean) => void;
}

export function WithoutContract({ network, accepted, missing, disabled, onAccept }: WithoutContractProps) {
  return (
    <div>
      <AcceptBox
        name="without-contract"
        checked={accepted}
        disabled={disabled}
        onAccept={onAccept}
        error={missing ? 'Please accept this before you pay' : null}
      >
        I accept that on {network} I pay into Mooring’s own account, that Mooring’s servers keep the rules of
        my policy, and that nothing on the chain enforces its cover, a payout or a refund.
      </AcceptBox>
      <p className="mt-2 text-sm">
        <TextLink to="/terms" hash="networks">
          Terms of this kind of network
        </TextLink>
      </p>
    </div>
  );
}

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

export function PayingWallet({ name, address }: { name: string; address: string }) {
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 rounded-[10px] bg-sunken/70 px-4 py-2.5 text-[0.9375rem]">
      <span className="text-muted">Paying from</span>
      <span className="flex flex-wrap items-center gap-x-2">
        {name}
        <AddressText address={address} />
      </span>
    </p>
  );
}

export function ElsewhereNotice() {
  return (
    <Notice tone="waiting">
      Another tab is asking your wallet to pay for this quote. Continue there; this page will follow.
    </Notice>
  );
}

export function MissingFunds({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <Notice tone="danger">
      <p className="font-medium">Insufficient funds for this transaction</p>
      {sentences.map((sentence) => (
        <p key={sentence} className="figures mt-0.5 wrap-anywhere">
          {sentence}
        </p>
      ))}
    </Notice>
  );
}
