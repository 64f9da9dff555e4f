import { Navigate } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { sameWallet } from '#domain/address.ts';
import { chainIdOf } from '#domain/chains.ts';
import { formatUsd } from '#domain/money.ts';
import type { PolicyAnswer } from '#domain/policy/schema.ts';
import { messageOf } from '#web/lib/api/errors.ts';
import { usePolicy } from '#web/lib/api/policies-query.ts';
import { coverSentence } from '#web/lib/cover-sentence.ts';
import { longDate, longMoment } from '#web/lib/format.ts';
import { walletSession } from '#web/state/wallet-session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { CalendarButton } from '#web/ui/calendar-button.tsx';
import { CopyDetails } from '#web/ui/copy.tsx';
import { Fold } from '#web/ui/fold.tsx';
import { MooredBoat } from '#web/ui/moored-boat.tsx';
import { Named } from '#web/ui/named.tsx';
import { ErrorState, Notice } from '#web/ui/states.tsx';
import { Stepper } from '#web/ui/stepper.tsx';
import { toast } from '#web/ui/toast.ts';
import { AddressText, Badge, exactAmount, FactList, policyLink, TransactionHash } from '#web/ui/values.tsx';
import { useFollow, usePaidHere } from './follow.ts';
import { EmptyPage } from './notices.tsx';
import { changedPolicy, type Payment, type TransactionData } from './record.ts';

interface TransactionDetailsProps {
  transaction: TransactionData;
  /** The policy it bought; undefined while unknown. */
  policy: PolicyAnswer | undefined;
  status: ReactNode;
  /** Whether nothing more will come of the payment. */
  ended: boolean;
  children?: ReactNode;
}

/** Price and transaction in two lines, and the rest behind a third. */
function TransactionDetails(props: TransactionDetailsProps) {
  const { transaction, policy, status, ended, children } = props;
  const { policyNumber, duration } = transaction;
  const later = (when: string) => (ended ? 'none' : `given once ${when}`);
  const hash =
    transaction.txHash === null ? (
      later('the network has picked it up')
    ) : (
      <TransactionHash hash={transaction.txHash} chainId={transaction.chainId} />
    );
  const coins =
    policy && ` · ${exactAmount(BigInt(policy.paid_amount), policy.paid_decimals, policy.payment_currency)}`;
  return (
    <div>
      <FactList
        className="border-t border-line"
        rows={[
          [
            'Price',
            <>
              {formatUsd(transaction.price)}
              {coins}
            </>,
          ],
          ['Transaction hash', hash],
        ]}
      />
      <Fold title="All details">
        <FactList
          rows={[
            ['Status', status],
            ['Policy number', policyNumber === 'PENDING' ? later('the payment is confirmed') : policyNumber],
            ['Type', transaction.type],
            ['Start date', longDate(transaction.startDate)],
            ['End date', longDate(transaction.endDate)],
            ['Duration', `${duration} ${duration === 1 ? 'day' : 'days'}`],
            transaction.email !== '' && ['Email', transaction.email],
            ['Wallet', <AddressText key="wallet" address={transaction.address} />],
            ['Network', transaction.networkName],
            ['Time', longMoment(transaction.timestamp)],
          ]}
        />
        {children}
      </Fold>
    </div>
  );
}

interface ConfirmationScreenProps {
  signIn: ReactNode;
  /** The certificate's actions, with another one beside them. */
  certificate: (policyId: number, email: string, beside: ReactNode) => ReactNode;
  /** What we owe for the payment, if it bought nothing. */
  owed: (payment: Payment) => ReactNode;
  /** Offers this wallet to keep its contact details. */
  keepAnswers: (address: string) => ReactNode;
}

function Confirmation(props: ConfirmationScreenProps & { transaction: TransactionData }) {
  const { transaction, signIn, certificate, owed, keepAnswers } = props;
  const { signIn: session } = useSnapshot(walletSession);
  const startsOn =
    Date.parse(transaction.startDate) > Date.now() ? longDate(transaction.startDate.slice(0, 10)) : null;
  const progress = useFollow(transaction, session !== null, startsOn);
  const { phase, heading, status, sentence, failure, line, unreachable, giveUp } = progress;
  const changed = changedPolicy(transaction.storedQuoteId);
  const active = phase === 'active';
  const policy = usePolicy(transaction.address, active && session !== null ? transaction.policyId : null);
  const badge = active ? 'default' : failure ? 'destructive' : 'secondary';
  const steps = <Stepper steps={progress.steps} />;
  return (
    <div className="page flex flex-col gap-8 py-8 sm:py-12">
      <title>{`${heading} · Mooring`}</title>
      <div className="grid items-center gap-x-12 gap-y-6 lg:grid-cols-[1fr_25rem]">
        {failure === null && <MooredBoat {...line} className="w-full max-w-md lg:order-2 lg:max-w-none" />}
        <div className="flex min-w-0 flex-col gap-6">
          <div className="flex flex-col gap-3">
            {policy ? (
              <h1 className="text-3xl wrap-anywhere sm:text-4xl">
                <span className="mb-2 block text-base font-medium tracking-normal text-teal">{heading}</span>{' '}
                <Named text={coverSentence(policy, Date.now())} name={policy.name} />
              </h1>
            ) : (
              <h1 className="text-3xl sm:text-4xl">{heading}</h1>
            )}
            <p role="status" className="text-muted">
              {sentence}
            </p>
            {policy && (
              <p className="text-muted">
                Up to {formatUsd(policy.amount)}.{' '}
                {policy.deductible > 0 && `You pay the first ${formatUsd(policy.deductible)} of a claim.`}
              </p>
            )}
          </div>
          {session === null && signIn}
          {!active && failure === null && steps}
          {failure && (
            <ErrorState
              title={failure.title}
              actions={
                <>
                  <ButtonLink
                    {...(changed === null
                      ? { to: '/payment' as const }
                      : { to: '/policy/$id/change' as const, params: { id: changed } })}
                    onClick={giveUp}
                    size="small"
                  >
                    Back to payment
                  </ButtonLink>
                  <CopyDetails
                    text={JSON.stringify({ ...transaction, email: undefined, ...failure }, null, 2)}
                  />
                </>
              }
            >
              <p>{failure.moved}</p>
              <p className="mt-1">{failure.next}</p>
            </ErrorState>
          )}
          {unreachable && !failure && !active && (
            <Notice tone="waiting">
              {messageOf(unreachable)} We keep trying. Your payment is safe: we also read it from the chain.
            </Notice>
          )}
          {transaction.policyId !== null && (
            <ButtonLink
              {...policyLink(transaction.policyId, transaction.insuranceTypeKey)}
              size="large"
              className="w-full sm:w-auto sm:self-start"
            >
              View policy
            </ButtonLink>
          )}
          {active && session !== null && transaction.policyId !== null && (
            <div className="flex flex-col gap-3">
              {certificate(
                transaction.policyId,
                transaction.email,
                policy && <CalendarButton policy={policy} />,
              )}
            </div>
          )}
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3 text-[0.9375rem]">
            <ButtonLink to="/dashboard" variant="link">
              Go to Dashboard
            </ButtonLink>
            {!active && transaction.txHash !== null && (
              <ButtonLink
                to="/find-payment"
                search={{ tx: transaction.txHash, chain: chainIdOf(transaction.chainId) }}
                variant="link"
              >
                I paid, where is my policy?
              </ButtonLink>
            )}
          </div>
        </div>
      </div>
      <div className="empty:hidden">{owed(transaction)}</div>
      {active && session !== null && keepAnswers(transaction.address)}
      <TransactionDetails
        transaction={transaction}
        policy={policy}
        status={<Badge variant={badge}>{status}</Badge>}
        ended={failure !== null}
      >
        {(active || failure) && <div className="mt-4 border-t border-line pt-5">{steps}</div>}
      </TransactionDetails>
    </div>
  );
}

export function ConfirmationScreen(props: ConfirmationScreenProps) {
  const { wallet } = useSnapshot(walletSession);
  const found = usePaidHere();
  const missing = found === null || found === 'malformed';
  useEffect(() => {
    if (found === null) toast.error('No transaction data found.');
    if (found === 'malformed') toast.error('Error loading transaction data');
  }, [found]);
  if (missing) return <Navigate to="/dashboard" replace />;
  if (wallet === null || !sameWallet(wallet.address, found.address)) {
    return (
      <EmptyPage
        page="Confirmation"
        title="Transaction Data Not Found"
        actions={<ButtonLink to="/my-policies">See My Policies</ButtonLink>}
      >
        The last payment in this tab was made by another wallet.
      </EmptyPage>
    );
  }
  return <Confirmation key={found.storedQuoteId} transaction={found} {...props} />;
}
