import type { Step } from '#web/ui/stepper.tsx';
import type { Authorization } from '#web/wallet/payments.ts';
import type { PayStage } from './pay.ts';

/** What is said once we could not send a signed payment. */
export const FROM_WALLET =
  'We could not send this payment for you. Your signature is kept: Pay now sends the same payment from your wallet, and you pay the network fee.';

/** The announcement before the button is pressed; null if no authorization is needed. */
export function beforehand(authorization: Authorization, symbol: string): string | null {
  const allow = `the contract to take exactly this amount of ${symbol}`;
  switch (authorization) {
    case 'none':
      return null;
    case 'signature':
      return `Two confirmations, one transaction: first a free signature that lets the contract take exactly this amount of ${symbol}, once; then you pay.`;
    case 'relay':
      return `One free signature that lets the contract take exactly this amount of ${symbol}, once. We send it and pay the network fee.`;
    case 'batch':
      return `One confirmation, one transaction: you allow ${allow}, and pay.`;
    case 'upgrade':
      return `One confirmation, one transaction: you allow ${allow}, and pay. Your wallet may ask first to upgrade your account for that; if you say no there, it takes two confirmations.`;
    case 'transaction':
      return `Two confirmations: first you allow ${allow}, then you pay.`;
  }
}

interface Shown {
  label: string;
  /** The stage during which this step is in progress, if it waits for the wallet or the network. */
  at: PayStage | null;
  note: string | null;
}

const isBatch = (authorization: Authorization) => authorization === 'batch' || authorization === 'upgrade';

function before(authorization: Authorization, wallet: string, amount: string): Shown[] {
  if (authorization === 'none' || isBatch(authorization)) return [];
  if (authorization === 'signature') {
    const note = `${wallet} asks for a signature first. It lets the contract take exactly ${amount}, once, and that alone moves nothing.`;
    return [{ label: 'Confirm in your wallet', at: 'sign_in_wallet', note }];
  }
  return [
    { label: 'Allow the amount', at: 'approve_in_wallet', note: `Confirm in ${wallet}` },
    { label: 'Wait for the network', at: 'approve_on_chain', note: null },
  ];
}

/**
 * The steps from the first wallet request to the policy.
 * @param amount the exact amount with its symbol
 */
export function paySteps(
  stage: PayStage,
  authorization: Authorization,
  wallet: string,
  amount: string,
): Step[] {
  const paying = isBatch(authorization)
    ? `Confirm in ${wallet}. It lets the contract take exactly ${amount} and pays, both or neither.`
    : `Confirm in ${wallet}`;
  const signing = `${wallet} asks for one free signature. It lets the contract take exactly ${amount}, once, for this quote.`;
  const pays: Shown[] =
    authorization === 'relay'
      ? [{ label: 'Sign in your wallet', at: 'sign_in_wallet', note: signing }]
      : [
          ...before(authorization, wallet, amount),
          { label: 'Pay in your wallet', at: 'pay_in_wallet', note: paying },
        ];
  const all: Shown[] = [
    ...pays,
    { label: 'Sent to the network', at: 'relaying', note: 'We send it and pay the network fee.' },
    { label: 'Policy active', at: null, note: null },
  ];
  const position = all.findIndex(({ at }) => at === stage);
  return all.map(({ label, note }, place) => ({
    label,
    note: place === position ? note : null,
    state: place < position ? 'done' : place === position ? 'current' : 'waiting',
  }));
}

export interface PayInput {
  connected: boolean;
  signedIn: boolean;
  network: string;
  onNetwork: boolean;
  hasEmail: boolean;
  verb?: 'Pay' | 'Sign and pay';
  /** `$1,200 (0.6 ETH)`, or null while there is no quote. */
  amount: string | null;
  quoting: boolean;
  processing: boolean;
  /** Whether something that the form explains blocks the payment: missing funds, another tab. */
  blocked: boolean;
}

export type PayAction = 'connect' | 'sign_in' | 'switch' | 'email' | 'pay' | 'none';

/** Labels in the specification's order. Signing in comes between connecting and the rest. */
export function payButton(input: PayInput): { label: string; action: PayAction } {
  const { verb = 'Pay', amount, network } = input;
  if (input.processing) return { label: 'Processing Payment...', action: 'none' };
  if (!input.connected) return { label: 'Connect Wallet to Continue', action: 'connect' };
  if (!input.signedIn) return { label: 'Sign In to Continue', action: 'sign_in' };
  if (!input.onNetwork) return { label: `Switch to ${network} to Continue`, action: 'switch' };
  if (!input.hasEmail) return { label: 'Enter Email to Continue', action: 'email' };
  if (amount === null) return { label: input.quoting ? 'Calculating...' : verb, action: 'none' };
  return { label: `${verb} ${amount}`, action: input.blocked ? 'none' : 'pay' };
}
