import { queryOptions } from '@tanstack/react-query';
import { unsubscribeAnswer } from '../../../../domain/account/profile-schema.ts';
import { confirmEmailAnswer } from '../../../../domain/account/schema.ts';
import { api } from '../../lib/api/api.ts';

/** Each is a query, so that rendering the page twice sends one request. It never goes stale. */
const ONCE = {
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;

/** Submits the token of a confirmation link once, because the first answer uses up the token. */
export function confirmEmailQuery(token: string) {
  return queryOptions({
    ...ONCE,
    queryKey: ['confirm-email', token],
    queryFn: async () => (await api.post('/account/email/confirm', { token }, confirmEmailAnswer)).data,
  });
}

/** Turns marketing email off by an emailed token. */
export function unsubscribeQuery(token: string) {
  return queryOptions({
    ...ONCE,
    queryKey: ['unsubscribe', token],
    queryFn: async () => (await api.post('/profile/unsubscribe', { token }, unsubscribeAnswer)).data,
  });
}
