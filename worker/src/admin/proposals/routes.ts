import { OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import { proposalEntries } from '../../../../domain/admin/proposals-schema.ts';
import type { AppEnv } from '../../platform/http/env.ts';
import { limited } from '../../platform/http/limits.ts';
import { answer, refusals } from '../../platform/http/openapi.ts';
import { ok, route } from '../../platform/http/route.ts';
import { adminCtx, forAdmin } from '../auth/guard.ts';
import { confirmProposal, refuseProposal } from './decide.ts';
import { listProposals } from './list.ts';

const shared = { tags: ['admin: proposals'] };
const deciding = {
  ...shared,
  ...forAdmin('admins.manage', limited('QUOTE_LIMIT')),
  request: { params: z.object({ id: z.uuid() }) },
};

const listRoute = route({
  operationId: 'listProposals',
  method: 'get',
  path: '/admin/proposals',
  ...shared,
  ...forAdmin('admins.manage'),
  summary: 'List what waits for a second administrator',
  responses: { 200: answer(proposalEntries, 'Newest first, with both versions'), ...refusals(401, 403) },
});

const confirmRoute = route({
  operationId: 'confirmProposal',
  method: 'post',
  path: '/admin/proposals/{id}/confirm',
  ...deciding,
  summary: 'Put a proposal into effect as the second administrator',
  responses: { 200: answer(z.null(), 'It holds'), ...refusals(401, 403, 404, 409, 422, 429) },
});

const refuseRoute = route({
  operationId: 'refuseProposal',
  method: 'post',
  path: '/admin/proposals/{id}/refuse',
  ...deciding,
  summary: 'Refuse a proposal, or withdraw your own',
  responses: { 200: answer(z.null(), 'Nothing changes'), ...refusals(401, 403, 404, 409, 422, 429) },
});

export const adminProposalRoutes = new OpenAPIHono<AppEnv>()
  .openapi(listRoute, async (c) => ok(c, await listProposals(adminCtx(c))))
  .openapi(confirmRoute, async (c) => ok(c, await confirmProposal(adminCtx(c), c.req.valid('param').id)))
  .openapi(refuseRoute, async (c) => ok(c, await refuseProposal(adminCtx(c), c.req.valid('param').id)));
