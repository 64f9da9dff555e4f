import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import type { ProductKey } from '#domain/products/index.ts';
import type { DraftPaid } from '#domain/quote/schema.ts';
import { walletSession } from '#web/state/wallet-session.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState, Notice } from '#web/ui/states.tsx';
import { policyLink } from '#web/ui/values.tsx';
import { loadWallet } from '#web/wallet/load.ts';
import { lookUp } from './pay.ts';
import type { Purchase } from './record.ts';
import { purchases } from './tabs.ts';

function One({ purchase, here }: { purchase: Purchase; here: boolean }) {
  const { id, payment } = purchase;
  const asked = useQuery({
    queryKey: ['attempt', id, payment?.quoteId],
    refetchInterval: ({ state }) => (state.data === undefined || state.data === 'open' ? 3_000 : false),
    queryFn: async () => {
      const { payments } = await loadWallet();
      const { state } = await lookUp(purchase, { purchases, payments });
      if (state === 'bought') purchases.move(id, 'bought');
      return state;
    },
  });
  if (asked.data === 'unpaid') return null;
  if (asked.data === 'bought') {
    return (
      <Notice
        actions={
          <ButtonLink to="/my-policies" size="small">
            See My Policies
          </ButtonLink>
        }
      >
        Your payment has arrived, and your policy is in the public registry.
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
      We asked your wallet to pay for {here ? 'this' : 'a'} quote, and we haven’t seen the payment yet. Please
      check your wallet. If you confirmed it there, wait until it shows here, and please do not pay again.
    </Notice>
  );
}

/**
 * The wallet was asked to pay and its answer is not known: the page was closed, the customer disconnected, or the answer
 * made no sense. Asks the registry whether the quote was paid, so that nobody pays twice. Renders nothing otherwise.
 * @param id the purchase on the screen, if there is one
 */
export function AttemptNotice({ id }: { id?: string }) {
  const [all] = useState(() => purchases.unanswered(walletSession.wallet?.address));
  return all.map((one) => <One key={one.id} purchase={one} here={one.id === id} />);
}

/** A page that has only one thing to say. */
export function EmptyPage({ page, ...said }: ComponentProps<typeof EmptyState> & { page: string }) {
  return (
    <div className="page py-12">
      <h1 className="sr-only">{page}</h1>
      <EmptyState {...said} />
    </div>
  );
}

interface PaidAlreadyProps {
  id: string;
  product?: ProductKey | undefined;
  /** What the server knows of the payment; null while only the registry does. */
  paid: DraftPaid | null;
}

/** Replaces the form when the quote was paid in another tab or browser, and links to the result. */
export function PaidAlready({ id, product, paid }: PaidAlreadyProps) {
  const name = paid?.policy_number ?? 'your policy';
  const bought = paid?.policy_id ?? null;
  const to = bought === null ? ({ to: '/my-policies' } as const) : policyLink(bought, product);
  return (
    <EmptyPage
      page="Payment"
      title="You have already paid for this"
      actions={
        <ButtonLink {...to} onClick={() => void purchases.move(id, 'bought')}>
          {bought === null ? 'See My Policies' : `View ${name}`}
        </ButtonLink>
      }
    >
      {bought === null
        ? 'Your payment is on its way, so there’s no need to pay again. Your policy will appear under My Policies.'
        : `It bought ${name}. There is nothing more to pay.`}
    </EmptyPage>
  );
}
