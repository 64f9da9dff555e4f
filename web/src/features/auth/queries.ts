import * as z from 'zod';
import type { WalletKind } from '../../../../domain/address.ts';
import { nonceAnswer, verifyAnswer } from '../../../../domain/auth/schema.ts';
import { type ChainRef, chainIdOf } from '../../../../domain/chains.ts';
import { handoverAnswer } from '../../../../domain/quote/schema.ts';
import { api } from '../../lib/api/api.ts';
import { pack } from '../../lib/kept/carry.ts';

export async function requestSignInMessage(
  kind: WalletKind,
  address: string,
  chain: ChainRef,
  isContract: boolean,
): Promise<string> {
  const body = {
    address,
    kind,
    chain_id: chainIdOf(chain),
    ...(isContract ? { contract_wallet: true } : {}),
  };
  const { data } = await api.post('/auth/nonce', body, nonceAnswer);
  return data.message;
}

export async function verifySignature(kind: WalletKind, address: string, message: string, signature: string) {
  const { data } = await api.post('/auth/verify', { kind, address, message, signature }, verifyAnswer);
  return data;
}

/** Revokes a session token on the server, even if this browser has already dropped it. */
export async function endServerSession(token: string): Promise<void> {
  await api.post('/auth/logout', {}, z.unknown(), undefined, { token });
}

/**
 * What follows the `#` of the link into a wallet's app, so that what was typed here is there too; empty if nothing was, or if
 * it can't be handed over.
 */
export async function handOver(): Promise<string> {
  try {
    const packed = await pack();
    if (packed === null) return '';
    const { data } = await api.post('/insurance/handovers', { sealed: packed.sealed }, handoverAnswer);
    return `#form=${packed.key}.${data.handover_id}`;
  } catch {
    return '';
  }
}
