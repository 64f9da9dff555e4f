import * as z from 'zod';
import { approvalEntries } from '../../../../domain/admin/approvals-schema.ts';
import { endpoint, routes } from '../../platform/http/endpoint.ts';
import { answer } from '../../platform/http/openapi.ts';
import { forAdmin } from '../auth/guard.ts';
import { confirmApproval, refuseApproval } from './decide.ts';
import { listApprovals } from './list.ts';

export const adminApprovalRoutes = routes('admin: approvals', [
  endpoint('GET /admin/approvals', {
    operationId: 'listApprovals',
    summary: 'List the approvals that need a second administrator',
    guard: forAdmin('admins.manage'),
    answers: { 200: answer(approvalEntries, 'Newest first, with both versions') },
    run: listApprovals,
  }),
  endpoint('POST /admin/approvals/{id}/confirm', {
    operationId: 'confirmApproval',
    summary: 'Confirm an approval as the second administrator',
    guard: forAdmin('admins.manage'),
    params: z.object({ id: z.uuid() }),
    answers: { 200: answer(z.null(), 'It holds') },
    refuses: [404, 409],
    run: (ctx, { id }) => confirmApproval(ctx, id),
  }),
  endpoint('POST /admin/approvals/{id}/refuse', {
    operationId: 'refuseApproval',
    summary: 'Refuse an approval, or withdraw your own',
    guard: forAdmin('admins.manage'),
    params: z.object({ id: z.uuid() }),
    answers: { 200: answer(z.null(), 'Nothing changes') },
    refuses: [404, 409],
    run: (ctx, { id }) => refuseApproval(ctx, id),
  }),
]);
