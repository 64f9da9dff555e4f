import { useQuery } from '@tanstack/react-query';
import { useSnapshot } from 'valtio';
import type { PaymentException } from '#domain/payments/schema.ts';
import { ApiError } from '#web/lib/api/errors.ts';
import { longDate, longMoment } from '#web/lib/format.ts';
import type { TransactionData } from '#web/state/purchase.ts';
import { walletSession } from '#web/state/wallet-session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { TransactionHash } from '#web/ui/chain.tsx';
import { FactList } from '#web/ui/fact-list.tsx';
import { Fold } from '#web/ui/fold.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { OwedConsent } from './owed-consent.tsx';
import { consentAsked, owedSentence, owedTitle } from './owed-text.ts';
import { exceptionsQuery } from './queries.ts';

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
