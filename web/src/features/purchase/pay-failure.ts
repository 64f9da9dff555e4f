import { messageOf } from '#web/lib/message-of.ts';
import type { CheckedPayment } from '#web/wallet/payments.ts';

export interface PayFailure {
  message: string;
  nothingSent: boolean;
  details: string;
}

/** Wallet error codes (see wallet/errors.ts) after which nothing can have been sent. */
const CERTAIN = new Set(['rejected', 'insufficient_funds', 'refused', 'not_installed', 'pending']);

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

/**
 * A payment that ended with `error`. Once the wallet was asked to pay, only an error that says so proves that nothing was
 * sent: a wallet may send and then lose its answer.
 * @param asked whether the wallet was asked for the payment itself, not just for an approval
 */
export function payFailure(
  error: unknown,
  asked: boolean,
  context: { payment: CheckedPayment; chain: string; wallet: string; address: string; now: number },
): PayFailure {
  const message = messageOf(error, 'Payment failed. Please try again.');
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : 'none given';
  return {
    message,
    nothingSent: !asked || CERTAIN.has(codeOf(error) ?? ''),
    details: [
      message,
      `Time: ${new Date(context.now).toISOString()}`,
      `Quote: ${context.payment.quoteId}`,
      `Network: ${context.chain} (${context.payment.chain})`,
      `Wallet: ${context.wallet} ${context.address}`,
      `Cause: ${cause}`,
    ].join('\n'),
  };
}
