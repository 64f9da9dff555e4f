import * as z from 'zod';
import { savedView, savedViewRequest, savedViews } from '../../../../domain/admin/records-schema.ts';
import { pathId } from '../../../../domain/ids.ts';
import { endpoint, routes } from '../../platform/http/endpoint.ts';
import { answer } from '../../platform/http/openapi.ts';
import { forAdmin } from '../auth/guard.ts';
import { listViews, removeView, saveView } from './views.ts';

export const adminViewRoutes = routes('admin: saved views', [
  endpoint('GET /admin/views', {
    operationId: 'listViews',
    summary: "List the administrator's own saved views",
    guard: forAdmin('read'),
    answers: { 200: answer(savedViews, 'By name') },
    run: listViews,
  }),
  endpoint('POST /admin/views', {
    operationId: 'saveView',
    summary: 'Save a view; one of the same list and name is replaced',
    guard: forAdmin('read'),
    body: savedViewRequest,
    answers: { 201: answer(savedView, 'The view') },
    refuses: [409],
    run: saveView,
  }),
  endpoint('DELETE /admin/views/{id}', {
    operationId: 'deleteView',
    summary: 'Delete a saved view',
    guard: forAdmin('read'),
    params: z.object({ id: pathId }),
    answers: { 200: answer(z.null(), 'It is gone') },
    refuses: [404],
    run: (ctx, { id }) => removeView(ctx, id),
  }),
]);
