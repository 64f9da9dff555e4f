import { queryOptions } from '@tanstack/react-query';
import { loadDeployment } from './deployment.ts';

/** This site's networks and who insures. */
export const deploymentQuery = queryOptions({
  queryKey: ['deployment'],
  queryFn: loadDeployment,
  staleTime: Number.POSITIVE_INFINITY,
});
