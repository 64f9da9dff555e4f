import { findQuery, foundRecords } from '../../../../domain/admin/records-schema.ts';
import { endpoint, routes } from '../../platform/http/endpoint.ts';
import { answer } from '../../platform/http/openapi.ts';
import { forAdmin } from '../auth/guard.ts';
import { find } from './find.ts';

export const adminFindRoutes = routes('admin: work queue', [
  endpoint('GET /admin/find', {
    operationId: 'find',
    summary: 'Find records by number, name, email address, wallet, transaction or document',
    guard: forAdmin('read'),
    query: findQuery,
    answers: { 200: answer(foundRecords, 'At most 10 of each kind, newest first') },
    run: (ctx, { q }) => find(ctx, q),
  }),
]);
