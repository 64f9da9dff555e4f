import { type FetchQueryOptions, keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query';
import { snapshot, subscribe } from 'valtio';
import * as adminsApi from '#domain/admin/admins-api.ts';
import * as approvalsApi from '#domain/admin/approvals-api.ts';
import * as authApi from '#domain/admin/auth-api.ts';
import * as messagesApi from '#domain/admin/messages-api.ts';
import * as queueApi from '#domain/admin/queue-api.ts';
import * as settingsApi from '#domain/admin/settings-api.ts';
import type { Call } from '#domain/http/call.ts';
import { createApiClient, createCache } from '#web/lib/api/client.ts';
import { API_SERVERS } from '#web/lib/env.ts';
import { belongTo } from '#web/lib/kept/kept.ts';
import { adminSession, endAdminSession } from '#web/state/admin-session.ts';
import { toast } from '#web/ui/toast.ts';

/** After this long without input, the desk's own requests no longer keep the session alive. */
const ATTENTIVE_MS = 60_000;
const INPUTS = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

let lastInput = Date.now();

/** Tells the server which requests nobody is there to make, so that a session nobody uses ends. */
const unattended = (): Record<string, string> =>
  Date.now() - lastInput > ATTENTIVE_MS ? { 'x-unattended': '1' } : {};

/** Notes every input, until the returned function is called. */
export function followAttention(): () => void {
  const note = () => {
    lastInput = Date.now();
  };
  note();
  for (const input of INPUTS) window.addEventListener(input, note, { passive: true, capture: true });
  return () => {
    for (const input of INPUTS) window.removeEventListener(input, note, { capture: true });
  };
}

/** The desk's client. Any 401 ends the session (admin.md §8). */
export const adminApi = createApiClient({
  servers: API_SERVERS,
  token: () => adminSession.token,
  headers: unattended,
  wordless: (status) => `HTTP error! status: ${status}`,
  onUnauthorized: (token) => {
    if (endAdminSession('refused', token)) toast.error('Authentication required');
  },
});

/** What a call answers, read while its screen shows it. */
export const useDesk = <C extends Call>(...call: Parameters<typeof adminApi.query<C>>) =>
  useQuery(adminApi.query(...call));

/** The desk's own cache: a change of wallet clears the site's, and a sign-out clears this one. */
export const deskCache = createCache(5_000);

let tokenBefore = snapshot(adminSession).token;
subscribe(adminSession, () => {
  const { token } = snapshot(adminSession);
  if (tokenBefore !== null && tokenBefore !== token) {
    deskCache.clear();
    // What was typed is there after the next sign-in, unless they signed out.
    belongTo('desk', null, adminSession.endedBy === 'user');
  }
  tokenBefore = token;
});

/** What a change in a part of the desk also changes. A part is the first name of its calls' paths. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  messages: ['letters'],
  admins: ['approvals', 'settings'],
  approvals: ['admins', 'settings'],
};

/** Reads again what shows these parts of the desk, and what waits. */
export const readAgain = (...parts: string[]) =>
  Promise.all(
    ['queue', ...parts, ...parts.flatMap((part) => ALSO[part] ?? [])].map((part) =>
      deskCache.invalidateQueries({ queryKey: ['admin', part] }),
    ),
  );

/** What a query answers now, whatever is cached. */
export const readNow = <Data, Key extends QueryKey>(query: FetchQueryOptions<Data, Error, Data, Key>) =>
  deskCache.fetchQuery({ ...query, staleTime: 0 });

/** The last answer stays while another choice loads. */
export const STAYS = { placeholderData: keepPreviousData };

export const profileQuery = adminApi.query(authApi.getAdministrator, {}, { staleTime: 60_000 });

/** All settings in force; other screens read thresholds from it. */
export const settingsQuery = adminApi.query(settingsApi.getSettings);

/** What needs a second administrator. */
export const approvalsQuery = adminApi.query(approvalsApi.listApprovals, {}, { refetchInterval: 60_000 });

/** Active administrators, for assigning work. */
export const colleaguesQuery = adminApi.query(adminsApi.listColleagues, {}, { staleTime: 60_000 });

/** The letters about one record, such as `{ claim_id: 7 }`, with what became of each. */
export const lettersOf = (query: { claim_id: number } | { policy_id: number } | { thread_id: number }) =>
  adminApi.query(messagesApi.listLetters, { query }, { refetchInterval: 30_000 });

export async function logOut(): Promise<void> {
  const { token } = adminSession;
  if (token === null) return;
  endAdminSession('user');
  // The token expires within hours even when the server cannot be told.
  await adminApi.send(authApi.logoutAdministrator, {}, { token }).catch(() => undefined);
}

/** Only while the page is visible. */
const QUEUE_REFRESH_MS = 30_000;

/** How much there is to do, for the rail, and the newest entry of each list. */
export const countsQuery = adminApi.query(queueApi.countQueue, {}, { refetchInterval: QUEUE_REFRESH_MS });

export const queueQuery = adminApi.query(
  queueApi.getQueue,
  {},
  { refetchInterval: QUEUE_REFRESH_MS, staleTime: 0 },
);

/** What the command palette finds by number, name, email address or wallet. */
export const findQuery = (term: string) =>
  adminApi.query(queueApi.find, { query: { q: term } }, { ...STAYS, enabled: term !== '' });
