import { queueAnswer, queueCounts } from '../../../../domain/admin/records-schema.ts';
import { endpoint, routes } from '../../platform/http/endpoint.ts';
import { answer } from '../../platform/http/openapi.ts';
import { forAdmin } from '../auth/guard.ts';
import { countWork, readWork } from './queue.ts';

export const adminQueueRoutes = routes('admin: work queue', [
  endpoint('GET /admin/queue', {
    operationId: 'getQueue',
    summary: 'Get the work queue, the most urgent promise first',
    guard: forAdmin('read'),
    answers: { 200: answer(queueAnswer, 'Sections with counts, and the 50 most urgent items of each kind') },
    run: readWork,
  }),
  endpoint('GET /admin/queue/counts', {
    operationId: 'countQueue',
    summary: 'Count what the administrator has to do, in all and by screen',
    guard: forAdmin('read'),
    answers: { 200: answer(queueCounts, 'The counts') },
    run: countWork,
  }),
]);
