import * as z from 'zod';
import { pathId } from '../../../domain/ids.ts';
import { pageQuery } from '../../../domain/page.ts';
import { cancellationRequest } from '../../../domain/policy/consent.ts';
import { policyAnswer, policyDetailAnswer } from '../../../domain/policy/schema.ts';
import {
  beneficiaryAnswer,
  beneficiaryRequest,
  cancellationAnswer,
  cancellationPreview,
  contactAnswer,
  contactRequest,
  nicknameAnswer,
  nicknameRequest,
  renewAnswer,
} from '../../../domain/policy/service-schema.ts';
import { detailsProof } from '../../../domain/registry/details-proof.ts';
import { forWallet } from '../identity/wallet/guard.ts';
import { endpoint, routes } from '../platform/http/endpoint.ts';
import { answer, pageAnswer } from '../platform/http/openapi.ts';
import { previewCancellation, requestCancellation } from './cancel.ts';
import { setBeneficiary, setContact, setNickname } from './contact.ts';
import { getDetailsProof } from './details-proof.ts';
import { getPolicy } from './get.ts';
import { listPolicies } from './list.ts';
import { renewPolicy } from './renew.ts';
import { withdrawCancellation } from './withdraw.ts';

export const policyRoutes = routes('policy', [
  endpoint('GET /insurance/active-policies/{wallet}', {
    operationId: 'listPolicies',
    summary: "The wallet's policies, newest first, at most 200 a page",
    guard: forWallet,
    params: z.object({ wallet: z.string().max(80) }),
    query: z.object({ ...pageQuery, before: pathId.optional().describe('Id of the last policy seen') }),
    answers: { 200: pageAnswer(policyAnswer, 'The policies') },
    refuses: [404],
    run: listPolicies,
  }),
  endpoint('GET /insurance/policy/{id}', {
    operationId: 'getPolicy',
    summary: 'Get a policy with its insured details',
    guard: forWallet,
    params: z.object({ id: pathId }),
    query: z.object({
      policy_type: z.string().max(20).optional(),
      wallet_address: z.string().max(80).optional(),
    }),
    answers: { 200: answer(policyDetailAnswer, 'The policy') },
    refuses: [404],
    run: getPolicy,
  }),
  endpoint('GET /insurance/policy/{id}/proof', {
    operationId: 'getDetailsProof',
    summary: 'Get every field that the registry id commits to, each with its salt and proof',
    guard: forWallet,
    params: z.object({ id: pathId }),
    answers: {
      200: answer(detailsProof, 'The whole proof. With some of the fields alone it proves those'),
    },
    refuses: [404, 409],
    run: getDetailsProof,
  }),
  endpoint('POST /insurance/policy/{id}/cancel', {
    operationId: 'cancelPolicy',
    summary: "Record the holder's consent to a cancellation, or preview its refund with preview=true",
    guard: forWallet,
    idempotent: 'by key',
    params: z.object({ id: pathId }),
    query: z.object({ preview: z.enum(['true', 'false']).optional() }),
    optionalBody: cancellationRequest,
    answers: {
      200: answer(
        z.union([cancellationPreview, cancellationAnswer]),
        'The preview, or the request as recorded',
      ),
    },
    refuses: [404, 409, 503],
    run: (ctx, { id, preview, ...consent }) =>
      preview === 'true' ? previewCancellation(ctx, id) : requestCancellation(ctx, id, consent),
  }),
  endpoint('DELETE /insurance/policy/{id}/cancel', {
    operationId: 'withdrawCancellation',
    summary: 'Revoke the consent to a cancellation, where no contract keeps it',
    guard: forWallet,
    params: z.object({ id: pathId }),
    answers: { 200: answer(policyDetailAnswer, 'The policy, which continues') },
    refuses: [404, 409],
    run: (ctx, { id }) => withdrawCancellation(ctx, id),
  }),
  endpoint('POST /insurance/policy/{id}/renew', {
    operationId: 'renewPolicy',
    summary: 'Create a filled-in draft for the next term',
    guard: forWallet,
    idempotent: 'by key',
    params: z.object({ id: pathId }),
    answers: { 200: answer(renewAnswer, 'The draft') },
    refuses: [403, 404, 409],
    run: (ctx, { id }) => renewPolicy(ctx, id),
  }),
  endpoint('PATCH /insurance/policy/{id}/beneficiary', {
    operationId: 'updateBeneficiary',
    summary: 'Set or remove the beneficiary',
    guard: forWallet,
    params: z.object({ id: pathId }),
    body: beneficiaryRequest,
    answers: { 200: answer(beneficiaryAnswer, 'As recorded') },
    refuses: [404, 409],
    run: setBeneficiary,
  }),
  endpoint('PATCH /insurance/policy/{id}/contact', {
    operationId: 'updateContact',
    summary: 'Set how to reach the holder about a policy',
    guard: forWallet,
    params: z.object({ id: pathId }),
    body: contactRequest,
    answers: { 200: answer(contactAnswer, 'As recorded') },
    refuses: [404, 409],
    run: setContact,
  }),
  endpoint('PATCH /insurance/policy/{id}/nickname', {
    operationId: 'updateNickname',
    summary: 'Set or remove what the holder calls a policy',
    guard: forWallet,
    params: z.object({ id: pathId }),
    body: nicknameRequest,
    answers: { 200: answer(nicknameAnswer, 'As recorded') },
    refuses: [404, 409],
    run: setNickname,
  }),
]);
