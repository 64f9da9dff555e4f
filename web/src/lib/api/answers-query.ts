import { queryOptions } from '@tanstack/react-query';
import { knownAnswers } from '#domain/account/profile-schema.ts';
import { api } from './api.ts';

/** What the signed-in wallet told us before; nothing without one. */
export const answersQuery = (address: string | null) =>
  queryOptions({
    queryKey: ['known-answers', address],
    enabled: address !== null,
    queryFn: ({ signal }) => api.get('/profile/answers', knownAnswers, signal),
  });
