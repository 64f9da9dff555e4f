import * as z from 'zod';
import {
  holderChangeAnswer,
  holderChangeConfirmed,
  holderChangeConfirmRequest,
  holderChangeRequest,
  policyExportQuery,
  policyListQuery,
  policyRefundAnswer,
  policyRefundRequest,
  policyRequestDetail,
  policyRequestEntry,
  policyRequestList,
  policyStatistics,
  policyStatusRequest,
  refundConfirmRequest,
  revealedFacts,
  revealRequest,
  withdrawalCheck,
  withdrawalEntry,
} from '../../../../domain/admin/policies-schema.ts';
import { noteEntry, noteRequest } from '../../../../domain/admin/records-schema.ts';
import { numberedId, pathId } from '../../../../domain/ids.ts';
import { discardQuery, settlement } from '../../../../domain/payouts/schema.ts';
import { policyNumber } from '../../../../domain/policy/lifecycle.ts';
import { endpoint, reply, routes } from '../../platform/http/endpoint.ts';
import { answer, fileAnswer } from '../../platform/http/openapi.ts';
import { forAdmin } from '../auth/guard.ts';
import { decidePolicy } from './decide.ts';
import { getForDesk } from './get.ts';
import { prepareHolderChange, reportHolderChange } from './holder-change.ts';
import { exportPolicies, listForDesk, readStatistics } from './list.ts';
import { notePolicy, revealPolicy } from './records.ts';
import { discardPolicyRefund, preparePolicyRefund, reportPolicyRefund } from './refund.ts';
import { checkWithdrawal, enterWithdrawal } from './withdrawal.ts';

const params = z.object({ id: numberedId(policyNumber) });

export const adminPolicyRoutes = routes('admin: policies', [
  endpoint('GET /admin/policies', {
    operationId: 'listAllPolicies',
    summary: 'List all policies',
    guard: forAdmin('read'),
    query: policyListQuery,
    answers: { 200: answer(policyRequestList, 'A page of policies') },
    run: listForDesk,
  }),
  endpoint('GET /admin/policies/statistics', {
    operationId: 'getPolicyStatistics',
    summary: 'Count policies by status and product, with the renewals due',
    guard: forAdmin('read'),
    answers: { 200: answer(policyStatistics, 'The figures') },
    run: readStatistics,
  }),
  endpoint('GET /admin/policies/export', {
    operationId: 'exportPolicies',
    summary: 'Download the policies that the filters match as CSV',
    guard: forAdmin('export'),
    limit: 'EXPORT_LIMIT',
    query: policyExportQuery,
    answers: { 200: fileAnswer('The file', 'text/csv') },
    run: exportPolicies,
  }),
  endpoint('GET /admin/policies/{id}', {
    operationId: 'getPolicyForDesk',
    summary: 'Get a policy with its record on chain, claims and history',
    guard: forAdmin('read'),
    params,
    etag: true,
    answers: { 200: answer(policyRequestDetail, 'The policy, with its version as ETag') },
    refuses: [404],
    run: (ctx, { id }) => getForDesk(ctx, id),
  }),
  endpoint('PATCH /admin/policies/{id}/status', {
    operationId: 'decidePolicy',
    summary: 'Approve or reject a policy that awaits review',
    guard: forAdmin('policies.write'),
    params,
    body: policyStatusRequest,
    ifMatch: true,
    answers: { 200: answer(policyRequestEntry, 'The policy, with its version as ETag') },
    refuses: [404, 409],
    run: async (ctx, input) => reply(await decidePolicy(ctx, input)),
  }),
  endpoint('POST /admin/policies/{id}/refund', {
    operationId: 'prepareRefund',
    summary: 'Prepare the refund of a policy for a wallet with the underwriter role',
    guard: forAdmin('policies.write'),
    idempotent: 'by key',
    params,
    optionalBody: policyRefundRequest,
    answers: {
      200: answer(policyRefundAnswer, 'The transaction; a cancellation is valid as long as its consent'),
    },
    refuses: [404, 409, 503],
    run: preparePolicyRefund,
  }),
  endpoint('DELETE /admin/policies/{id}/refund', {
    operationId: 'discardRefund',
    summary: 'Discard a prepared refund that was definitely not sent',
    guard: forAdmin('policies.write'),
    idempotent: 'by key',
    params,
    query: discardQuery,
    answers: { 200: answer(z.null(), 'The refund can be prepared again') },
    refuses: [400, 404, 409, 413, 415],
    run: (ctx, { id, not_signed }) => discardPolicyRefund(ctx, { id, notSigned: not_signed === 'true' }),
  }),
  endpoint('POST /admin/policies/{id}/refund/confirm', {
    operationId: 'confirmRefund',
    summary: 'Report the transaction that refunds a policy',
    guard: forAdmin('policies.write'),
    idempotent: 'by key',
    params,
    body: refundConfirmRequest,
    answers: {
      200: answer(settlement, 'Verified and recorded'),
      202: answer(settlement.nullable(), 'Not confirmed yet'),
    },
    refuses: [404, 409],
    run: async (ctx, input) => reply(await reportPolicyRefund(ctx, input)),
  }),
  endpoint('POST /admin/policies/{id}/holder-change', {
    operationId: 'prepareHolderChange',
    summary: "Prepare a step of a change of the policy's holder",
    guard: forAdmin('policies.write'),
    idempotent: 'by key',
    params,
    body: holderChangeRequest,
    answers: { 200: answer(holderChangeAnswer, 'The transaction and who may send it') },
    refuses: [404, 409, 503],
    run: prepareHolderChange,
  }),
  endpoint('POST /admin/policies/{id}/holder-change/confirm', {
    operationId: 'confirmHolderChange',
    summary: 'Report the transaction of a step of a change of holder',
    guard: forAdmin('policies.write'),
    idempotent: 'by key',
    params,
    body: holderChangeConfirmRequest,
    answers: {
      200: answer(holderChangeConfirmed, 'Verified'),
      202: answer(holderChangeConfirmed, 'Not confirmed yet'),
    },
    refuses: [404, 409],
    run: async (ctx, input) => reply(await reportHolderChange(ctx, input)),
  }),
  endpoint('POST /admin/policies/{id}/withdrawals/{withdrawal_id}/check', {
    operationId: 'checkWithdrawal',
    summary: 'Accept or refuse a withdrawal by policy number and email address, once a person has checked it',
    guard: forAdmin('policies.write'),
    idempotent: 'by key',
    params: params.extend({ withdrawal_id: pathId }),
    body: withdrawalCheck,
    answers: { 200: answer(policyRequestDetail, 'The policy') },
    refuses: [404, 409],
    run: checkWithdrawal,
  }),
  endpoint('POST /admin/policies/{id}/withdrawals', {
    operationId: 'enterWithdrawal',
    summary: 'Enter a withdrawal that came by letter or plain email, once a person has checked it',
    guard: forAdmin('policies.write'),
    idempotent: 'by key',
    params,
    body: withdrawalEntry,
    answers: { 200: answer(policyRequestDetail, 'The policy') },
    refuses: [404, 409],
    run: enterWithdrawal,
  }),
  endpoint('POST /admin/policies/{id}/reveal', {
    operationId: 'revealPolicy',
    summary: 'Decrypt the private details of a policy; the audit log records who and why',
    guard: forAdmin('reveal'),
    params,
    body: revealRequest,
    answers: { 200: answer(revealedFacts, 'The details') },
    refuses: [404, 409],
    run: revealPolicy,
  }),
  endpoint('POST /admin/policies/{id}/notes', {
    operationId: 'notePolicy',
    summary: 'Add an internal note to a policy',
    guard: forAdmin('policies.write'),
    idempotent: 'by content',
    params,
    body: noteRequest,
    answers: { 201: answer(noteEntry, 'The note') },
    refuses: [404, 409],
    run: (ctx, { id, text }) => notePolicy(ctx, id, text),
  }),
]);
