import { sha256Hex } from '../../platform/crypto/sha256.ts';

/** Who tries to sign in where, as keys that tell nobody. */
export interface Attempt {
  /** The account, tried from anywhere. */
  account: string;
  /** The client, whatever it tries. */
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
