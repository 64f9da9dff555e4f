import { purposeHash } from '#worker/platform/crypto/purpose.ts';

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
  const hashed = await purposeHash(secret, 'sign-in attempts');
  const [account, from, pair] = await Promise.all([
    hashed(`account:${email}`),
    hashed(`client:${client}`),
    hashed(`account+client:${email} ${client}`),
  ]);
  return { account, client: from, pair };
}
