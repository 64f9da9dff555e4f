import { sha256Hex } from '../../platform/crypto/sha256.ts';

/** A sign-in attempt, as hashed keys that reveal nobody. */
export interface Attempt {
  /** The account, from any client. */
  account: string;
  /** The client, for any account. */
  client: string;
  /** This client at this account. */
  pair: string;
}

export async function attemptOf(email: string, client: string): Promise<Attempt> {
  const [account, from, pair] = await Promise.all(
    [`account:${email}`, `client:${client}`, `account+client:${email} ${client}`].map(sha256Hex),
  );
  return { account: account ?? '', client: from ?? '', pair: pair ?? '' };
}
