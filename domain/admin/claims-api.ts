import * as z from 'zod';
import { claimNumber } from '#domain/claims/lifecycle.ts';
import { answer, call, fileAnswer } from '#domain/http/call.ts';
import { numberedId } from '#domain/ids.ts';
import { discardQuery, handOutRequest } from '#domain/payouts/schema.ts';
import * as schema from './claims-schema.ts';
import { revealedFacts, revealRequest } from './policies-schema.ts';
import { bulkAnswer, noteEntry, noteRequest } from './records-schema.ts';

export const TAG = 'admin: claims';

const CHANGED = { 200: answer(schema.adminClaimAnswer, 'The claim, with its version as ETag') };

const params = z.object({ id: numberedId(claimNumber) });

export const listAllClaims = call('listAllClaims', 'GET /admin/claims', {
  summary: 'List all claims',
  query: schema.claimListQuery,
  answers: { 200: answer(schema.adminClaimList, 'A page of claims') },
});

export const getClaimStatistics = call('getClaimStatistics', 'GET /admin/claims/statistics', {
  summary: 'Count claims by status and product, with those that are late',
  answers: { 200: answer(schema.claimStatistics, 'The figures') },
});

export const exportClaims = call('exportClaims', 'GET /admin/claims/export', {
  summary: 'Download the claims that the filters match as CSV',
  who: 'admin: export',
  query: schema.claimExportQuery,
  answers: { 200: fileAnswer('The file', 'text/csv') },
});

export const getClaimForDesk = call('getClaimForDesk', 'GET /admin/claims/{id}', {
  summary: 'Get a claim with its policy, documents, flags and history',
  params,
  etag: true,
  answers: { 200: answer(schema.claimDetail, 'The claim, with its version as ETag') },
});

export const assignClaims = call('assignClaims', 'PATCH /admin/claims/assignee', {
  summary: 'Assign up to 100 claims, all or none',
  who: 'admin: claims.decide',
  body: schema.bulkAssignRequest,
  answers: { 200: answer(bulkAnswer, 'How many are assigned so') },
  refuses: [404, 409],
});

export const assignClaim = call('assignClaim', 'PATCH /admin/claims/{id}/assignee', {
  summary: 'Assign a claim to an administrator, or unassign it',
  who: 'admin: claims.decide',
  params,
  body: schema.assignRequest,
  ifMatch: true,
  answers: CHANGED,
});

export const decideClaim = call('decideClaim', 'PATCH /admin/claims/{id}/status', {
  summary: 'Review, approve or reject a claim, or ask for documents',
  who: 'admin: claims.decide',
  params,
  body: schema.claimStatusRequest,
  ifMatch: true,
  answers: CHANGED,
});

export const undoClaimDecision = call('undoClaimDecision', 'PATCH /admin/claims/{id}/status/undo', {
  summary: 'Undo your approval or rejection within 10 seconds, before the customer is told',
  who: 'admin: claims.decide',
  params,
  ifMatch: true,
  answers: CHANGED,
});

export const correctClaimCause = call('correctClaimCause', 'PATCH /admin/claims/{id}/cause', {
  summary: 'Correct the cause of loss of a claim',
  who: 'admin: claims.decide',
  params,
  body: schema.causeRequest,
  ifMatch: true,
  answers: CHANGED,
});

export const correctClaimAge = call('correctClaimAge', 'PATCH /admin/claims/{id}/age', {
  summary: 'Say whether the stated age of a traveler was false, with a reason',
  who: 'admin: claims.decide',
  params,
  body: schema.ageRequest,
  ifMatch: true,
  answers: CHANGED,
});

export const changeClaimReserve = call('changeClaimReserve', 'PATCH /admin/claims/{id}/reserve', {
  summary: 'Change what a claim is expected to cost, with a reason',
  who: 'admin: claims.decide',
  params,
  body: schema.reserveRequest,
  ifMatch: true,
  answers: CHANGED,
});

export const sendClaimBack = call('sendClaimBack', 'POST /admin/claims/{id}/send-back', {
  summary: 'Move an approved claim back to review, until its payout is prepared',
  who: 'admin: claims.decide',
  params,
  body: schema.sendBackRequest,
  ifMatch: true,
  answers: CHANGED,
});

export const noteClaim = call('noteClaim', 'POST /admin/claims/{id}/notes', {
  summary: 'Add an internal note to a claim',
  who: 'admin: claims.decide',
  idempotent: 'by content',
  params,
  body: noteRequest,
  answers: { 201: answer(noteEntry, 'The note') },
});

export const revealClaim = call('revealClaim', 'POST /admin/claims/{id}/reveal', {
  summary: 'Decrypt the private details of a claim; the audit log records who and why',
  who: 'admin: reveal',
  params,
  body: revealRequest,
  answers: { 200: answer(revealedFacts, 'The details') },
  refuses: [404, 409],
});

export const openClaimDocument = call('openClaimDocument', 'GET /admin/claims/{id}/documents/{document_id}', {
  summary: 'Download a claim document; the audit log records once a day who opened documents of the claim',
  who: 'admin: reveal',
  limit: 'QUOTE_LIMIT',
  params: params.extend({ document_id: z.string().max(80) }),
  answers: { 200: fileAnswer('The file', 'image/jpeg', 'image/png', 'application/pdf') },
});

export const preparePayout = call('preparePayout', 'POST /admin/claims/{id}/payout', {
  summary: 'Prepare the payout of an approved claim for a wallet with the claims role',
  who: 'admin: claims.pay',
  idempotent: 'by key',
  params,
  optionalBody: handOutRequest,
  ifMatch: true,
  answers: { 200: answer(schema.payoutAnswer, 'The transaction, valid for 15 minutes') },
  refuses: [404, 409, 503],
});

export const discardPayout = call('discardPayout', 'DELETE /admin/claims/{id}/payout', {
  summary: 'Discard a prepared payout that was definitely not sent',
  who: 'admin: claims.pay',
  idempotent: 'by key',
  params,
  query: discardQuery,
  answers: { 200: answer(schema.adminClaimAnswer, 'The claim; its payout can be prepared again') },
});

export const reportPayment = call('reportPayment', 'POST /admin/claims/{id}/payment', {
  summary: 'Report the transaction that pays a claim, or a payment by another method',
  who: 'admin: claims.pay',
  idempotent: 'by key',
  params,
  body: schema.claimPaymentRequest,
  ifMatch: true,
  answers: {
    200: answer(
      schema.adminClaimAnswer,
      'Verified, or confirmed by the second administrator, and paid; or a recorded announcement of an approved claim',
    ),
    202: answer(schema.adminClaimAnswer, 'Not confirmed yet: by the network, or by a second administrator'),
  },
  refuses: [404, 409, 503],
});

export const withdrawPayment = call('withdrawPayment', 'DELETE /admin/claims/{id}/payment', {
  summary: 'Withdraw a payment by another method that is not confirmed yet',
  who: 'admin: claims.pay',
  idempotent: 'by key',
  params,
  answers: { 200: answer(schema.adminClaimAnswer, 'The claim, payable again') },
});
