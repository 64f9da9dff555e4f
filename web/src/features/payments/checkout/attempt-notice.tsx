import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { forgetAttempt, forgetQuote, readAttempt, type StoredQuote } from '../../../state/purchase.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/states.tsx';
import { loadWallet } from '../../../wallet/load.ts';

interface AttemptNoticeProps {
  stored: StoredQuote;
}

/**
 * After the page was closed while the wallet was open: asks the public registry whether that quote was paid, so that
 * nobody pays twice. Renders nothing otherwise.
 */
export function AttemptNotice({ stored }: AttemptNoticeProps) {
  const [attempt] = useState(() => {
    const found = readAttempt();
    return found?.storedQuoteId === stored.quoteId ? found : null;
  });
  const bought = useQuery({
    queryKey: ['attempt', attempt?.quoteId],
    enabled: attempt !== null,
    refetchInterval: ({ state }) => (state.data === 'bought' || state.data === 'unsent' ? false : 3_000),
    queryFn: async () => {
      if (attempt === null) return 'unsent';
      const { payments } = await loadWallet();
      const found = await payments.attemptState(attempt.chainId, attempt.quoteId as `0x${string}`);
      if (found === 'unsent') forgetAttempt();
      return found;
    },
  });
  if (attempt === null || bought.data === 'unsent') return null;
  if (bought.data === 'bought') {
    return (
      <Notice
        actions={
          <Link to="/my-policies" onClick={forgetQuote} className={buttonClass({ size: 'small' })}>
            See My Policies
          </Link>
        }
      >
        You have paid for this quote already: it is in the public registry. Do not pay again.
      </Notice>
    );
  }
  return (
    <Notice
      tone="waiting"
      actions={
        <Button
          size="small"
          variant="secondary"
          busy={bought.isFetching}
          onClick={() => void bought.refetch()}
        >
          Check again
        </Button>
      }
    >
      This page was closed while your wallet was being asked to pay. Look in your wallet first: if you
      confirmed there, wait until the payment appears here, and do not pay again.
    </Notice>
  );
}
