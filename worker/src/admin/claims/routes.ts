import * as z from 'zod';
import {
  adminClaimAnswer,
  adminClaimList,
  ageRequest,
  assignRequest,
  bulkAssignRequest,
  causeRequest,
  claimDetail,
  claimExportQuery,
  claimListQuery,
  claimStatistics,
  claimStatusRequest,
  reserveRequest,
  sendBackRequest,
} from '../../../../domain/admin/claims-schema.ts';
import { revealedFacts, revealRequest } from '../../../../domain/admin/policies-schema.ts';
import { bulkAnswer, noteEntry, noteRequest } from '../../../../domain/admin/records-schema.ts';
import { claimNumber } from '../../../../domain/claims/lifecycle.ts';
import { numberedId } from '../../../../domain/ids.ts';
import { endpoint, reply, routes } from '../../platform/http/endpoint.ts';
import { answer, fileAnswer } from '../../platform/http/openapi.ts';
import { forAdmin } from '../auth/guard.ts';
import { changeReserve, correctAge, correctCause } from './assess.ts';
import { assignClaim, assignClaims } from './assign.ts';
import { decideClaim } from './decide.ts';
import { getForDesk } from './get.ts';
import { exportClaims, listForDesk, readStatistics } from './list.ts';
import { noteClaim } from './note.ts';
import { openDocument, revealClaim } from './reveal.ts';
import { sendClaimBack } from './send-back.ts';
import { undoDecision } from './undo-decision.ts';

const params = z.object({ id: numberedId(claimNumber) });

export const adminClaimRoutes = routes('admin: claims', [
  endpoint('GET /admin/claims', {
    operationId: 'listAllClaims',
    summary: 'List all claims',
    guard: forAdmin('read'),
    query: claimListQuery,
    answers: { 200: answer(adminClaimList, 'A page of claims') },
    run: listForDesk,
  }),
  endpoint('GET /admin/claims/statistics', {
    operationId: 'getClaimStatistics',
    summary: 'Count claims by status and product, with those that are late',
    guard: forAdmin('read'),
    answers: { 200: answer(claimStatistics, 'The figures') },
    run: readStatistics,
  }),
  endpoint('GET /admin/claims/export', {
    operationId: 'exportClaims',
    summary: 'Download the claims that the filters match as CSV',
    guard: forAdmin('export'),
    limit: 'EXPORT_LIMIT',
    query: claimExportQuery,
    answers: { 200: fileAnswer('The file', 'text/csv') },
    run: exportClaims,
  }),
  endpoint('GET /admin/claims/{id}', {
    operationId: 'getClaimForDesk',
    summary: 'Get a claim with its policy, documents, flags and history',
    guard: forAdmin('read'),
    params,
    etag: true,
    answers: { 200: answer(claimDetail, 'The claim, with its version as ETag') },
    refuses: [404],
    run: (ctx, { id }) => getForDesk(ctx, id),
  }),
  endpoint('PATCH /admin/claims/assignee', {
    operationId: 'assignClaims',
    summary: 'Assign up to 100 claims, all or none',
    guard: forAdmin('claims.decide'),
    body: bulkAssignRequest,
    answers: { 200: answer(bulkAnswer, 'How many changed') },
    refuses: [404, 409],
    run: assignClaims,
  }),
  endpoint('PATCH /admin/claims/{id}/assignee', {
    operationId: 'assignClaim',
    summary: 'Assign a claim to an administrator, or unassign it',
    guard: forAdmin('claims.decide'),
    params,
    body: assignRequest,
    ifMatch: true,
    answers: { 200: answer(adminClaimAnswer, 'The claim, with its version as ETag') },
    refuses: [404, 409],
    run: async (ctx, input) => reply(await assignClaim(ctx, input)),
  }),
  endpoint('PATCH /admin/claims/{id}/status', {
    operationId: 'decideClaim',
    summary: 'Review, approve or reject a claim, or ask for documents',
    guard: forAdmin('claims.decide'),
    params,
    body: claimStatusRequest,
    ifMatch: true,
    answers: { 200: answer(adminClaimAnswer, 'The claim, with its version as ETag') },
    refuses: [404, 409],
    run: async (ctx, input) => reply(await decideClaim(ctx, input)),
  }),
  endpoint('PATCH /admin/claims/{id}/status/undo', {
    operationId: 'undoClaimDecision',
    summary: 'Undo your approval or rejection within 10 seconds, before the customer is told',
    guard: forAdmin('claims.decide'),
    params,
    ifMatch: true,
    answers: { 200: answer(adminClaimAnswer, 'The claim, with its version as ETag') },
    refuses: [404, 409],
    run: async (ctx, input) => reply(await undoDecision(ctx, input)),
  }),
  endpoint('PATCH /admin/claims/{id}/cause', {
    operationId: 'correctClaimCause',
    summary: 'Correct the cause of loss of a claim',
    guard: forAdmin('claims.decide'),
    params,
    body: causeRequest,
    ifMatch: true,
    answers: { 200: answer(adminClaimAnswer, 'The claim, with its version as ETag') },
    refuses: [404, 409],
    run: async (ctx, input) => reply(await correctCause(ctx, input)),
  }),
  endpoint('PATCH /admin/claims/{id}/age', {
    operationId: 'correctClaimAge',
    summary: 'Say whether the stated age of a traveler was false, with a reason',
    guard: forAdmin('claims.decide'),
    params,
    body: ageRequest,
    ifMatch: true,
    answers: { 200: answer(adminClaimAnswer, 'The claim, with its version as ETag') },
    refuses: [404, 409],
    run: async (ctx, input) => reply(await correctAge(ctx, input)),
  }),
  endpoint('PATCH /admin/claims/{id}/reserve', {
    operationId: 'changeClaimReserve',
    summary: 'Change what a claim is expected to cost, with a reason',
    guard: forAdmin('claims.decide'),
    params,
    body: reserveRequest,
    ifMatch: true,
    answers: { 200: answer(adminClaimAnswer, 'The claim, with its version as ETag') },
    refuses: [404, 409],
    run: async (ctx, input) => reply(await changeReserve(ctx, input)),
  }),
  endpoint('POST /admin/claims/{id}/send-back', {
    operationId: 'sendClaimBack',
    summary: 'Move an approved claim back to review, until its payout is prepared',
    guard: forAdmin('claims.decide'),
    params,
    body: sendBackRequest,
    ifMatch: true,
    answers: { 200: answer(adminClaimAnswer, 'The claim, with its version as ETag') },
    refuses: [404, 409],
    run: async (ctx, input) => reply(await sendClaimBack(ctx, input)),
  }),
  endpoint('POST /admin/claims/{id}/notes', {
    operationId: 'noteClaim',
    summary: 'Add an internal note to a claim',
    guard: forAdmin('claims.decide'),
    idempotent: 'by content',
    params,
    body: noteRequest,
    answers: { 201: answer(noteEntry, 'The note') },
    refuses: [404, 409],
    run: (ctx, { id, text }) => noteClaim(ctx, id, text),
  }),
  endpoint('POST /admin/claims/{id}/reveal', {
    operationId: 'revealClaim',
    summary: 'Decrypt the private details of a claim; the audit log records who and why',
    guard: forAdmin('reveal'),
    params,
    body: revealRequest,
    answers: { 200: answer(revealedFacts, 'The details') },
    refuses: [404, 409],
    run: revealClaim,
  }),
  endpoint('GET /admin/claims/{id}/documents/{document_id}', {
    operationId: 'openClaimDocument',
    summary: 'Download a claim document; the audit log records once a day who opened documents of the claim',
    guard: forAdmin('reveal'),
    limit: 'QUOTE_LIMIT',
    params: params.extend({ document_id: z.string().max(80) }),
    answers: { 200: fileAnswer('The file', 'image/jpeg', 'image/png', 'application/pdf') },
    refuses: [404],
    run: (ctx, { id, document_id }) => openDocument(ctx, { claimId: id, id: document_id }),
  }),
]);
