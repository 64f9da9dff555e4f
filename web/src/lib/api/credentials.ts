/** Who is signed in. Set once at startup, so that this layer does not depend on wallets. */
interface Credentials {
  token(): string | null;
  onUnauthorized(token: string): void;
}

/** Separate from the client, which the landing page does not load. */
export let credentials: Credentials = { token: () => null, onUnauthorized: () => undefined };

export function setCredentials(next: Credentials): void {
  credentials = next;
}
