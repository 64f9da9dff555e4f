import { type ReactNode, useEffect, useRef } from 'react';
import { messageOf } from '#web/lib/message-of.ts';
import { AcceptBox } from '#web/ui/accept-box.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { CopyDetails } from '#web/ui/copy.tsx';
import { ErrorState, Notice } from '#web/ui/states.tsx';
import { Stepper } from '#web/ui/stepper.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { exactAmount } from '#web/ui/values.tsx';
import { WalletShows } from '#web/ui/wallet-shows.tsx';
import { NothingThere } from '#web/wallet/nothing-there.tsx';
import { AttemptNotice } from './notices.tsx';
import type { PayFailure } from './pay.ts';
import { beforehand, FROM_WALLET, paySteps } from './pay-words.ts';
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
    <div ref={box} role="status" className="scroll-mb-24 rounded-card border border-line bg-sunken/60 p-5">
      <Stepper steps={paySteps(stage, authorization, wallet, exact)} label="Payment progress" />
    </div>
  );
}

/** What the wallet shows of each of its questions about a payment, in their order. */
function PaymentShows({ payment, authorization }: Pick<Checkout, 'payment' | 'authorization'>) {
  if (payment === null) return null;
  const { shown, signs } = payment;
  if (signs === null || (authorization !== 'signature' && authorization !== 'relay')) {
    return <WalletShows shown={shown} />;
  }
  return (
    <>
      <WalletShows shown={signs.shown} note={signs.note} />
      {authorization === 'signature' && <WalletShows shown={signs.purchase} />}
    </>
  );
}

function Terms({ checkout: { network, terms, busy } }: { checkout: Checkout }) {
  if (terms === null) return null;
  return (
    <div>
      <AcceptBox
        name="without-contract"
        checked={terms.accepted}
        disabled={busy}
        onAccept={terms.accept}
        error={terms.asked && !terms.accepted ? 'Please accept this before you pay' : null}
      >
        I accept that on {network.name} I pay into Mooring’s own account, that Mooring’s servers keep the
        rules of my policy, and that nothing on the chain enforces its cover, a payout or a refund.
      </AcceptBox>
      <p className="mt-2 text-sm">
        <TextLink to="/terms" hash="networks">
          Terms of this kind of network
        </TextLink>
      </p>
    </div>
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
  button: { label: string; disabled: boolean; busy?: boolean; press: () => void };
  /** What is bought and how it is paid. */
  children: ReactNode;
  /** What is to be agreed to before. */
  agreement?: ReactNode;
}

/** The checkout of a purchase and of a change of cover: what stands in the way, the button, and what the wallet will show. */
export function CheckoutPanel({ checkout, wallet, button, children, agreement }: CheckoutPanelProps) {
  const { id, failure, problem, missing, busy, stage, changeNetwork, fee } = checkout;
  const sentence = checkout.fromWallet
    ? FROM_WALLET
    : fee && beforehand(fee.authorization, checkout.currency.symbol);
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
      {problem && <ErrorState title="Nothing was sent">{messageOf(problem)}</ErrorState>}
      {agreement}
      <Missing sentences={missing} />
      {failure && <Failed failure={failure} />}
      {stage !== 'ready' && <Progress checkout={checkout} wallet={wallet} />}
      <Terms checkout={checkout} />
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
        <p role="alert" className="-mt-3 text-sm text-coral">
          {messageOf(changeNetwork.error, 'Failed to switch network')}
        </p>
      )}
      {sentence && checkout.payment && !busy && <p className="-mt-3 text-sm text-muted">{sentence}</p>}
      {/* Below the button, which stays where it is when the price arrives. */}
      <PaymentShows payment={checkout.payment} authorization={checkout.authorization} />
    </>
  );
}
