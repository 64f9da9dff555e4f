import {
  type Client,
  compactSignatureToSignature,
  createClient,
  custom,
  getAddress,
  type Hex,
  parseCompactSignature,
  serializeSignature,
} from 'viem';
import { verifyMessage as messageByContract, verifyTypedData as typedDataByContract } from 'viem/actions';
import { verifyMessage as messageByKey, verifyTypedData as typedDataByKey } from 'viem/utils';
import * as z from 'zod';
import { ChainUnreachable, type Rpc } from '#domain/json-rpc.ts';
import { type ConsentRequest, cancellationTypedData } from '#domain/policy/consent.ts';
import type { Consent } from '#worker/platform/chain/terms.ts';

/** Lengths of an account's signature: 0x and 65 bytes in hexadecimal, or 64 in the compact form of EIP-2098. */
const PLAIN_LENGTH = 132;
const COMPACT_LENGTH = 130;

/** A key's signature with its recovery byte. A contract's own stays as it is. */
const expanded = (signature: Hex): Hex =>
  signature.length === COMPACT_LENGTH
    ? serializeSignature(compactSignatureToSignature(parseCompactSignature(signature)))
    : signature;

/** Whether the wallet signed the message: by its key without RPC, otherwise as a contract by EIP-1271 or EIP-6492. */
export function verifyEvmMessage(
  rpc: Rpc,
  wallet: string,
  message: string,
  signature: string,
): Promise<boolean> {
  const signed = { address: wallet as Hex, message, signature: signature as Hex };
  return verify(
    rpc,
    signature,
    (full) => messageByKey({ ...signed, signature: full }),
    (client) => messageByContract(client, signed),
  );
}

async function verify(
  rpc: Rpc,
  signature: string,
  byKey: (signature: Hex) => Promise<boolean>,
  byContract: (client: Client) => Promise<boolean>,
): Promise<boolean> {
  const full = expanded(signature as Hex);
  if (full.length === PLAIN_LENGTH && (await byKey(full).catch(() => false))) return true;
  const failures: ChainUnreachable[] = [];
  const request = async (call: { method: string; params?: unknown }) => {
    try {
      const params = z.array(z.unknown()).parse(call.params ?? []);
      const [answer] = await rpc.batch([{ method: call.method, params }]);
      if (answer && 'error' in answer) throw answer.error;
      return answer?.result;
    } catch (error) {
      if (error instanceof ChainUnreachable) failures.push(error);
      throw error;
    }
  };
  // viem reports a failed call as a wrong signature; only accept that if the chain answered.
  const valid = await byContract(createClient({ transport: custom({ request }, { retryCount: 0 }) })).catch(
    () => false,
  );
  if (failures[0]) throw failures[0];
  return valid;
}

const typedDataOf = (chainId: number, { contract, ...terms }: Consent) =>
  cancellationTypedData(chainId, getAddress(contract), terms);

/** The typed data for `eth_signTypedData_v4`, with integers as decimal strings. */
export function consentRequest(chainId: number, consent: Consent): ConsentRequest {
  const { domain, types, primaryType, message } = typedDataOf(chainId, consent);
  const { holder, quoteId, refund, validUntil } = message;
  return {
    kind: 'evm',
    typed_data: {
      domain,
      types,
      primaryType,
      message: { holder, quoteId, refund: refund.toString(), validUntil: validUntil.toString() },
    },
  };
}

/** Whether the holder signed this consent: by its key, or as a contract by EIP-1271. */
export function verifyConsent(
  rpc: Rpc,
  chainId: number,
  consent: Consent,
  signature: string,
): Promise<boolean> {
  const address = consent.holder as Hex;
  const signed = { address, ...typedDataOf(chainId, consent), signature: signature as Hex };
  return verify(
    rpc,
    signature,
    (full) => typedDataByKey({ ...signed, signature: full }),
    (client) => typedDataByContract(client, signed),
  );
}
