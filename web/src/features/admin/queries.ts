import { QueryClient, queryOptions } from '@tanstack/react-query';
import { snapshot, subscribe } from 'valtio';
import * as z from 'zod';
import { adminProfile } from '../../../../domain/admin/auth-schema.ts';
import { letterList } from '../../../../domain/admin/letters-schema.ts';
import { queueCounts } from '../../../../domain/admin/records-schema.ts';
import { ADMIN_ROLES } from '../../../../domain/admin/roles.ts';
import { settingsAnswer } from '../../../../domain/admin/settings-schema.ts';
import { haltInEffect } from '../../../../domain/admin/stops-schema.ts';
import { createApiClient } from '../../lib/api/client.ts';
import { ApiError } from '../../lib/api/errors.ts';
import { API_SERVERS } from '../../lib/env.ts';
import { belongTo } from '../../lib/kept/kept.ts';
import { adminSession, endAdminSession } from '../../state/admin-session.ts';
import { toast } from '../../ui/toast.ts';
import { unattended } from './attention.ts';

/** The desk's client. Only the areas' `queries.ts` call it. Any 401 ends the session (admin.md §8). */
export const adminApi = createApiClient({
  servers: API_SERVERS,
  token: () => adminSession.token,
  headers: unattended,
  wordless: (status) => `HTTP error! status: ${status}`,
  onUnauthorized: (token) => {
    if (endAdminSession('refused', token)) toast.error('Authentication required');
  },
});

/** The desk's own cache: a change of wallet clears the site's, and a sign-out clears this one. */
export const deskCache = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      // A call fails at once without a network. One that waits for it would be sent later than it was asked for.
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 5_000,
      refetchOnWindowFocus: (query) => !(query.state.error instanceof ApiError),
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

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

/** The `If-Match` of a record as this screen saw it. */
export const ifMatch = (version: number) => ({ ifMatch: `"${version}"` });

/** A change that somebody else's change came before. */
export const isConflict = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 409 && error.code !== 'in_progress';

/** A transfer that was prepared before may still arrive, and nothing on its network would refuse a second one. */
export const isUnderWay = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'already_prepared';

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => adminApi.get('/admin/auth/profile', adminProfile, signal),
  staleTime: 60_000,
});

/** All settings in force; other screens read thresholds from it. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => adminApi.get('/admin/settings', settingsAnswer, signal),
});

const colleagues = z.array(z.object({ id: z.number().int(), name: z.string(), role: z.enum(ADMIN_ROLES) }));

/** Active administrators, for assigning work. */
export const colleaguesQuery = queryOptions({
  queryKey: ['colleagues'],
  queryFn: ({ signal }) => adminApi.get('/admin/colleagues', colleagues, signal),
  staleTime: 60_000,
});

/** The letters about one record, such as `{ claim_id: 7 }`, with what became of each. */
export const lettersOf = (record: { claim_id: number } | { policy_id: number } | { thread_id: number }) =>
  queryOptions({
    queryKey: ['letters', record],
    queryFn: ({ signal }) =>
      adminApi.get(
        `/admin/letters?${new URLSearchParams(Object.entries(record).map(([key, id]) => [key, String(id)]))}`,
        letterList,
        signal,
      ),
    refetchInterval: 30_000,
  });

/** The answer's body does not matter. */
export const ignored = { parse: (value: unknown) => value };

export async function logOut(): Promise<void> {
  const { token } = adminSession;
  if (token === null) return;
  endAdminSession('user');
  // The token expires within hours even when the server cannot be told.
  await adminApi.post('/admin/auth/logout', {}, ignored, undefined, { token }).catch(() => undefined);
}

/** Only while the page is visible. */
export const QUEUE_REFRESH_MS = 30_000;

/** How much there is to do, for the rail, and the newest entry of each list. */
export const countsQuery = queryOptions({
  queryKey: ['queue', 'counts'],
  queryFn: ({ signal }) => adminApi.get('/admin/queue/counts', queueCounts, signal),
  refetchInterval: QUEUE_REFRESH_MS,
});

/** Milliseconds between two looks for a halt of payouts. */
const HALTS_REFRESH_MS = 60_000;

/** The halts of payouts that are in effect. */
export const haltsQuery = queryOptions({
  queryKey: ['halts'],
  queryFn: ({ signal }) => adminApi.get('/admin/halts', z.array(haltInEffect), signal),
  refetchInterval: HALTS_REFRESH_MS,
});
