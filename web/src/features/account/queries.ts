import { queryOptions } from '@tanstack/react-query';
import * as accountApi from '#domain/account/api.ts';
import * as profileApi from '#domain/account/profile-api.ts';
import { api } from '#web/lib/api/api.ts';

/** Each is a query, so that rendering the page twice sends one request. It never goes stale. */
const ONCE = {
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;

/** Submits the token of a confirmation link once, because the first answer uses up the token. */
export const confirmEmailQuery = (token: string) =>
  queryOptions({
    ...ONCE,
    queryKey: ['confirm-email', token],
    queryFn: () => api.ask(accountApi.confirmEmail, { body: { token } }),
  });

/** Turns marketing email off by an emailed token. */
export const unsubscribeQuery = (token: string) =>
  queryOptions({
    ...ONCE,
    queryKey: ['unsubscribe', token],
    queryFn: () => api.ask(profileApi.unsubscribe, { body: { token } }),
  });
