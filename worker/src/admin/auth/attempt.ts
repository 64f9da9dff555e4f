import { purposeKey } from '../../platform/crypto/purpose.ts';

/** A sign-in attempt, as keyed hashes: without the session secret nobody tells from them who tried from where. */
export interface Attempt {
  /** The account, from any client. */
  account: string;
  /** The client, for any account. */
  client: string;
  /** This client at this account. */
  pair: string;
}

/** @param secret the session secret */
export async function attemptOf(secret: Uint8Array, email: string, client: string): Promise<Attempt> {
  const bytes = await purposeKey(secret, 'sign-in attempts');
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const hashed = async (text: string) => {
    const signed = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text));
    return Array.from(new Uint8Array(signed), (byte) => byte.toString(16).padStart(2, '0')).join('');
  };
  const [account, from, pair] = await Promise.all([
    hashed(`account:${email}`),
    hashed(`client:${client}`),
    hashed(`account+client:${email} ${client}`),
  ]);
  return { account, client: from, pair };
}
