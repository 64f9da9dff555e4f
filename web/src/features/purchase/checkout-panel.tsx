import { type ReactNode, useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { formatUsd } from '#domain/money.ts';
import { REVIEW_NOTICE } from '#domain/quote/underwriting.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { openConnectDialog } from '#web/state/connect-dialog.ts';
import { walletSession } from '#web/state/wallet-session.ts';
import { AcceptBox } from '#web/ui/accept-box.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { CopyDetails } from '#web/ui/copy.tsx';
import { ErrorState, Notice } from '#web/ui/states.tsx';
import { Stepper } from '#web/ui/stepper.tsx';
import { toast } from '#web/ui/toast.ts';
import { exactAmount, type FactRow, shortAmount } from '#web/ui/values.tsx';
import { NothingThere } from '#web/wallet/nothing-there.tsx';
import { PriceFacts, type Term, walletSentence } from './checkout-facts.tsx';
import { AttemptNotice } from './notices.tsx';
import type { PayFailure } from './pay.ts';
import { type PayAction, type PayInput, payButton, paySteps } from './pay-words.ts';
import type { Checkout, useAcceptance } from './use-checkout.ts';

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
  /** The premium in whole US dollars; null while it is computed. */
  premium: number | null;
  /** Why a person will look at the policy. */
  review: readonly string[];
  /** What the fold about the price says, besides fee and payee. */
  facts: readonly (FactRow | false | null)[];
  acceptance: ReturnType<typeof useAcceptance>;
  terms: readonly Term[];
  button: Pick<PayInput, 'verb' | 'quoting'> & {
    /** Whether there is an exact price to pay. */
    priced: boolean;
    blocked?: boolean;
    busy?: boolean;
    press: () => void;
    /** Points to the email address, where it is missing. */
    email?: (() => void) | null;
  };
  /** How it is paid. */
  children: ReactNode;
  /** What the wallet signs before. */
  before?: ReactNode;
}

/**
 * The checkout of a purchase and of a change of cover: what stands in the way, what can be looked up, and within a thumb's
 * reach the amount, what the wallet will show, and the button.
 */
export function CheckoutPanel(props: CheckoutPanelProps) {
  const { checkout, premium, review, facts, acceptance, terms, button, children, before } = props;
  const { id, failure, problem, missing, busy, stage, changeNetwork, network, elsewhere } = checkout;
  const { wallet, signIn } = useSnapshot(walletSession);
  const boxes = useRef<HTMLDivElement>(null);
  const short = shortAmount(checkout.amount ?? 0n, checkout.currency.decimals, checkout.currency.symbol);
  const { label, action } = payButton({
    ...button,
    connected: wallet !== null,
    signedIn: signIn !== null,
    network: network.name,
    onNetwork: wallet?.chainId === network.ref,
    hasEmail: !button.email,
    amount: button.priced && premium !== null ? `${formatUsd(premium)} (${short})` : null,
    processing: busy,
    blocked: button.blocked || elsewhere || missing.length > 0,
  });
  const actions: Readonly<Record<PayAction, () => void>> = {
    connect: openConnectDialog,
    sign_in: () => toast.info('Sign in with your wallet first, above.'),
    switch: () => changeNetwork.mutate(),
    email() {
      toast.error('Please enter your email address');
      button.email?.();
    },
    pay() {
      if (terms.every(({ key }) => acceptance.accepted.includes(key))) {
        button.press();
        return;
      }
      acceptance.miss();
      boxes.current?.querySelector<HTMLInputElement>('input:not(:checked)')?.focus();
    },
    none: () => undefined,
  };
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
      <div ref={boxes} className="flex flex-col gap-3 empty:hidden">
        {terms.map(({ key, text, note }) => {
          const accepted = acceptance.accepted.includes(key);
          return (
            <div key={key}>
              <AcceptBox
                checked={accepted}
                disabled={busy || button.busy}
                onAccept={(yes) => acceptance.accept(key, yes)}
                error={acceptance.missed && !accepted ? 'Please accept this before you pay' : null}
              >
                {text}
              </AcceptBox>
              {note && <p className="mt-2 text-sm">{note}</p>}
            </div>
          );
        })}
      </div>
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
          disabled={action === 'none'}
          onClick={actions[action]}
        >
          {label}
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
