import { OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import { pathId } from '../../../../domain/ids.ts';
import { certificateEmailAnswer, certificateEmailRequest } from '../../../../domain/policy/service-schema.ts';
import { forWallet, walletCtx } from '../../identity/wallet/guard.ts';
import type { AppEnv } from '../../platform/http/env.ts';
import { idempotent } from '../../platform/http/idempotency.ts';
import { limited } from '../../platform/http/limits.ts';
import { answer, body, fileAnswer, idempotencyHeader, refusals } from '../../platform/http/openapi.ts';
import { ok, route } from '../../platform/http/route.ts';
import { certificateEmailState, emailCertificate } from './email.ts';
import { getCertificate } from './issue.ts';

const shared = { tags: ['policy'] };
const params = z.object({ id: pathId });
const emailPath = '/insurance/policy/{id}/certificate/email';

const pdfRoute = route({
  operationId: 'getCertificate',
  method: 'get',
  path: '/insurance/policy/{id}/certificate',
  ...shared,
  ...forWallet(limited('QUOTE_LIMIT')),
  summary: 'Download the insurance certificate',
  request: { params },
  responses: {
    200: fileAnswer('A PDF file', 'application/pdf'),
    ...refusals(401, 404, 409, 422, 429),
  },
});

const sendRoute = route({
  operationId: 'emailCertificate',
  method: 'post',
  path: emailPath,
  ...shared,
  ...forWallet(limited('QUOTE_LIMIT'), idempotent),
  summary: "Send the certificate by email, by default to the policy's address",
  request: { params, headers: idempotencyHeader, body: body(certificateEmailRequest) },
  responses: {
    202: answer(certificateEmailAnswer, 'The letter; a repeat within a minute returns the same one'),
    ...refusals(400, 401, 404, 409, 413, 415, 422, 429),
  },
});

const stateRoute = route({
  operationId: 'getCertificateEmail',
  method: 'get',
  path: emailPath,
  ...shared,
  ...forWallet(),
  summary: 'Get the status of the latest certificate letter',
  request: { params },
  responses: {
    200: answer(z.union([certificateEmailAnswer, z.null()]), 'The letter; null when none was asked for'),
    ...refusals(401, 404, 422),
  },
});

export const certificateRoutes = new OpenAPIHono<AppEnv>()
  .openapi(pdfRoute, async (c) => {
    const { filename, type, content } = await getCertificate(walletCtx(c), c.req.valid('param').id);
    return c.body(new Uint8Array(content), 200, {
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="${filename}"`,
      'Cache-Control': 'private, no-store',
    });
  })
  .openapi(sendRoute, async (c) => {
    const { email } = c.req.valid('json');
    const data = await emailCertificate(walletCtx(c), { id: c.req.valid('param').id, email });
    return c.json({ success: true as const, data }, 202);
  })
  .openapi(stateRoute, async (c) =>
    ok(c, await certificateEmailState(walletCtx(c), c.req.valid('param').id)),
  );
