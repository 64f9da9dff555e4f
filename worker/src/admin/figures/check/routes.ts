import { OpenAPIHono } from '@hono/zod-openapi';
import { figureCheck } from '../../../../../domain/admin/figures-check-schema.ts';
import type { AppEnv } from '../../../platform/http/env.ts';
import { answer, refusals } from '../../../platform/http/openapi.ts';
import { ok, route } from '../../../platform/http/route.ts';
import { adminCtx, forAdmin } from '../../auth/guard.ts';
import { getFigureCheck } from './check.ts';

const checkRoute = route({
  operationId: 'getFigureCheck',
  method: 'get',
  path: '/admin/figures/check',
  tags: ['admin: revenue'],
  ...forAdmin('read'),
  summary: 'Get the last check of the figures against what they count',
  description:
    'Every day each roll-up is compared with a recomputation from its rows, and these rows with the ledger, the claims and the policies; what differs is mended. `current` may still be under way; `last` came to its end.',
  responses: { 200: answer(figureCheck, 'The checks'), ...refusals(401, 403) },
});

export const adminFigureRoutes = new OpenAPIHono<AppEnv>().openapi(checkRoute, async (c) =>
  ok(c, await getFigureCheck(adminCtx(c))),
);
