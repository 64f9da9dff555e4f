import { OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import { unsubscribeAnswer, unsubscribeRequest } from '../../../../domain/account/profile-schema.ts';
import type { AppEnv } from '../../platform/http/env.ts';
import { answer, refusals } from '../../platform/http/openapi.ts';
import { route } from '../../platform/http/route.ts';
import { unsubscribe } from './unsubscribe.ts';

/** What a mail program posts. It adds nothing to the query. */
const oneClick = { schema: z.looseObject({ 'List-Unsubscribe': z.string().optional() }) };

const unsubscribeRoute = route({
  operationId: 'unsubscribe',
  method: 'post',
  path: '/profile/unsubscribe',
  tags: ['profile'],
  summary: 'Unsubscribe from marketing letters with the token of one of them',
  description:
    'The token is in the JSON body or in the query, because mail programs post their own form to that URL (RFC 8058).',
  request: {
    query: z.object({ token: unsubscribeRequest.shape.token.optional() }),
    body: {
      required: false,
      content: {
        'application/json': { schema: unsubscribeRequest },
        'application/x-www-form-urlencoded': oneClick,
        'multipart/form-data': oneClick,
      },
    },
  },
  responses: {
    200: answer(unsubscribeAnswer, 'Marketing letters are turned off'),
    ...refusals(400, 404, 413, 415, 422),
  },
});

export const offerRoutes = new OpenAPIHono<AppEnv>().openapi(unsubscribeRoute, async (c) => {
  const given = c.req.valid('query').token ?? c.req.valid('json')?.token;
  const { token } = unsubscribeRequest.parse({ token: given });
  return c.json({ success: true as const, data: await unsubscribe(c.get('ctx'), token) }, 200);
});
