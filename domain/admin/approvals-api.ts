import * as z from 'zod';
import { answer, call } from '#domain/http/call.ts';
import { approvalEntries } from './approvals-schema.ts';

export const TAG = 'admin: approvals';

const params = z.object({ id: z.uuid() });

export const listApprovals = call('listApprovals', 'GET /admin/approvals', {
  summary: 'List the approvals that need a second administrator',
  who: 'admin: admins.manage',
  answers: { 200: answer(approvalEntries, 'Newest first, with both versions') },
});

export const confirmApproval = call('confirmApproval', 'POST /admin/approvals/{id}/confirm', {
  summary: 'Confirm an approval as the second administrator',
  who: 'admin: admins.manage',
  params,
  answers: { 200: answer(z.null(), 'It holds') },
  refuses: [404, 409],
});

export const refuseApproval = call('refuseApproval', 'POST /admin/approvals/{id}/refuse', {
  summary: 'Refuse an approval, or withdraw your own',
  who: 'admin: admins.manage',
  params,
  answers: { 200: answer(z.null(), 'Nothing changes') },
  refuses: [404, 409],
});
