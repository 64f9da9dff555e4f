import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { parseOpenApi } from './openapi.ts';

/** Our OpenAPI document, generated from the schemas that validate requests. */
export const openApiQuery = queryOptions({
  queryKey: ['openapi'],
  queryFn: ({ signal }) => api.get('/openapi.json', { parse: parseOpenApi }, signal),
  staleTime: 600_000,
});
