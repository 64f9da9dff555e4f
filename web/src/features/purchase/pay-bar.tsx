import { useRef } from 'react';
import { useSnapshot } from 'valtio';
import { formatUsd } from '#domain/money.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { openConnectDialog } from '#web/state/connect-dialog.ts';
import { walletSession } from '#web/state/wallet-session.ts';
import { AcceptBox } from '#web/ui/accept-box.tsx';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import { type FactRow, shortAmount } from '#web/ui/values.tsx';
import { NothingThere } from '#web/wallet/nothing-there.tsx';
import { PriceFacts, type Term, walletSentence } from './checkout-facts.tsx';
import { type PayAction, type PayInput, payButton } from './pay-words.ts';
import type { Checkout, useAcceptance } from './use-checkout.ts';

export interface PayBarProps {
  checkout: Checkout;
  /** The premium in whole US dollars; null while it is computed. */
  premium: number | null;
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
}

/** What is to be accepted, what can be looked up, and within a thumb's reach the amount and the button. */
export function PayBar({ checkout, premium, facts, acceptance, terms, button }: PayBarProps) {
  const { missing, busy, changeNetwork, network, elsewhere } = checkout;
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
  const first =
    button.verb === 'Sign and pay'
      ? 'Two confirmations: first you sign for the refund, free; then you pay.'
      : null;
  return (
    <>
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
        <p className="min-h-10 text-sm text-muted">{!busy && (walletSentence(checkout) ?? first)}</p>
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
