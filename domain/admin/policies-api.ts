import * as z from 'zod';
import { answer, call, fileAnswer } from '#domain/http/call.ts';
import { numberedId, pathId } from '#domain/ids.ts';
import { discardQuery, settlement } from '#domain/payouts/schema.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import * as schema from './policies-schema.ts';
import { noteEntry, noteRequest } from './records-schema.ts';

export const TAG = 'admin: policies';

const params = z.object({ id: numberedId(policyNumber) });

export const listAllPolicies = call('listAllPolicies', 'GET /admin/policies', {
  summary: 'List all policies',
  query: schema.policyListQuery,
  answers: { 200: answer(schema.policyRequestList, 'A page of policies') },
});

export const getPolicyStatistics = call('getPolicyStatistics', 'GET /admin/policies/statistics', {
  summary: 'Count policies by status and product, with the renewals due',
  answers: { 200: answer(schema.policyStatistics, 'The figures') },
});

export const exportPolicies = call('exportPolicies', 'GET /admin/policies/export', {
  summary: 'Download the policies that the filters match as CSV',
  who: 'admin: export',
  query: schema.policyExportQuery,
  answers: { 200: fileAnswer('The file', 'text/csv') },
});

export const getPolicyForDesk = call('getPolicyForDesk', 'GET /admin/policies/{id}', {
  summary: 'Get a policy with its record on chain, claims and history',
  params,
  etag: true,
  answers: { 200: answer(schema.policyRequestDetail, 'The policy, with its version as ETag') },
});

export const decidePolicy = call('decidePolicy', 'PATCH /admin/policies/{id}/status', {
  summary: 'Approve or reject a policy that awaits review',
  who: 'admin: policies.write',
  params,
  body: schema.policyStatusRequest,
  ifMatch: true,
  answers: { 200: answer(schema.policyRequestEntry, 'The policy, with its version as ETag') },
});

export const prepareRefund = call('prepareRefund', 'POST /admin/policies/{id}/refund', {
  summary: 'Prepare the refund of a policy for a wallet with the underwriter role',
  who: 'admin: policies.write',
  idempotent: 'by key',
  params,
  optionalBody: schema.policyRefundRequest,
  answers: {
    200: answer(schema.policyRefundAnswer, 'The transaction; a cancellation is valid as long as its consent'),
  },
  refuses: [404, 409, 503],
});

export const discardRefund = call('discardRefund', 'DELETE /admin/policies/{id}/refund', {
  summary: 'Discard a prepared refund that was definitely not sent',
  who: 'admin: policies.write',
  idempotent: 'by key',
  params,
  query: discardQuery,
  answers: { 200: answer(z.null(), 'The refund can be prepared again') },
  refuses: [400, 404, 409, 413, 415],
});

export const confirmRefund = call('confirmRefund', 'POST /admin/policies/{id}/refund/confirm', {
  summary: 'Report the transaction that refunds a policy',
  who: 'admin: policies.write',
  idempotent: 'by key',
  params,
  body: schema.refundConfirmRequest,
  answers: {
    200: answer(settlement, 'Verified and recorded'),
    202: answer(settlement.nullable(), 'Not confirmed yet'),
  },
});

export const prepareHolderChange = call('prepareHolderChange', 'POST /admin/policies/{id}/holder-change', {
  summary: "Prepare a step of a change of the policy's holder",
  who: 'admin: policies.write',
  idempotent: 'by key',
  params,
  body: schema.holderChangeRequest,
  answers: { 200: answer(schema.holderChangeAnswer, 'The transaction and who may send it') },
  refuses: [404, 409, 503],
});

export const confirmHolderChange = call(
  'confirmHolderChange',
  'POST /admin/policies/{id}/holder-change/confirm',
  {
    summary: 'Report the transaction of a step of a change of holder',
    who: 'admin: policies.write',
    idempotent: 'by key',
    params,
    body: schema.holderChangeConfirmRequest,
    answers: {
      200: answer(schema.holderChangeConfirmed, 'Verified'),
      202: answer(schema.holderChangeConfirmed, 'Not confirmed yet'),
    },
  },
);

export const checkWithdrawal = call(
  'checkWithdrawal',
  'POST /admin/policies/{id}/withdrawals/{withdrawal_id}/check',
  {
    summary: 'Accept or refuse a withdrawal by policy number and email address, once a person has checked it',
    who: 'admin: policies.write',
    idempotent: 'by key',
    params: params.extend({ withdrawal_id: pathId }),
    body: schema.withdrawalCheck,
    answers: { 200: answer(schema.policyRequestDetail, 'The policy') },
  },
);

export const enterWithdrawal = call('enterWithdrawal', 'POST /admin/policies/{id}/withdrawals', {
  summary: 'Enter a withdrawal that came by letter or plain email, once a person has checked it',
  who: 'admin: policies.write',
  idempotent: 'by key',
  params,
  body: schema.withdrawalEntry,
  answers: { 200: answer(schema.policyRequestDetail, 'The policy') },
});

export const revealPolicy = call('revealPolicy', 'POST /admin/policies/{id}/reveal', {
  summary: 'Decrypt the private details of a policy; the audit log records who and why',
  who: 'admin: reveal',
  params,
  body: schema.revealRequest,
  answers: { 200: answer(schema.revealedFacts, 'The details') },
  refuses: [404, 409],
});

export const notePolicy = call('notePolicy', 'POST /admin/policies/{id}/notes', {
  summary: 'Add an internal note to a policy',
  who: 'admin: policies.write',
  idempotent: 'by content',
  params,
  body: noteRequest,
  answers: { 201: answer(noteEntry, 'The note') },
});
