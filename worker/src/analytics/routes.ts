import { OpenAPIHono } from '@hono/zod-openapi';
import { visitReport, visitReportAnswer } from '../../../domain/analytics/schema.ts';
import type { AppEnv } from '../platform/http/env.ts';
import { limited } from '../platform/http/limits.ts';
import { answer, body, refusals } from '../platform/http/openapi.ts';
import { route } from '../platform/http/route.ts';
import { receiveVisit } from './receive.ts';

const reportRoute = route({
  operationId: 'reportVisit',
  method: 'post',
  path: '/analytics/events',
  tags: ['analytics'],
  middleware: [limited('QUOTE_LIMIT')],
  summary: 'Report page views and steps of a purchase',
  description:
    'What our own pages send: no cookie, no identifier, no address. With `DNT: 1` or `Sec-GPC: 1`, and from bots, nothing is counted.',
  request: { body: body(visitReport) },
  responses: {
    202: answer(visitReportAnswer, 'Whether it will be counted'),
    ...refusals(400, 413, 415, 422, 429),
  },
});

export const analyticsRoutes = new OpenAPIHono<AppEnv>().openapi(reportRoute, async (c) => {
  const sender = {
    address: c.req.header('cf-connecting-ip') ?? '',
    userAgent: c.req.header('user-agent') ?? '',
    dnt: c.req.header('dnt'),
    gpc: c.req.header('sec-gpc'),
    country: (c.req.raw as { cf?: { country?: unknown } }).cf?.country,
  };
  const counted = await receiveVisit(c.get('ctx'), c.req.valid('json'), sender);
  return c.json({ success: true as const, data: { counted } }, 202);
});
