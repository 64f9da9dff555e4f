import { createClient, custom, type Hex } from 'viem';
import { verifyMessage as verifyByContract } from 'viem/actions';
import { verifyMessage as verifyByKey } from 'viem/utils';
import * as z from 'zod';
import { ChainUnreachable } from './chain.ts';
import type { Rpc } from './rpc.ts';

/** Length of a plain signature: 0x and 65 bytes in hexadecimal. */
const PLAIN_LENGTH = 132;

/**
 * Whether the wallet signed the message: by its key without RPC, otherwise as a contract by EIP-1271 or
 * EIP-6492.
 */
export async function verifyEvmMessage(
  rpc: Rpc,
  wallet: string,
  message: string,
  signature: string,
): Promise<boolean> {
  const signed = { address: wallet as Hex, message, signature: signature as Hex };
  if (signature.length === PLAIN_LENGTH && (await verifyByKey(signed).catch(() => false))) return true;
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
  const client = createClient({ transport: custom({ request }, { retryCount: 0 }) });
  const valid = await verifyByContract(client, signed).catch(() => false);
  if (failures[0]) throw failures[0];
  return valid;
}
