import { decodeErrorResult, type Hex } from 'viem';
import { insurancePaymentAbi } from '#domain/abi/insurance-payment.ts';

const OUR_MISTAKE =
  'This quote is not one that the contract can accept, which is our mistake. Please get a new one, and tell us.';

/** What each error that a purchase can end with means to the customer who wants to pay. */
export const SENTENCES: Readonly<Record<string, string>> = {
  IntakePaused: 'We are not taking payments at the moment. Please try again later.',
  QuoteExpired: 'This price has expired. Please take the new one.',
  QuoteAlreadyUsed: 'This quote has already been paid. Look under My Policies.',
  NotHolder: 'This quote belongs to another wallet.',
  InvalidSignature: 'This quote is no longer accepted. Please take the new one.',
  InvalidTerm: 'These dates can no longer be insured. Please get a new quote.',
  InvalidProduct: OUR_MISTAKE,
  InvalidCover: OUR_MISTAKE,
  ZeroPremium: OUR_MISTAKE,
  TokenNotAccepted: 'This currency is no longer accepted. Please choose another one.',
  WrongValue: 'The amount of this payment is not the price of its quote. Please take the new one.',
  WrongAmountReceived:
    'This token takes a fee of its own on transfers, so the premium does not arrive in full.',
  SafeERC20FailedOperation:
    'The token refused the transfer. Your wallet may hold too little of it, or the token has blocked it.',
};

const HEX = /^0x[0-9a-f]*$/i;

/** The revert data of an error, in any of the places where nodes and viem put it. */
function bytesOf(error: object): Hex | null {
  const { raw, data } = error as { raw?: unknown; data?: unknown };
  const nested = typeof data === 'object' && data !== null ? (data as { data?: unknown }).data : undefined;
  const found = [raw, data, nested].find((value) => typeof value === 'string' && HEX.test(value));
  return (found as Hex | undefined) ?? null;
}

/** The revert data of a call; null if there is none. A bare call wraps the node's own error. */
function revertData(error: unknown): Hex | null {
  let next = error;
  for (let depth = 0; depth < 12 && typeof next === 'object' && next !== null; depth += 1) {
    const found = bytesOf(next);
    if (found !== null) return found;
    next = (next as { cause?: unknown }).cause;
  }
  return null;
}

/** The contract's own error with its arguments; null if the call failed for another reason. */
export function contractError(error: unknown) {
  const data = revertData(error);
  if (data === null || data === '0x') return null;
  try {
    return decodeErrorResult({ abi: insurancePaymentAbi, data });
  } catch {
    return null;
  }
}

/** The name of the error with which the contract rejects this payment; null if it gave none of its own. */
const errorName = (error: unknown): string | null => contractError(error)?.errorName ?? null;

/** Why the contract would reject this payment, as a sentence; null if it gave no reason. */
export function revertSentence(error: unknown): string | null {
  return SENTENCES[errorName(error) ?? ''] ?? null;
}

/** Whether the token, and not our contract, rejects the payment. */
export function isTokenRefusal(error: unknown): boolean {
  return errorName(error) === 'SafeERC20FailedOperation';
}
