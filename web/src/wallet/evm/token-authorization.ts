import { encodeFunctionData, type Hex, size, slice } from 'viem';
import { insurancePaymentAbi as abi } from '#domain/abi/insurance-payment.ts';
import { authorizationTypedData, type TokenDomain } from '#domain/quote/authorization.ts';
import { hasCode, isRejection, isUnanswered } from '#web/wallet/errors.ts';
import type { CheckedCall } from './verify-payment.ts';

/** What the holder signs: the contract may take exactly the premium, once, until the quote ends. */
export const typedDataOf = ({ chainId, to, offer }: CheckedCall, token: TokenDomain) =>
  authorizationTypedData(chainId, to, offer.quote, token);

/** The parity that tokens expect: some wallets leave out the legacy offset of 27. Other signatures are left as they are. */
export function tokenSignature(signature: Hex): Hex {
  if (size(signature) !== 65) return signature;
  const last = Number(slice(signature, 64));
  if (last > 1) return signature;
  return `${slice(signature, 0, 64)}${(last + 27).toString(16)}`;
}

/** Authorization and purchase as one transaction, which anyone may send. */
export function withAuthorization(payment: CheckedCall, authorization: Hex): CheckedCall {
  const { quote, signature } = payment.offer;
  const data = encodeFunctionData({
    abi,
    functionName: 'purchaseWithAuthorization',
    args: [quote, signature, authorization],
  });
  return { ...payment, data, value: 0n };
}

/**
 * Whether to ask for an approval after a wallet did not sign an authorization. A rejection or an open request ends the
 * payment. After any other error, a wallet that cannot sign typed data may still send a transaction.
 */
export function mayApproveInstead(error: unknown): boolean {
  return !isRejection(error) && !hasCode(error, -32002) && !isUnanswered(error);
}
