import { OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import { chainControls, haltRequest } from '../../../../domain/admin/controls-schema.ts';
import { hash32 } from '../../../../domain/fields.ts';
import { pathId } from '../../../../domain/ids.ts';
import type { AppEnv } from '../../platform/http/env.ts';
import { limited } from '../../platform/http/limits.ts';
import { answer, body, refusals } from '../../platform/http/openapi.ts';
import { ok, route } from '../../platform/http/route.ts';
import { adminCtx, forAdmin } from '../auth/guard.ts';
import { readControls } from './controls.ts';
import { haltPayouts, liftHalt } from './halt.ts';
import { vetoProposal } from './veto.ts';

const tags = ['admin: chains'];
const params = z.object({ genesis: hash32 });
const writing = { tags, ...forAdmin('settings.write', limited('QUOTE_LIMIT')) };
const CHANGED = answer(chainControls, 'As it is now');

const readRoute = route({
  operationId: 'getChainControls',
  method: 'get',
  path: '/admin/chains/{genesis}/controls',
  tags,
  ...forAdmin('read'),
  summary: 'Get the allowance, the halt and the proposed payouts of a chain without a contract',
  request: { params },
  responses: { 200: answer(chainControls, 'What our records enforce'), ...refusals(401, 404, 422) },
});

const haltRoute = route({
  operationId: 'haltPayouts',
  method: 'post',
  path: '/admin/chains/{genesis}/halt',
  ...writing,
  summary: 'Halt all payouts on a chain without a contract, for at most 3 days',
  request: { params, body: body(haltRequest) },
  responses: { 200: CHANGED, ...refusals(400, 401, 403, 404, 409, 413, 415, 422, 429) },
});

const liftRoute = route({
  operationId: 'liftPayoutHalt',
  method: 'delete',
  path: '/admin/chains/{genesis}/halt',
  ...writing,
  summary: 'Lift the halt of payouts',
  request: { params },
  responses: { 200: CHANGED, ...refusals(401, 403, 404, 409, 422, 429) },
});

const vetoRoute = route({
  operationId: 'vetoPayoutProposal',
  method: 'post',
  path: '/admin/chains/{genesis}/proposals/{id}/veto',
  ...writing,
  summary: 'Veto a proposed payout',
  request: { params: params.extend({ id: pathId }) },
  responses: { 200: CHANGED, ...refusals(401, 403, 404, 409, 422, 429) },
});

export const adminChainRoutes = new OpenAPIHono<AppEnv>()
  .openapi(readRoute, async (c) => ok(c, await readControls(adminCtx(c), c.req.valid('param').genesis)))
  .openapi(haltRoute, async (c) =>
    ok(c, await haltPayouts(adminCtx(c), { ...c.req.valid('param'), ...c.req.valid('json') })),
  )
  .openapi(liftRoute, async (c) => ok(c, await liftHalt(adminCtx(c), c.req.valid('param').genesis)))
  .openapi(vetoRoute, async (c) => ok(c, await vetoProposal(adminCtx(c), c.req.valid('param'))));
