import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { sameWallet } from '#domain/address.ts';
import type { ProductKey } from '#domain/products/index.ts';
import type { DraftPaid } from '#domain/quote/schema.ts';
import { walletSession } from '#web/state/wallet-session.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState, Notice } from '#web/ui/states.tsx';
import type { AttemptState } from '#web/wallet/payments.ts';
import { outcomeOf } from './calls.ts';
import type { Ask } from './record.ts';
import { purchases } from './tabs.ts';

interface Unanswered {
  id: string;
  asks: readonly Ask[];
}

/** What this wallet was asked to pay, with no answer. */
function unanswered(): Unanswered[] {
  const { wallet } = walletSession;
  const own = (ask: Ask) => wallet !== null && sameWallet(ask.address, wallet.address);
  return purchases.unanswered().flatMap(({ id, asks }) => {
    const of = asks.filter(own);
    return of.length > 0 ? [{ id, asks: of }] : [];
  });
}

/** The wallet requests whose answer is not known: bought if one of them was, open while one of them may still be. */
async function outcome(asks: readonly Ask[]): Promise<AttemptState['state']> {
  const states = (await Promise.all(asks.map(outcomeOf))).map(({ state }) => state);
  return states.find((state) => state === 'bought') ?? states.find((state) => state === 'open') ?? 'unpaid';
}

interface OneProps extends Unanswered {
  /** Called once the registry says that the quote was paid; undefined unless it is the one on the screen. */
  onBought?: (() => void) | undefined;
}

function One({ id, asks, onBought }: OneProps) {
  const here = onBought !== undefined;
  const asked = useQuery({
    queryKey: ['attempt', id, asks.map(({ quoteId }) => quoteId)],
    refetchInterval: ({ state }) => (state.data === undefined || state.data === 'open' ? 3_000 : false),
    queryFn: async () => {
      const found = await outcome(asks);
      // A quote on the screen stays protected from a second payment.
      if (found === 'unpaid') purchases.move(id, 'expired');
      if (found === 'bought' && !here) purchases.move(id, 'bought');
      return found;
    },
  });
  const state = asked.data;
  useEffect(() => {
    if (state === 'bought') onBought?.();
  }, [state, onBought]);
  if (state === 'unpaid') return null;
  if (state === 'bought') {
    return (
      <Notice
        actions={
          <ButtonLink
            to="/my-policies"
            onClick={here ? () => purchases.move(id, 'bought') : undefined}
            size="small"
          >
            See My Policies
          </ButtonLink>
        }
      >
        {here
          ? 'You have already paid for this quote: it is in the public registry. Do not pay again.'
          : 'Your payment has arrived: its policy is in the public registry.'}
      </Notice>
    );
  }
  return (
    <Notice
      tone="waiting"
      actions={
        <Button size="small" variant="secondary" busy={asked.isFetching} onClick={() => void asked.refetch()}>
          Check again
        </Button>
      }
    >
      Your wallet was asked to pay for {here ? 'this' : 'a'} quote, and the payment has not appeared yet. Look
      in your wallet first: if you confirmed there, wait until it appears here, and do not pay again.
    </Notice>
  );
}

interface AttemptNoticeProps {
  /** The purchase on the screen, if there is one. */
  id?: string;
  /** Called once the registry says that it was paid. */
  onBought?: () => void;
}

/**
 * The wallet was asked to pay and its answer is not known: the page was closed, the customer disconnected, or the answer
 * made no sense. Asks the registry whether the quote was paid, so that nobody pays twice. Renders nothing otherwise.
 */
export function AttemptNotice({ id, onBought }: AttemptNoticeProps) {
  const [all] = useState(unanswered);
  return all.map((one) => <One key={one.id} {...one} onBought={one.id === id ? onBought : undefined} />);
}

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
