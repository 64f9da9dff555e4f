import { type ReactNode, useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { REVIEW_NOTICE } from '#domain/quote/underwriting.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { walletSession } from '#web/state/wallet-session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { CopyDetails } from '#web/ui/copy.tsx';
import { ErrorState, Notice } from '#web/ui/states.tsx';
import { Stepper } from '#web/ui/stepper.tsx';
import { exactAmount } from '#web/ui/values.tsx';
import { AttemptNotice } from './notices.tsx';
import type { PayFailure } from './pay.ts';
import { PayBar, type PayBarProps } from './pay-bar.tsx';
import { paySteps } from './pay-words.ts';
import type { Checkout } from './use-checkout.ts';

function Failed({ failure: { nothingSent, message, details } }: { failure: PayFailure }) {
  return (
    <ErrorState
      title={nothingSent ? 'The payment was not sent' : 'The wallet did not answer as expected'}
      actions={
        <>
          {!nothingSent && (
            <ButtonLink to="/find-payment" size="small">
              I paid, where is my policy?
            </ButtonLink>
          )}
          <CopyDetails text={details} />
          <ButtonLink to="/support" variant="secondary" size="small">
            Contact support
          </ButtonLink>
        </>
      }
    >
      <p>{message}</p>
      <p className="mt-1">
        {nothingSent
          ? 'You haven’t paid anything. Your quote is still here, so you can try again.'
          : 'We can’t tell whether it paid. Please check your wallet first: if it did, your policy will appear under My Policies, so please do not pay again.'}
      </p>
    </ErrorState>
  );
}

function Progress({ checkout, wallet }: { checkout: Checkout; wallet: string }) {
  const { stage, authorization, amount, currency } = checkout;
  const box = useRef<HTMLDivElement>(null);
  // The steps push the button down, often below the window's edge.
  useEffect(() => {
    box.current?.scrollIntoView?.({ block: 'nearest' });
  }, []);
  const exact = amount === null ? '' : exactAmount(amount, currency.decimals, currency.symbol);
  return (
    <div ref={box} role="status" className="scroll-mb-52 rounded-card border border-line bg-sunken/60 p-5">
      <Stepper steps={paySteps(stage, authorization, wallet, exact)} label="Payment progress" />
    </div>
  );
}

/** That a person looks at the policy after it is paid, and why. */
function ReviewNotice({ reasons }: { reasons: readonly string[] }) {
  if (reasons.length === 0) return null;
  return (
    <Notice tone="waiting">
      {reasons.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      <p className="mt-2">{REVIEW_NOTICE}</p>
    </Notice>
  );
}

function Missing({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <Notice tone="danger">
      <p className="font-medium">Insufficient funds for this transaction</p>
      {sentences.map((sentence) => (
        <p key={sentence} className="figures mt-0.5 wrap-anywhere">
          {sentence}
        </p>
      ))}
    </Notice>
  );
}

interface CheckoutPanelProps extends PayBarProps {
  /** Why a person will look at the policy. */
  review: readonly string[];
  /** How it is paid. */
  children: ReactNode;
  /** What the wallet signs before. */
  before?: ReactNode;
}

/** The checkout of a purchase and of a change of cover: what stands in the way, then the price and the button. */
export function CheckoutPanel({ review, children, before, ...bar }: CheckoutPanelProps) {
  const { checkout } = bar;
  const { id, failure, problem, missing, busy, stage, elsewhere } = checkout;
  const { wallet } = useSnapshot(walletSession);
  return (
    <>
      {elsewhere ? (
        <Notice tone="waiting">
          Another tab is asking your wallet to pay for this quote. Continue there; this page will follow.
        </Notice>
      ) : (
        !busy && <AttemptNotice id={id} />
      )}
      {children}
      <ReviewNotice reasons={review} />
      {problem && <ErrorState title="Nothing was sent">{messageOf(problem)}</ErrorState>}
      {before}
      <Missing sentences={missing} />
      {failure && <Failed failure={failure} />}
      {stage !== 'ready' && <Progress checkout={checkout} wallet={wallet?.name ?? 'your wallet'} />}
      <PayBar {...bar} />
    </>
  );
}
