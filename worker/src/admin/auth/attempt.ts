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
    [`account:${email}`, `client:${client}`, `account+client:${email} ${client}`].map(hashed),
  );
  return { account: account ?? '', client: from ?? '', pair: pair ?? '' };
}

async function hashed(name: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(name));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
