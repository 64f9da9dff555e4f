export interface PayInput {
  connected: boolean;
  signedIn: boolean;
  network: string;
  onNetwork: boolean;
  hasEmail: boolean;
  /** `$1,200 (0.6 ETH)`, or null while there is no quote. */
  amount: string | null;
  quoting: boolean;
  /** Whether what the network's terms require was accepted. */
  accepted: boolean;
  processing: boolean;
  /** Whether something that the form explains blocks the payment: missing funds, another tab. */
  blocked: boolean;
}

export type PayAction = 'connect' | 'sign_in' | 'switch' | 'email' | 'accept' | 'pay' | 'none';

/** Labels in the specification's order. Signing in comes between connecting and the rest. */
export function payButton(input: PayInput): { label: string; action: PayAction } {
  if (input.processing) return { label: 'Processing Payment...', action: 'none' };
  if (!input.connected) return { label: 'Connect Wallet to Continue', action: 'connect' };
  if (!input.signedIn) return { label: 'Sign In to Continue', action: 'sign_in' };
  if (!input.onNetwork) return { label: `Switch to ${input.network} to Continue`, action: 'switch' };
  if (!input.hasEmail) return { label: 'Enter Email to Continue', action: 'email' };
  if (input.amount === null) return { label: input.quoting ? 'Calculating...' : 'Pay', action: 'none' };
  const action = input.accepted ? 'pay' : 'accept';
  return { label: `Pay ${input.amount}`, action: input.blocked ? 'none' : action };
}
