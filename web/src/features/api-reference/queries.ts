import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { parseOpenApi } from './openapi.ts';

/** Our own description of the interface, generated from the schemas that validate. */
export const openApiQuery = queryOptions({
  queryKey: ['openapi'],
  queryFn: ({ signal }) => api.get('/openapi.json', { parse: parseOpenApi }, signal),
  staleTime: 600_000,
});
