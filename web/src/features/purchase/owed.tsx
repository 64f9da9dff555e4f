import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSnapshot } from 'valtio';
import { hasContract } from '#domain/chains.ts';
import * as paymentsApi from '#domain/payments/api.ts';
import type { PaymentException } from '#domain/payments/schema.ts';
import { api } from '#web/lib/api/api.ts';
import { ApiError } from '#web/lib/api/errors.ts';
import { longDate, longMoment } from '#web/lib/format.ts';
import { isDeclined, messageOf } from '#web/lib/message-of.ts';
import type { TransactionData } from '#web/state/purchase.ts';
import { walletSession } from '#web/state/wallet-session.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Fold } from '#web/ui/fold.tsx';
import { Failure, LoadError } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast.ts';
import { FactList, Moment, TransactionHash } from '#web/ui/values.tsx';

import { ConsentShows } from '#web/ui/wallet-shows.tsx';
import { NothingThere } from '#web/wallet/nothing-there.tsx';
import { useConsent } from '#web/wallet/use-consent.ts';
import { consentAsked, owedSentence, owedTitle } from './owed-text.ts';

interface OwedConsentProps {
  exception: PaymentException;
  consent: NonNullable<PaymentException['consent']>;
}

function OwedConsent({ exception, consent }: OwedConsentProps) {
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

const exceptionsQuery = (address: string, refetchInterval: number | false = false) =>
  api.query(
    paymentsApi.listPaymentExceptions,
    { wallet: address },
    { queryKey: ['payment-exceptions', address], refetchInterval },
  );

const SETTLED_MS = 30 * 86_400_000;
const REFRESH_MS = 10_000;

function Owed({ exception }: { exception: PaymentException }) {
  const { id, status, tx_hash, paid_at, refund_tx_hash, refund_due_at, chain_id: chainId } = exception;
  const owed = status === 'owed';
  const consent = consentAsked(exception, Date.now());
  const promised = <span title={longMoment(refund_due_at)}>promised by {longDate(refund_due_at)}</span>;
  const refund = owed ? (consent ? 'needs your signature' : promised) : 'sent';
  return (
    <Card aria-labelledby={`owed-${id}`} className={`p-5 sm:p-6 ${owed ? 'border-amber/50' : ''}`}>
      <h2 id={`owed-${id}`} className="text-lg">
        {owedTitle(exception)}
      </h2>
      <p className="mt-1 text-[0.9375rem]">{owedSentence(exception, Date.now())}</p>
      {consent && <OwedConsent exception={exception} consent={consent} />}
      <FactList className="mt-3 border-t border-line" rows={[['Refund', refund]]} />
      <Fold title="Transactions">
        <FactList
          rows={[
            ['Paid', <Moment key="paid" at={paid_at} />],
            ['Your payment', <TransactionHash key="payment" hash={tx_hash} chainId={chainId} />],
            refund_tx_hash !== null && [
              'Our refund',
              <TransactionHash key="refund" hash={refund_tx_hash} chainId={chainId} />,
            ],
          ]}
        />
      </Fold>
      {owed && (
        <ButtonLink to="/messages" variant="secondary" size="small" className="mt-3">
          Write to us
        </ButtonLink>
      )}
    </Card>
  );
}

/** Payments that bought nothing: what we owe, by when, and what was refunded. Renders nothing without any. */
export function OwedPayments({ payment }: { payment?: TransactionData }) {
  const { wallet, signIn } = useSnapshot(walletSession);
  const query = useQuery({
    ...exceptionsQuery(wallet?.address ?? '', payment ? REFRESH_MS : false),
    enabled: wallet !== null && signIn !== null,
  });
  if (query.isError && !query.data && !(query.error instanceof ApiError && query.error.status === 404)) {
    return <LoadError title="We could not check whether we owe you anything" small query={query} />;
  }
  const shown = (query.data ?? []).filter((exception) =>
    payment ? isAbout(exception, payment) : isRecent(exception, Date.now()),
  );
  if (shown.length === 0) return null;
  return (
    <div className="flex flex-col gap-5">
      {shown.map((exception) => (
        <Owed key={exception.id} exception={exception} />
      ))}
    </div>
  );
}

function isAbout({ tx_hash, quote_id, policy_id }: PaymentException, payment: TransactionData): boolean {
  if (tx_hash === payment.txHash || quote_id === payment.quoteId) return true;
  return policy_id !== null && policy_id === payment.policyId;
}

function isRecent({ status, refunded_at }: PaymentException, now: number): boolean {
  return status === 'owed' || refunded_at === null || Date.parse(refunded_at) > now - SETTLED_MS;
}
