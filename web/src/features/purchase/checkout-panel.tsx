import { type ComponentProps, type ReactNode, useReducer, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { formatUsd } from '#domain/money.ts';
import { REVIEW_NOTICE } from '#domain/quote/underwriting.ts';
import { openConnectDialog } from '#web/state/connect-dialog.ts';
import { walletSession } from '#web/state/wallet-session.ts';
import { AcceptBox } from '#web/ui/accept-box.tsx';
import { Notice } from '#web/ui/states.tsx';
import { Stepper } from '#web/ui/stepper.tsx';
import { toast } from '#web/ui/toast.ts';
import { exactAmount, shortAmount } from '#web/ui/values.tsx';
import { WalletStep } from '#web/wallet/wallet-step.tsx';
import { failureWords, PriceFacts, type Term, walletSentence } from './checkout-facts.tsx';
import { AttemptNotice } from './notices.tsx';
import { confirmation, isInWallet, type PayAction, type PayInput, payButton, paySteps } from './pay-words.ts';

/** The steps push the button down, often below the window's edge. */
const intoView = (box: HTMLElement | null) => box?.scrollIntoView?.({ block: 'nearest' });

interface CheckoutPanelProps extends ComponentProps<typeof PriceFacts> {
  /** The premium in whole US dollars; null while it is computed. */
  premium: number | null;
  /** Why a person will look at the policy. */
  review: readonly string[];
  terms: readonly Term[];
  button: Pick<PayInput, 'verb' | 'quoting'> & {
    /** Whether there is an exact price to pay. */
    priced: boolean;
    /** What the wallet is asked, while it has no words for it. */
    first?: string | null;
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
 * The checkout of a purchase and of a change of cover: what stands in the way, what is to be accepted, what can be looked
 * up, and within a thumb's reach the amount and the button.
 */
export function CheckoutPanel(props: CheckoutPanelProps) {
  const { checkout, premium, review, facts, terms, button, children, before } = props;
  const { id, paying, switching, missing, busy, stage, network, currency, authorization, elsewhere } =
    checkout;
  const { failed, help } = failureWords(paying.error);
  const { wallet, signIn } = useSnapshot(walletSession);
  const boxes = useRef<HTMLDivElement>(null);
  const [accepted, accept] = useState<readonly string[]>([]);
  /** Whether something was not accepted when Pay was pressed. */
  const [missed, miss] = useReducer(() => true, false);
  const amount = [checkout.amount ?? 0n, currency.decimals, currency.symbol] as const;
  const { label, action } = payButton({
    ...button,
    connected: wallet !== null,
    signedIn: signIn !== null,
    network: network.name,
    onNetwork: wallet?.chainId === network.ref,
    hasEmail: !button.email,
    amount: button.priced && premium !== null ? `${formatUsd(premium)} (${shortAmount(...amount)})` : null,
    processing: busy,
    blocked: button.blocked || elsewhere || missing.length > 0,
  });
  const actions: Readonly<Record<PayAction, () => void>> = {
    connect: openConnectDialog,
    sign_in: () => toast.info('Sign in with your wallet first, above.'),
    switch: () => switching.ask(),
    email() {
      toast.error('Please enter your email address');
      button.email?.();
    },
    pay() {
      if (terms.every(({ key }) => accepted.includes(key))) return button.press();
      miss();
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
      {review.length > 0 && (
        <Notice tone="waiting">
          {review.map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
          <p className="mt-2">{REVIEW_NOTICE}</p>
        </Notice>
      )}
      {before}
      {missing.length > 0 && (
        <Notice tone="danger">
          <p className="font-medium">Insufficient funds for this transaction</p>
          {missing.map((sentence) => (
            <p key={sentence} className="figures mt-0.5 wrap-anywhere">
              {sentence}
            </p>
          ))}
        </Notice>
      )}
      <div ref={boxes} className="flex flex-col gap-3 empty:hidden">
        {terms.map(({ key, text, note }) => (
          <div key={key}>
            <AcceptBox
              checked={accepted.includes(key)}
              disabled={busy || button.busy}
              onAccept={(yes) => accept([...accepted.filter((one) => one !== key), ...(yes ? [key] : [])])}
              error={missed && !accepted.includes(key) ? 'Please accept this before you pay' : null}
            >
              {text}
            </AcceptBox>
            {note && <p className="mt-2 text-sm">{note}</p>}
          </div>
        ))}
      </div>
      <PriceFacts checkout={checkout} facts={facts} />
      <WalletStep
        step={switching}
        declined="User rejected the request. Your wallet is still on another network."
      />
      <WalletStep
        step={{
          ...paying,
          failed,
          stage: isInWallet(stage) ? 'in_wallet' : 'ready',
          busy: busy || switching.busy || button.busy === true,
        }}
        shows={
          stage !== 'ready' && (
            <div
              ref={intoView}
              role="status"
              className="scroll-mb-64 rounded-card border border-line bg-sunken/60 p-5"
            >
              <Stepper steps={paySteps(stage)} />
            </div>
          )
        }
        then={confirmation(stage, authorization, exactAmount(...amount))}
        declined={`${paying.error?.message}. Your quote is still here.`}
        help={help}
        bar="flex flex-col gap-2 max-sm:sticky max-sm:bottom-0 max-sm:z-20 max-sm:-mx-4 max-sm:mt-auto max-sm:border-t max-sm:border-line max-sm:bg-surface max-sm:px-4 max-sm:pt-2 max-sm:pb-[max(0.75rem,env(safe-area-inset-bottom))]"
        beside={
          <>
            <p className="figures text-2xl leading-tight font-semibold tracking-tight sm:text-3xl">
              {premium === null ? 'Calculating...' : formatUsd(premium)}
            </p>
            {/* As high before the price as with it, so that the button stays where it is. */}
            <p className="min-h-10 text-sm text-muted">
              {!busy && (walletSentence(checkout) ?? button.first)}
            </p>
          </>
        }
        label={label}
        onPress={actions[action]}
        disabled={action === 'none'}
        size="large"
        wide
      />
    </>
  );
}
