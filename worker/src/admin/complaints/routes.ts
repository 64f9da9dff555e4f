import * as z from 'zod';
import {
  complaintDecision,
  complaintDetail,
  complaintExportQuery,
  complaintList,
  complaintListQuery,
} from '../../../../domain/admin/complaints-schema.ts';
import { pathId } from '../../../../domain/ids.ts';
import { endpoint, routes } from '../../platform/http/endpoint.ts';
import { answer, fileAnswer } from '../../platform/http/openapi.ts';
import { forAdmin } from '../auth/guard.ts';
import { answerComplaint } from './answer.ts';
import { exportComplaints, getComplaint, listComplaints } from './list.ts';

const params = z.object({ id: pathId });

export const adminComplaintRoutes = routes('admin: complaints', [
  endpoint('GET /admin/complaints', {
    operationId: 'listComplaints',
    summary: 'List complaints, newest first',
    guard: forAdmin('read'),
    query: complaintListQuery,
    answers: { 200: answer(complaintList, 'One page of the register') },
    run: listComplaints,
  }),
  endpoint('GET /admin/complaints/export', {
    operationId: 'exportComplaints',
    summary: 'Download the register of complaints as CSV',
    guard: forAdmin('export'),
    limit: 'EXPORT_LIMIT',
    query: complaintExportQuery,
    answers: { 200: fileAnswer('All that match', 'text/csv') },
    run: exportComplaints,
  }),
  endpoint('GET /admin/complaints/{id}', {
    operationId: 'getComplaint',
    summary: 'Get a complaint with what the person wrote',
    guard: forAdmin('read'),
    params,
    answers: { 200: answer(complaintDetail, 'The complaint') },
    refuses: [404],
    run: (ctx, { id }) => getComplaint(ctx, id),
  }),
  endpoint('POST /admin/complaints/{id}/answer', {
    operationId: 'answerComplaint',
    summary: 'Answer a complaint with an outcome; the person gets it by email',
    guard: forAdmin('messages.write'),
    idempotent: 'by content',
    params,
    body: complaintDecision,
    answers: { 200: answer(complaintDetail, 'The complaint, answered') },
    refuses: [404, 409],
    run: answerComplaint,
  }),
]);
