import { Navigate } from '@tanstack/react-router';
import { CircleCheck, Clock, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { sameWallet } from '../../../../../domain/address.ts';
import { chainIdOf } from '../../../../../domain/chains.ts';
import { messageOf } from '../../../lib/api/errors.ts';
import { longDate } from '../../../lib/format.ts';
import { giveUpTransaction, readTransaction, type TransactionData } from '../../../state/purchase.ts';
import { walletSession } from '../../../state/wallet-session.ts';
import { Badge } from '../../../ui/badge.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { CopyDetails } from '../../../ui/copy.tsx';
import { Section } from '../../../ui/section.tsx';
import { EmptyState, ErrorState, Notice } from '../../../ui/states.tsx';
import { Stepper } from '../../../ui/stepper.tsx';
import { toast } from '../../../ui/toast.ts';
import { OwedPayments } from '../owed.tsx';
import { failureOf, headingOf, isPaid, type Phase, statusOf, stepsOf } from './progress.ts';
import { TransactionDetails } from './transaction-details.tsx';
import { useFollow } from './use-follow.ts';

function PhaseIcon({ phase }: { phase: Phase }) {
  const shape = 'size-11 shrink-0';
  if (phase === 'failed' || phase === 'refused') {
    return <TriangleAlert aria-hidden strokeWidth={1.5} className={`${shape} text-coral`} />;
  }
  if (isPaid(phase)) return <CircleCheck aria-hidden strokeWidth={1.5} className={`${shape} text-teal`} />;
  return <Clock aria-hidden strokeWidth={1.5} className={`${shape} text-amber`} />;
}

interface ConfirmationScreenProps {
  signIn: ReactNode;
  certificate: (policyId: number, email: string) => ReactNode;
  /** Offers this wallet to keep its contact details. */
  keepAnswers: (address: string) => ReactNode;
}

function Confirmation({
  first,
  signIn,
  certificate,
  keepAnswers,
}: ConfirmationScreenProps & { first: TransactionData }) {
  const [transaction, setTransaction] = useState(first);
  const { signIn: session } = useSnapshot(walletSession);
  const { facts, phase, unreachable } = useFollow(transaction, session !== null, setTransaction);
  const startsOn =
    Date.parse(transaction.startDate) > Date.now() ? longDate(transaction.startDate.slice(0, 10)) : null;
  const { status, sentence } = statusOf(phase, startsOn);
  const failure = failureOf(facts);
  const heading = headingOf(phase);
  const badge = phase === 'active' ? 'default' : failure ? 'destructive' : 'secondary';
  return (
    <div className="page py-10">
      <title>{`${heading} · Mooring`}</title>
      <div className="flex items-center gap-4">
        <PhaseIcon phase={phase} />
        <div>
          <h1 className="text-3xl">{heading}</h1>
          <p role="status" className="mt-1 text-muted">
            {sentence}
          </p>
        </div>
      </div>
      <div className="mt-8 empty:hidden">
        <OwedPayments payment={transaction} />
      </div>
      <div className="mt-8 grid items-start gap-6 lg:grid-cols-[1fr_22rem]">
        <TransactionDetails
          transaction={transaction}
          status={<Badge variant={badge}>{status}</Badge>}
          ended={failure !== null}
        />
        <div className="flex flex-col gap-6">
          {session === null && signIn}
          <Section title="Progress">
            <Stepper steps={stepsOf(facts, startsOn)} label="Payment progress" />
          </Section>
          {failure && (
            <ErrorState
              title={failure.title}
              actions={
                <>
                  <ButtonLink to="/payment" onClick={() => giveUpTransaction(transaction)} size="small">
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
          {unreachable && !failure && phase !== 'active' && (
            <Notice tone="waiting">
              {messageOf(unreachable)} We keep trying. Your payment is safe: we read it from the chain
              ourselves.
            </Notice>
          )}
          {phase === 'active' && session !== null && transaction.policyId !== null && (
            <Section title="Certificate">{certificate(transaction.policyId, transaction.email)}</Section>
          )}
          {phase === 'active' && session !== null && keepAnswers(transaction.address)}
          <div className="flex flex-wrap gap-3">
            {transaction.policyId !== null && (
              <ButtonLink
                to="/policy/$id"
                params={{ id: String(transaction.policyId) }}
                search={{ type: transaction.insuranceTypeKey }}
              >
                View policy
              </ButtonLink>
            )}
            <ButtonLink to="/dashboard" variant="secondary">
              Go to Dashboard
            </ButtonLink>
          </div>
          {phase !== 'active' && transaction.txHash !== null && (
            <ButtonLink
              to="/find-payment"
              search={{ tx: transaction.txHash, chain: chainIdOf(transaction.chainId) }}
              variant="link"
              size="inline"
              className="self-start text-[0.9375rem]"
            >
              I paid, where is my policy?
            </ButtonLink>
          )}
        </div>
      </div>
    </div>
  );
}

export function ConfirmationScreen(props: ConfirmationScreenProps) {
  const { wallet } = useSnapshot(walletSession);
  const [found] = useState(readTransaction);
  const missing = found === null || found === 'malformed';
  useEffect(() => {
    if (found === null) toast.error('No transaction data found.');
    if (found === 'malformed') toast.error('Error loading transaction data');
  }, [found]);
  if (missing) return <Navigate to="/dashboard" replace />;
  if (wallet === null || !sameWallet(wallet.address, found.address)) {
    return (
      <div className="page py-12">
        <h1 className="sr-only">Confirmation</h1>
        <EmptyState
          title="Transaction Data Not Found"
          actions={<ButtonLink to="/my-policies">See My Policies</ButtonLink>}
        >
          The last payment in this tab was made by another wallet.
        </EmptyState>
      </div>
    );
  }
  return <Confirmation first={found} {...props} />;
}
