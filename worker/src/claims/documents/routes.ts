import * as z from 'zod';
import { documentsAnswer } from '../../../../domain/claims/schema.ts';
import { MAX_DOCUMENT_BYTES } from '../../../../domain/files.ts';
import { pathId } from '../../../../domain/ids.ts';
import { forWallet } from '../../identity/wallet/guard.ts';
import { endpoint, reply, routes } from '../../platform/http/endpoint.ts';
import { filesOf } from '../../platform/http/form.ts';
import { answer, fileAnswer } from '../../platform/http/openapi.ts';
import { addDocuments } from './add.ts';
import { getDocument } from './get.ts';

export const claimDocumentRoutes = routes('claims', [
  endpoint('POST /claims/{id}/documents', {
    operationId: 'addDocuments',
    summary: 'Add files to a claim: JPEG, PNG or PDF by content, all or none',
    guard: forWallet,
    params: z.object({ id: pathId }),
    maxFileBytes: MAX_DOCUMENT_BYTES,
    answers: {
      200: answer(documentsAnswer, 'The claim already has these files'),
      201: answer(documentsAnswer, 'The added documents, and all documents of the claim'),
    },
    refuses: [404, 409],
    run: async (ctx, { id }, request) => {
      const data = await addDocuments(ctx, { claimId: id, read: () => filesOf(request) });
      return reply({ data, status: data.added.length > 0 ? 201 : 200 });
    },
  }),
  endpoint('GET /claims/{id}/documents/{document_id}', {
    operationId: 'getDocument',
    summary: 'Download a claim document',
    guard: forWallet,
    params: z.object({ id: pathId, document_id: z.string().max(80) }),
    answers: { 200: fileAnswer('The file', 'image/jpeg', 'image/png', 'application/pdf') },
    refuses: [404],
    run: (ctx, { id, document_id }) => getDocument(ctx, { claimId: id, id: document_id }),
  }),
]);
