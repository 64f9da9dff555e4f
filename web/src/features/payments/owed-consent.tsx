import { useQueryClient } from '@tanstack/react-query';
import { useSnapshot } from 'valtio';
import { hasContract } from '#domain/chains.ts';
import * as paymentsApi from '#domain/payments/api.ts';
import type { PaymentException } from '#domain/payments/schema.ts';
import { api } from '#web/lib/api/api.ts';
import { ApiError } from '#web/lib/api/errors.ts';
import { isDeclined, messageOf } from '#web/lib/message-of.ts';
import { walletSession } from '#web/state/wallet-session.ts';
import { Button } from '#web/ui/button.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { Failure } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast.ts';
import { ConsentShows } from '#web/ui/wallet-shows.tsx';
import { NothingThere } from '#web/wallet/nothing-there.tsx';
import { useConsent } from '#web/wallet/use-consent.ts';
import { exceptionsQuery } from './queries.ts';

interface OwedConsentProps {
  exception: PaymentException;
  consent: NonNullable<PaymentException['consent']>;
}

export function OwedConsent({ exception, consent }: OwedConsentProps) {
  const { id, chain_id, quote_id, amount, currency, decimals } = exception;
  const { wallet } = useSnapshot(walletSession);
  const queryClient = useQueryClient();
  const { queryKey } = exceptionsQuery(wallet?.address ?? '');
  const { stage, error, ask } = useConsent({
    send: (signed) => api.ask(paymentsApi.consentToRefund, { id, body: signed }),
    onSuccess: (answer) => {
      toast.success('Thank you. We have your signature.');
      queryClient.setQueryData(queryKey, (before) =>
        before?.map((entry) => (entry.id === answer.id ? answer : entry)),
      );
    },
    onError: (failure, _, shown) => {
      if (!shown && !isDeclined(failure)) toast.info('Your signature was not sent', messageOf(failure));
      // What is to be signed has changed, or the answer was lost after the consent was recorded.
      if (failure instanceof ApiError) void queryClient.invalidateQueries({ queryKey });
    },
  });
  const sign = () =>
    ask({
      holder: wallet?.address ?? '',
      chainId: chain_id,
      quoteId: quote_id,
      refund: amount,
      validUntil: consent.valid_until,
      request: consent.consent,
    });
  return (
    <div className="mt-3 flex flex-col items-start gap-3 text-[0.9375rem]">
      <p>
        Once the cover of a payment has run for 30 days,{' '}
        {hasContract(chain_id) ? 'the contract lets us' : 'we'} give its premium back only if its holder
        agrees. Your wallet asks for one signature. It allows exactly this refund, until{' '}
        <Moment at={consent.valid_until} />, and nothing else. It is free. The cover that this payment bought
        is then void from the beginning.
      </p>
      <ConsentShows
        request={consent.consent}
        quoteId={quote_id}
        refund={amount}
        validUntil={consent.valid_until}
        currency={{ symbol: currency, decimals }}
      />
      <Failure
        title="We do not have your signature yet"
        declined="You did not sign, so nothing has changed. You can sign at any time."
        error={stage === 'ready' ? error : null}
      />
      {stage === 'in_wallet' && (
        <p role="status" className="text-sm text-muted">
          Confirm in {wallet?.name ?? 'your wallet'}.
          <NothingThere />
        </p>
      )}
      <Button size="small" busy={stage !== 'ready'} onClick={sign}>
        Sign to get it back
      </Button>
    </div>
  );
}
