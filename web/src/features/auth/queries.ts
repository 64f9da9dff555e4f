import * as z from 'zod';
import { nonceAnswer, verifyAnswer } from '../../../../domain/auth/schema.ts';
import { api } from '../../lib/api/api.ts';

/** The full text to sign for `address` on `chainId`. */
export async function requestSignInMessage(address: string, chainId: number): Promise<string> {
  const body = { address, kind: 'evm', chain_id: chainId };
  const { data } = await api.post('/auth/nonce', body, nonceAnswer);
  return data.message;
}

export async function verifySignature(address: string, message: string, signature: string) {
  const { data } = await api.post('/auth/verify', { kind: 'evm', address, message, signature }, verifyAnswer);
  return data;
}

/** Revokes a session token on the server, even if this browser has already dropped it. */
export async function endServerSession(token: string): Promise<void> {
  await api.post('/auth/logout', {}, z.unknown(), undefined, { token });
}
