import * as z from 'zod';
import { answer, call } from '#domain/http/call.ts';
import { detailsProof, sharedProof } from './details-proof.ts';

export const TAG = 'policy';

export const getDetailsProof = call('getDetailsProof', 'GET /insurance/policy/{id}/proof', {
  summary: 'Get every field that the registry id commits to, each with its salt and proof',
  who: 'wallet',
  answers: {
    200: answer(detailsProof, 'The whole proof. With some of the fields alone it proves those'),
  },
  refuses: [404, 409],
});

export const getSharedProof = call('getSharedProof', 'GET /shares/{token}', {
  summary: 'Get the proof behind a link',
  description:
    'Check it against the chain: each field with its salt and siblings leads to the details hash, and with the terms to quote_id. A link that is unknown, has expired or was revoked answers the same 404.',
  limit: 'SIGN_IN_LIMIT',
  params: z.object({ token: z.string().max(64) }),
  answers: { 200: answer(sharedProof, 'The chosen fields with their proofs') },
  refuses: [404, 409],
});
