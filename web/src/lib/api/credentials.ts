/** Who is signed in; set once at start, so that this layer knows nothing of wallets. */
interface Credentials {
  token(): string | null;
  onUnauthorized(token: string): void;
}

/** Apart from the client, which the landing page does not load. */
export let credentials: Credentials = { token: () => null, onUnauthorized: () => undefined };

export function setCredentials(next: Credentials): void {
  credentials = next;
}
