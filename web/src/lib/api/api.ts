import { API_SERVERS } from '#web/lib/env.ts';
import { createApiClient } from './client.ts';
import { credentials } from './credentials.ts';

/** The site's client. */
export const api = createApiClient({
  servers: API_SERVERS,
  token: () => credentials.token(),
  onUnauthorized: (token) => credentials.onUnauthorized(token),
});
