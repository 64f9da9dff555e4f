import { getAddress } from 'viem';
import type { Rpc } from '#domain/json-rpc.ts';
import { type ConsentRequest, cancellationTypedData } from '#domain/policy/consent.ts';
import type { Consent } from '#worker/platform/chain/terms.ts';
import { verifyEvmTypedData } from './signature.ts';

const typedDataOf = (chainId: number, { contract, ...terms }: Consent) =>
  cancellationTypedData(chainId, getAddress(contract), terms);

/** The typed data for `eth_signTypedData_v4`, with integers as decimal strings. */
export function consentRequest(chainId: number, consent: Consent): ConsentRequest {
  const { domain, types, primaryType, message } = typedDataOf(chainId, consent);
  const { quoteId, refund, validUntil } = message;
  return {
    kind: 'evm',
    typed_data: {
      domain,
      types,
      primaryType,
      message: { quoteId, refund: refund.toString(), validUntil: validUntil.toString() },
    },
  };
}

/** Whether the holder signed this consent: by its key, or as a contract by EIP-1271. */
export function verifyConsent(
  rpc: Rpc,
  chainId: number,
  wallet: string,
  consent: Consent,
  signature: string,
): Promise<boolean> {
  return verifyEvmTypedData(rpc, wallet, typedDataOf(chainId, consent), signature);
}
