import { type ReactNode, useEffect, useRef } from 'react';
import { formatUsd } from '#domain/money.ts';
import { REVIEW_NOTICE } from '#domain/quote/underwriting.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { CopyDetails } from '#web/ui/copy.tsx';
import { ErrorState, Notice } from '#web/ui/states.tsx';
import { Stepper } from '#web/ui/stepper.tsx';
import { exactAmount, type FactRow } from '#web/ui/values.tsx';
import { NothingThere } from '#web/wallet/nothing-there.tsx';
import { PriceFacts, Terms, walletSentence } from './checkout-facts.tsx';
import { AttemptNotice } from './notices.tsx';
import type { PayFailure } from './pay.ts';
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
          ? 'This attempt has taken no premium. You can try again; the quote is still here.'
          : 'We cannot see whether it sent the premium. Check your wallet first: if it did, your policy will appear under My Policies; do not pay again.'}
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

interface CheckoutPanelProps {
  checkout: Checkout;
  wallet: string;
  /** The premium in whole US dollars; null while it is computed. */
  premium: number | null;
  /** Why a person will look at the policy. */
  review: readonly string[];
  /** What the fold about the price says, besides fee and payee. */
  facts: readonly (FactRow | false | null)[];
  button: { label: string; disabled: boolean; busy?: boolean; press: () => void };
  /** How it is paid. */
  children: ReactNode;
  /** What is to be agreed to before. */
  agreement?: ReactNode;
}

/**
 * The checkout of a purchase and of a change of cover: what stands in the way, what can be looked up, and within a thumb's
 * reach the amount, what the wallet will show, and the button.
 */
export function CheckoutPanel(props: CheckoutPanelProps) {
  const { checkout, wallet, premium, review, facts, button, children, agreement } = props;
  const { id, failure, problem, missing, busy, stage, changeNetwork } = checkout;
  return (
    <>
      {checkout.elsewhere ? (
        <Notice tone="waiting">
          Another tab is asking your wallet to pay for this quote. Continue there; this page will follow.
        </Notice>
      ) : (
        !busy && <AttemptNotice id={id} onBought={checkout.setBought} />
      )}
      {children}
      <ReviewNotice reasons={review} />
      {problem && <ErrorState title="Nothing was sent">{messageOf(problem)}</ErrorState>}
      {agreement}
      <Missing sentences={missing} />
      {failure && <Failed failure={failure} />}
      {stage !== 'ready' && <Progress checkout={checkout} wallet={wallet} />}
      <Terms checkout={checkout} />
      <PriceFacts checkout={checkout} facts={facts} />
      <div className="flex flex-col gap-2 max-sm:sticky max-sm:bottom-0 max-sm:z-20 max-sm:-mx-4 max-sm:mt-auto max-sm:border-t max-sm:border-line max-sm:bg-surface max-sm:px-4 max-sm:pt-2 max-sm:pb-[max(0.75rem,env(safe-area-inset-bottom))]">
        <p className="figures text-2xl leading-tight font-semibold tracking-tight sm:text-3xl">
          {premium === null ? 'Calculating...' : formatUsd(premium)}
        </p>
        {/* As high before the price as with it, so that the button stays where it is. */}
        <p className="min-h-10 text-sm text-muted">{!busy && walletSentence(checkout)}</p>
        <Button
          size="large"
          wide
          busy={busy || button.busy || changeNetwork.isPending}
          disabled={button.disabled}
          onClick={button.press}
        >
          {button.label}
        </Button>
        <NothingThere />
        {changeNetwork.error && (
          <p role="alert" className="text-sm text-coral">
            {messageOf(changeNetwork.error, 'Failed to switch network')}
          </p>
        )}
      </div>
    </>
  );
}
