import { queryOptions } from '@tanstack/react-query';
import { knownAnswers } from '../../../domain/account/profile-schema.ts';
import { api } from './api/api.ts';
import { loadDeployment } from './deployment.ts';

/** This site's networks and who insures. */
export const deploymentQuery = queryOptions({
  queryKey: ['deployment'],
  queryFn: loadDeployment,
  staleTime: Number.POSITIVE_INFINITY,
});

/** What the signed-in wallet told us before; nothing without one. */
export const answersQuery = (address: string | null) =>
  queryOptions({
    queryKey: ['known-answers', address],
    enabled: address !== null,
    queryFn: ({ signal }) => api.get('/profile/answers', knownAnswers, signal),
  });
