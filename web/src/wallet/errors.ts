type WalletFault =
  | 'rejected'
  | 'not_installed'
  | 'no_accounts'
  | 'insufficient_funds'
  | 'refused'
  | 'pending'
  | 'unanswered'
  | 'other';

/** A wallet error whose message is a sentence for customers. */
export class WalletError extends Error {
  readonly code: WalletFault;

  constructor(code: WalletFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.name = 'WalletError';
  }
}

/** An error of a node, a wallet or viem, known by its shape so that viem need not be loaded for it. */
interface RpcFault {
  name?: unknown;
  shortMessage?: unknown;
  code?: unknown;
  message?: unknown;
  cause?: unknown;
  data?: { originalError?: { code?: unknown } };
}

/** The error and everything it wraps, outermost first. */
function chain(error: unknown): RpcFault[] {
  const found: RpcFault[] = [];
  let next = error;
  while (typeof next === 'object' && next !== null && found.length < 12) {
    found.push(next as RpcFault);
    next = (next as RpcFault).cause;
  }
  return found;
}

/** The error codes of an error and everything it wraps; empty if no wallet or node answered. */
export function codesOf(error: unknown): number[] {
  const codes = chain(error).flatMap((fault) => [fault.code, fault.data?.originalError?.code]);
  // viem uses -1 for errors without a code.
  return codes.filter((code): code is number => typeof code === 'number' && code !== -1);
}

export function hasCode(error: unknown, code: number): boolean {
  return codesOf(error).includes(code);
}

const messageMatches = (fault: RpcFault, words: RegExp) => words.test(String(fault.message ?? ''));

/** Whether a wallet reports its user's refusal as an internal error, as some do. A node's own reasons are not that. */
function isDenial(fault: RpcFault): boolean {
  if (fault.code !== -32603 || !messageMatches(fault, /\b(denied|rejected)\b/i)) return false;
  return !messageMatches(fault, /insufficient|nonce|underpriced|\bgas\b|\bfee\b|revert/i);
}

/** Whether the customer stopped waiting for the wallet (`answered`), which may still act. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof WalletError && error.code === 'unanswered';

export function isRejection(error: unknown): boolean {
  if (error instanceof WalletError) return error.code === 'rejected';
  if (hasCode(error, 4001) || hasCode(error, 5000)) return true;
  return chain(error).some(
    (fault) =>
      fault.name === 'UserRejectedRequestError' || fault.code === 'ACTION_REJECTED' || isDenial(fault),
  );
}

export function isInsufficientFunds(error: unknown): boolean {
  if (error instanceof WalletError) return error.code === 'insufficient_funds';
  return chain(error).some(
    (fault) =>
      fault.name === 'InsufficientFundsError' || messageMatches(fault, /insufficient (funds|balance)/i),
  );
}

/** The wallet shows another request and has not shown this one (-32002); null for any other error. */
export function pendingError(error: unknown, wallet = 'Your wallet'): WalletError | null {
  if (!hasCode(error, -32002)) return null;
  const message = `${wallet} already has an open request. Please answer it there, then try again.`;
  return new WalletError('pending', message, { cause: error });
}

/** The first line of a wallet's message, without a library's appendix of versions and arguments. */
export function shortMessage(error: unknown): string {
  const short = (error as RpcFault | null)?.shortMessage;
  if (typeof short === 'string' && short !== '') return short;
  const message = error instanceof Error ? error.message : String((error as RpcFault | null)?.message ?? '');
  return message.split('\n')[0] ?? '';
}

/** Why connecting to `wallet` failed, in the words of the specification (customer.md §8). */
export function connectError(error: unknown, wallet: string): WalletError {
  if (error instanceof WalletError) return error;
  if (isRejection(error)) return new WalletError('rejected', 'User rejected the request', { cause: error });
  const pending = pendingError(error, wallet);
  if (pending) return pending;
  return new WalletError('other', shortMessage(error) || `Failed to connect ${wallet}`, { cause: error });
}

/** Why a payment failed in the wallet. After `other` the wallet may have sent it all the same. */
export function paymentError(error: unknown): WalletError {
  if (isRejection(error)) return new WalletError('rejected', 'Payment cancelled by user', { cause: error });
  if (isInsufficientFunds(error)) {
    return new WalletError('insufficient_funds', 'Insufficient funds for this transaction', { cause: error });
  }
  if (error instanceof WalletError) return error;
  return (
    pendingError(error) ??
    new WalletError('other', shortMessage(error) || 'Payment failed. Please try again.', { cause: error })
  );
}
