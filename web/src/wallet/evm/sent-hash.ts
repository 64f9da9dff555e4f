import { type Hex, isHash } from 'viem';
import { WalletError } from '#web/wallet/errors.ts';

/** A wallet's answer to a transaction, if it is a hash. Throws WalletError otherwise: it may have sent one all the same. */
export function sentHash(answer: unknown): Hex {
  if (typeof answer === 'string' && isHash(answer)) return answer;
  const message = answer
    ? "Your wallet's answer is not a transaction hash, so the transaction cannot be followed."
    : 'Payment failed - no transaction hash returned';
  throw new WalletError('other', message);
}
