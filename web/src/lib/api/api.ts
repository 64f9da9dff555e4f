import { API_SERVERS } from '../env.ts';
import { createApiClient } from './client.ts';

/** Who is signed in; set once at start, so that this layer knows nothing of wallets. */
interface Credentials {
  token(): string | null;
  onUnauthorized(token: string): void;
}

let credentials: Credentials = { token: () => null, onUnauthorized: () => undefined };

export function setCredentials(next: Credentials): void {
  credentials = next;
}

/** The site's client. Only the features' `queries.ts` call it. */
export const api = createApiClient({
  servers: API_SERVERS,
  token: () => credentials.token(),
  onUnauthorized: (token) => credentials.onUnauthorized(token),
});
