import { OpenAPIHono } from '@hono/zod-openapi';
import { confirmEmailAnswer, confirmEmailRequest } from '../../../../domain/account/schema.ts';
import type { AppEnv } from '../../platform/http/env.ts';
import { limited } from '../../platform/http/limits.ts';
import { answer, body, refusals } from '../../platform/http/openapi.ts';
import { ok, route } from '../../platform/http/route.ts';
import { confirmEmail } from './confirm.ts';

const confirmRoute = route({
  operationId: 'confirmEmail',
  method: 'post',
  path: '/account/email/confirm',
  tags: ['account'],
  middleware: [limited('SIGN_IN_LIMIT')],
  summary: 'Confirm an email address with the token from its letter',
  request: { body: body(confirmEmailRequest) },
  responses: {
    200: answer(confirmEmailAnswer, 'The address is confirmed'),
    ...refusals(400, 404, 409, 413, 415, 422, 429),
  },
});

export const accountRoutes = new OpenAPIHono<AppEnv>().openapi(confirmRoute, async (c) =>
  ok(c, await confirmEmail(c.get('ctx'), c.req.valid('json').token)),
);
