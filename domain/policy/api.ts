import * as z from 'zod';
import { hash32 } from '#domain/fields.ts';
import { answer, call, fileAnswer, pageAnswer } from '#domain/http/call.ts';
import { pathId } from '#domain/ids.ts';
import { pageQuery } from '#domain/page.ts';
import { cancellationRequest } from './consent.ts';
import { policyAnswer, policyDetailAnswer } from './schema.ts';
import * as service from './service-schema.ts';
import { shareAnswer, shareRequest } from './share-schema.ts';
import * as withdrawal from './withdrawal-schema.ts';

export const TAG = 'policy';

export const listPolicies = call('listPolicies', 'GET /insurance/active-policies/{wallet}', {
  summary: "The wallet's policies, newest first, at most 200 a page",
  who: 'wallet',
  params: z.object({ wallet: z.string().max(80) }),
  query: z.object({ ...pageQuery, before: pathId.optional().describe('Id of the last policy seen') }),
  answers: { 200: pageAnswer(policyAnswer, 'The policies') },
});

export const getPolicy = call('getPolicy', 'GET /insurance/policy/{id}', {
  summary: 'Get a policy with its insured details',
  who: 'wallet',
  query: z.object({
    policy_type: z.string().max(20).optional(),
    wallet_address: z.string().max(80).optional(),
  }),
  answers: { 200: answer(policyDetailAnswer, 'The policy') },
});

export const cancelPolicy = call('cancelPolicy', 'POST /insurance/policy/{id}/cancel', {
  summary: "Record the holder's consent to a cancellation, or preview its refund with preview=true",
  who: 'wallet',
  idempotent: 'by key',
  query: z.object({ preview: z.enum(['true', 'false']).optional() }),
  optionalBody: cancellationRequest,
  answers: {
    200: answer(
      z.union([service.cancellationPreview, service.cancellationAnswer]),
      'The preview, or the request as recorded',
    ),
  },
  refuses: [404, 409, 503],
});

export const withdrawCancellation = call('withdrawCancellation', 'DELETE /insurance/policy/{id}/cancel', {
  summary: 'Revoke the consent to a cancellation, where no contract keeps it',
  who: 'wallet',
  answers: { 200: answer(policyDetailAnswer, 'The policy, which continues') },
  refuses: [404, 409],
});

export const renewPolicy = call('renewPolicy', 'POST /insurance/policy/{id}/renew', {
  summary: 'Create a filled-in draft for the next term',
  who: 'wallet',
  idempotent: 'by key',
  answers: { 200: answer(service.renewAnswer, 'The draft') },
  refuses: [403, 404, 409],
});

export const updateBeneficiary = call('updateBeneficiary', 'PATCH /insurance/policy/{id}/beneficiary', {
  summary: 'Set or remove the beneficiary',
  who: 'wallet',
  body: service.beneficiaryRequest,
  answers: { 200: answer(service.beneficiaryAnswer, 'As recorded') },
  refuses: [404, 409],
});

export const updateContact = call('updateContact', 'PATCH /insurance/policy/{id}/contact', {
  summary: 'Set how to reach the holder about a policy',
  who: 'wallet',
  body: service.contactRequest,
  answers: { 200: answer(service.contactAnswer, 'As recorded') },
  refuses: [404, 409],
});

export const updateNickname = call('updateNickname', 'PATCH /insurance/policy/{id}/nickname', {
  summary: 'Set or remove what the holder calls a policy',
  who: 'wallet',
  body: service.nicknameRequest,
  answers: { 200: answer(service.nicknameAnswer, 'As recorded') },
  refuses: [404, 409],
});

export const getCertificate = call('getCertificate', 'GET /insurance/policy/{id}/certificate', {
  summary: 'Download the insurance certificate',
  who: 'wallet',
  limit: 'QUOTE_LIMIT',
  answers: { 200: fileAnswer('A PDF file', 'application/pdf') },
  refuses: [404, 409],
});

export const emailCertificate = call('emailCertificate', 'POST /insurance/policy/{id}/certificate/email', {
  summary: "Send the certificate by email, by default to the policy's address",
  who: 'wallet',
  idempotent: 'by key',
  body: service.certificateEmailRequest,
  answers: {
    202: answer(service.certificateEmailAnswer, 'The letter; a repeat within a minute returns the same one'),
  },
});

export const getCertificateEmail = call(
  'getCertificateEmail',
  'GET /insurance/policy/{id}/certificate/email',
  {
    summary: 'Get the status of the latest certificate letter',
    who: 'wallet',
    answers: {
      200: answer(
        z.union([service.certificateEmailAnswer, z.null()]),
        'The letter; null if none was requested',
      ),
    },
  },
);

export const shareProof = call('shareProof', 'POST /insurance/policy/{id}/shares', {
  summary: 'Open a link that proves chosen fields of a policy until it expires or is revoked',
  description: 'A passport, a phone number or an email address is never shared.',
  who: 'wallet',
  idempotent: 'by key',
  body: shareRequest,
  answers: { 201: answer(shareAnswer, 'The link') },
});

export const listShares = call('listShares', 'GET /insurance/policy/{id}/shares', {
  summary: 'List the open links to proofs of a policy, newest first',
  who: 'wallet',
  answers: { 200: answer(z.array(shareAnswer), 'The links') },
});

export const revokeShare = call('revokeShare', 'DELETE /insurance/policy/{id}/shares/{share_id}', {
  summary: 'Revoke a link',
  who: 'wallet',
  params: z.object({ id: pathId, share_id: hash32 }),
  answers: { 200: answer(z.array(shareAnswer), 'The links that stay open') },
});

export const withdrawFromContract = call('withdrawFromContract', 'POST /insurance/policy/{id}/withdraw', {
  summary: 'Withdraw from the contract within 14 days of the purchase; the whole premium goes back',
  description:
    'The contract is void from this request: its open claims are closed, and no claim on it is paid. A policy that it replaced continues, or ends as well while it can be withdrawn from.',
  who: 'wallet',
  idempotent: 'by key',
  optionalBody: withdrawal.withdrawalChoice,
  answers: { 200: answer(withdrawal.withdrawalAnswer, 'The withdrawal as recorded') },
});

export const submitWithdrawal = call('submitWithdrawal', 'POST /withdrawals', {
  summary: 'Withdraw by policy number and email address; a repeat within 30 seconds counts once',
  description:
    'The answer is the same whether or not there is such a policy. It takes effect once the link that we email to the confirmed address is followed, or a person has checked it.',
  limit: 'SIGN_IN_LIMIT',
  idempotent: 'by content',
  body: withdrawal.withdrawalRequest,
  answers: { 201: answer(withdrawal.withdrawalReceived, 'Received, with the time that counts') },
});

export const confirmWithdrawal = call('confirmWithdrawal', 'POST /withdrawals/confirm', {
  summary: 'Confirm a withdrawal with the token from its letter',
  limit: 'SIGN_IN_LIMIT',
  body: withdrawal.withdrawalConfirmRequest,
  answers: { 200: answer(withdrawal.withdrawalConfirmed, 'What becomes of it') },
  refuses: [404, 409],
});
