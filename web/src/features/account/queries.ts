import { queryOptions } from '@tanstack/react-query';
import { confirmEmailAnswer } from '../../../../domain/account/schema.ts';
import { api } from '../../lib/api/api.ts';

/**
 * Hands the token of a confirmation letter in, once. As a query, so that a page drawn twice asks once; it never goes stale,
 * because a token is used up by its first answer.
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
