import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { sameWallet } from '#domain/address.ts';
import { forgetAttempt, forgetQuote, type PaymentAttempt, readAttempt } from '#web/state/purchase.ts';
import { walletSession } from '#web/state/wallet-session.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/states.tsx';
import type { AttemptState } from '#web/wallet/payments.ts';
import { askAttempt } from './queries.ts';

function ownAttempt(): PaymentAttempt | null {
  const attempt = readAttempt();
  const { wallet } = walletSession;
  return attempt && wallet && sameWallet(attempt.address, wallet.address) ? attempt : null;
}

interface AttemptNoticeProps {
  storedQuoteId?: string;
  /** Called once the registry says that the quote on the screen was paid. */
  onBought?: () => void;
}

/**
 * The wallet was asked to pay and its answer is not known: the page was closed, the customer disconnected, or the answer
 * made no sense. Asks the registry whether the quote was paid, so that nobody pays twice. Renders nothing otherwise.
 * @param storedQuoteId the quote on the screen, if there is one
 */
export function AttemptNotice({ storedQuoteId, onBought }: AttemptNoticeProps) {
  const [attempt] = useState(ownAttempt);
  const here = attempt !== null && attempt.storedQuoteId === storedQuoteId;
  const asked = useQuery({
    queryKey: ['attempt', attempt?.quoteId],
    enabled: attempt !== null,
    refetchInterval: ({ state }) => (state.data === undefined || state.data.state === 'open' ? 3_000 : false),
    queryFn: async (): Promise<AttemptState> => {
      if (attempt === null) return { state: 'unpaid' };
      const found = await askAttempt(attempt);
      // A quote on the screen stays protected from a second payment.
      if (found.state === 'unpaid' || (found.state === 'bought' && !here)) forgetAttempt(attempt.quoteId);
      return found;
    },
  });
  const state = asked.data?.state;
  const bought = here && state === 'bought';
  useEffect(() => {
    if (bought) onBought?.();
  }, [bought, onBought]);
  if (attempt === null || state === 'unpaid') return null;
  if (state === 'bought') {
    return (
      <Notice
        actions={
          <ButtonLink
            to="/my-policies"
            onClick={here ? () => forgetQuote(attempt.storedQuoteId) : undefined}
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
