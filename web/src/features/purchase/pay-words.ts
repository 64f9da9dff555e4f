import type { Step } from '#web/ui/stepper.tsx';
import type { Authorization } from '#web/wallet/payments.ts';
import type { PayStage } from './pay.ts';
import { stepsOf } from './progress.ts';

/** What is said once we could not send a signed payment. */
export const FROM_WALLET =
  'We couldn’t send this payment for you. Your signature is kept: press Pay to send the same payment from your wallet, for the network fee.';

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

/** What the first step is called while the wallet is asked, or we send what it signed. */
const FIRST: Readonly<Record<PayStage, string>> = {
  ready: 'Confirm in your wallet',
  preparing: 'Confirm in your wallet',
  sign_in_wallet: 'Sign in your wallet',
  approve_in_wallet: 'Allow the amount',
  approve_on_chain: 'Wait for the network',
  pay_in_wallet: 'Pay in your wallet',
  relaying: 'Sign in your wallet',
};

/** The steps of the confirmation, before the payment is sent. */
export function paySteps(stage: PayStage): Step[] {
  const sending = stage === 'relaying';
  const notes = { 1: sending ? 'We send it and pay the network fee.' : null };
  return stepsOf([FIRST[stage], 'Policy active'], sending ? 1 : 0, notes);
}

/** Whether the wallet shows something to confirm. */
export const isInWallet = (stage: PayStage): boolean => stage.endsWith('_in_wallet');

/**
 * What follows "Confirm in MetaMask".
 * @param amount the exact amount with its symbol
 */
export function confirmation(stage: PayStage, authorization: Authorization, amount: string): string {
  const lets = `It lets the contract take exactly ${amount}`;
  if (stage === 'sign_in_wallet') {
    const then = authorization === 'relay' ? '' : ' You pay after it.';
    return `: one free signature. ${lets}, once, for this quote.${then}`;
  }
  const batch = authorization === 'batch' || authorization === 'upgrade';
  return stage === 'pay_in_wallet' && batch ? `. ${lets} and pays, both or neither.` : '.';
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
