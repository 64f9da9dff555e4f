import { OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import { documentsAnswer } from '../../../../domain/claims/schema.ts';
import { MAX_DOCUMENT_BYTES } from '../../../../domain/files.ts';
import { pathId } from '../../../../domain/ids.ts';
import { forWallet, walletCtx } from '../../identity/wallet/guard.ts';
import type { AppEnv } from '../../platform/http/env.ts';
import { filesOf } from '../../platform/http/form.ts';
import { limited } from '../../platform/http/limits.ts';
import { answer, fileAnswer, filesBody, refusals } from '../../platform/http/openapi.ts';
import { route } from '../../platform/http/route.ts';
import { addDocuments } from './add.ts';
import { getDocument } from './get.ts';

const shared = { tags: ['claims'] };

const addRoute = route({
  operationId: 'addDocuments',
  method: 'post',
  path: '/claims/{id}/documents',
  ...shared,
  ...forWallet(limited('QUOTE_LIMIT')),
  maxFileBytes: MAX_DOCUMENT_BYTES,
  summary: 'Add files to a claim: JPEG, PNG or PDF by content, all or none',
  request: {
    params: z.object({ id: pathId }),
    body: filesBody,
  },
  responses: {
    200: answer(documentsAnswer, 'The claim has these files already'),
    201: answer(documentsAnswer, 'The added documents, and all documents of the claim'),
    ...refusals(400, 401, 404, 409, 413, 415, 422, 429),
  },
});

const getRoute = route({
  operationId: 'getDocument',
  method: 'get',
  path: '/claims/{id}/documents/{document_id}',
  ...shared,
  ...forWallet(),
  summary: 'Download a claim document',
  request: { params: z.object({ id: pathId, document_id: z.string().max(80) }) },
  responses: {
    200: fileAnswer('The file', 'image/jpeg', 'image/png', 'application/pdf'),
    ...refusals(401, 404, 422),
  },
});

export const claimDocumentRoutes = new OpenAPIHono<AppEnv>()
  .openapi(addRoute, async (c) => {
    const { id } = c.req.valid('param');
    const data = await addDocuments(walletCtx(c), { claimId: id, read: () => filesOf(c.req) });
    return c.json({ success: true as const, data }, data.added.length > 0 ? 201 : 200);
  })
  .openapi(getRoute, async (c) => {
    const { id, document_id } = c.req.valid('param');
    const { headers, body } = await getDocument(walletCtx(c), { claimId: id, id: document_id });
    return new Response(body, { headers }) as never;
  });
