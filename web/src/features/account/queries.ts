import { queryOptions } from '@tanstack/react-query';
import { confirmEmailAnswer } from '../../../../domain/account/schema.ts';
import { api } from '../../lib/api/api.ts';

/**
 * Submits the token of a confirmation link once. It is a query, so that rendering the page twice sends one request. It
 * never goes stale, because the first answer uses up the token.
 */
export function confirmEmailQuery(token: string) {
  return queryOptions({
    queryKey: ['confirm-email', token],
    queryFn: async () => (await api.post('/account/email/confirm', { token }, confirmEmailAnswer)).data,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}
