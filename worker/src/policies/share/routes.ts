import * as z from 'zod';
import { hash32 } from '../../../../domain/fields.ts';
import { pathId } from '../../../../domain/ids.ts';
import { shareAnswer, shareRequest } from '../../../../domain/policy/share-schema.ts';
import { sharedProof } from '../../../../domain/registry/details-proof.ts';
import { forWallet } from '../../identity/wallet/guard.ts';
import { endpoint, reply, routes } from '../../platform/http/endpoint.ts';
import { answer } from '../../platform/http/openapi.ts';
import { createShare } from './create.ts';
import { listOwnShares, revokeShare } from './own.ts';
import { readShare } from './read.ts';

export const shareRoutes = routes('policy', [
  endpoint('POST /insurance/policy/{id}/shares', {
    operationId: 'shareProof',
    summary: 'Open a link that proves chosen fields of a policy until it expires or is revoked',
    description: 'A passport, a phone number or an email address is never shared.',
    guard: forWallet,
    idempotent: 'by key',
    params: z.object({ id: pathId }),
    body: shareRequest,
    answers: { 201: answer(shareAnswer, 'The link') },
    refuses: [404, 409],
    run: async (ctx, input) => reply({ data: await createShare(ctx, input) }),
  }),
  endpoint('GET /insurance/policy/{id}/shares', {
    operationId: 'listShares',
    summary: 'List the open links to proofs of a policy, newest first',
    guard: forWallet,
    params: z.object({ id: pathId }),
    answers: { 200: answer(z.array(shareAnswer), 'The links') },
    refuses: [404],
    run: (ctx, { id }) => listOwnShares(ctx, id),
  }),
  endpoint('DELETE /insurance/policy/{id}/shares/{share_id}', {
    operationId: 'revokeShare',
    summary: 'Revoke a link',
    guard: forWallet,
    params: z.object({ id: pathId, share_id: hash32 }),
    answers: { 200: answer(z.array(shareAnswer), 'The links that stay open') },
    refuses: [404],
    run: revokeShare,
  }),
  endpoint('GET /shares/{token}', {
    operationId: 'getSharedProof',
    summary: 'Get the proof behind a link',
    description:
      'Check it against the chain: each field with its salt and siblings leads to the details hash, and with the terms to quote_id. A link that is unknown, has expired or was revoked answers the same 404.',
    limit: 'SIGN_IN_LIMIT',
    params: z.object({ token: z.string().max(64) }),
    answers: { 200: answer(sharedProof, 'The chosen fields with their proofs') },
    refuses: [404, 409],
    run: (ctx, { token }) => readShare(ctx, token),
  }),
]);
