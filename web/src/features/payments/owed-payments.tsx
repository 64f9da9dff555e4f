import { useQuery } from '@tanstack/react-query';
import { useSnapshot } from 'valtio';
import { hasContract } from '#domain/chains.ts';
import * as paymentsApi from '#domain/payments/api.ts';
import type { PaymentException } from '#domain/payments/schema.ts';
import { api } from '#web/lib/api/api.ts';
import { ApiError } from '#web/lib/api/errors.ts';
import { longDate, longMoment } from '#web/lib/format.ts';
import { useAddress, walletSession } from '#web/state/wallet-session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Fold } from '#web/ui/fold.tsx';
import { LoadError } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast.ts';
import { exactAmount, FactList, Moment, TransactionHash } from '#web/ui/values.tsx';
import { ConsentShows } from '#web/ui/wallet-shows.tsx';
import type { ConsentAsked } from '#web/wallet/consent.ts';
import { loadWallet } from '#web/wallet/load.ts';
import { useWalletStep, WalletStep } from '#web/wallet/wallet-step.tsx';

const WHAT: Readonly<Record<PaymentException['reason'], string>> = {
  duplicate: 'You paid twice',
  late: 'Your payment came after its price had expired',
  unknown_quote: 'Your payment matches none of our quotes',
  unmarked: 'Your payment does not name a quote',
  dust: 'Your payment was too small to buy anything',
  mismatch: 'Your payment did not match its quote',
};

type Consent = Pick<PaymentException, 'status' | 'consent' | 'consented_until'>;

/** Until when we have the holder's consent, as of `now` (milliseconds); null without it. */
function consentedUntil({ status, consented_until: until }: Consent, now: number): string | null {
  return status === 'owed' && until !== null && Date.parse(until) > now ? until : null;
}

/** The consent that the holder still has to sign at `now` (milliseconds); null without one. */
function consentAsked(exception: Consent, now: number): PaymentException['consent'] {
  return exception.status === 'owed' && consentedUntil(exception, now) === null ? exception.consent : null;
}

/** What happens next and by when, at `now` (milliseconds). */
function nextSentence(exception: PaymentException, now: number): string {
  const { status, refunded_at, refund_due_at } = exception;
  if (status === 'refunded') {
    return `The money went back to your wallet${refunded_at === null ? '' : ` on ${longDate(refunded_at)}`}.`;
  }
  if (consentAsked(exception, now)) {
    return 'To send the money back to the wallet that paid, we need your signature.';
  }
  const until = consentedUntil(exception, now);
  const consent = until === null ? '' : `We have your signature; it is valid until ${longDate(until)}. `;
  const by = longDate(refund_due_at);
  return Date.parse(refund_due_at) >= now
    ? `${consent}We will send the money back to the wallet that paid by ${by}. There’s nothing you need to do.`
    : `${consent}The money was due back by ${by}, and we are late. We’re sorry: please write to us.`;
}

interface OwedConsentProps {
  exception: PaymentException;
  consent: NonNullable<PaymentException['consent']>;
}

function OwedConsent({ exception, consent }: OwedConsentProps) {
  const { id, chain_id, quote_id, amount, currency, decimals } = exception;
  const holder = useAddress();
  const step = useWalletStep({
    wallet: async (asked: ConsentAsked) => (await loadWallet()).signConsent(asked),
    send: (signature, { validUntil }) =>
      api.ask(paymentsApi.consentToRefund, { id, body: { signature, valid_until: validUntil } }),
    touches: [['payment-exceptions']],
    failed: 'We do not have your signature yet',
    onSuccess: () => toast.success('Thank you. We have your signature.'),
  });
  const asked: ConsentAsked = {
    holder,
    chainId: chain_id,
    quoteId: quote_id,
    refund: amount,
    validUntil: consent.valid_until,
    request: consent.consent,
  };
  return (
    <div className="mt-3 flex flex-col items-start gap-3 text-[0.9375rem]">
      <p>
        Once the cover of a payment has run for 30 days,{' '}
        {hasContract(chain_id) ? 'the contract lets us' : 'we'} give its premium back only if its holder
        agrees. Your wallet asks for one signature. It allows exactly this refund, until{' '}
        <Moment at={consent.valid_until} />, and nothing else. It is free. The cover that this payment bought
        is then void from the beginning.
      </p>
      <WalletStep
        step={step}
        shows={<ConsentShows {...asked} currency={{ symbol: currency, decimals }} />}
        declined="You did not sign, so nothing has changed. You can sign at any time."
        size="small"
        label="Sign to get it back"
        onPress={() => step.ask(asked)}
      />
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
  const { id, reason, status, policy_number, amount, decimals, currency } = exception;
  const { tx_hash, paid_at, refund_tx_hash, refund_due_at, chain_id: chainId } = exception;
  const owed = status === 'owed';
  const consent = consentAsked(exception, Date.now());
  const promised = <span title={longMoment(refund_due_at)}>promised by {longDate(refund_due_at)}</span>;
  const refund = owed ? (consent ? 'needs your signature' : promised) : 'sent';
  const money = exactAmount(BigInt(amount), decimals, currency);
  const cover =
    reason === 'duplicate'
      ? `${policy_number ?? 'Your policy'} is paid by your other payment.`
      : 'It didn’t buy a policy.';
  return (
    <Card aria-labelledby={`owed-${id}`} className={`p-5 sm:p-6 ${owed ? 'border-amber/50' : ''}`}>
      <h2 id={`owed-${id}`} className="text-lg">
        {`${WHAT[reason]}; ${owed ? `we owe you ${money}` : `we have refunded ${money}`}`}
      </h2>
      <p className="mt-1 text-[0.9375rem]">{`${cover} ${nextSentence(exception, Date.now())}`}</p>
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

/** What identifies a payment. */
interface Payment {
  txHash: string | null;
  quoteId: string;
  policyId: number | null;
}

/**
 * Payments that bought nothing: what we owe, by when, and what was refunded. Renders nothing without any.
 * @param payment shows only what is about this one, as soon as it is known
 */
export default function OwedPayments({ payment }: { payment?: Payment }) {
  const { wallet, signIn } = useSnapshot(walletSession);
  const query = useQuery({
    ...exceptionsQuery(wallet?.address ?? '', payment ? REFRESH_MS : false),
    enabled: wallet !== null && signIn !== null,
  });
  if (query.isError && !query.data && !(query.error instanceof ApiError && query.error.status === 404)) {
    return <LoadError title="We couldn’t check whether we owe you anything" small query={query} />;
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

function isAbout({ tx_hash, quote_id, policy_id }: PaymentException, payment: Payment): boolean {
  if (tx_hash === payment.txHash || quote_id === payment.quoteId) return true;
  return policy_id !== null && policy_id === payment.policyId;
}

function isRecent({ status, refunded_at }: PaymentException, now: number): boolean {
  return status === 'owed' || refunded_at === null || Date.parse(refunded_at) > now - SETTLED_MS;
}
