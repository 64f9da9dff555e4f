import { visitReport, visitReportAnswer } from '../../../domain/analytics/schema.ts';
import { endpoint, routes } from '../platform/http/endpoint.ts';
import { answer } from '../platform/http/openapi.ts';
import { receiveVisit } from './receive.ts';

export const analyticsRoutes = routes('analytics', [
  endpoint('POST /analytics/events', {
    operationId: 'reportVisit',
    summary: 'Report page views and steps of a purchase',
    description:
      'What our own pages send: no cookie, no identifier, no address. With `DNT: 1` or `Sec-GPC: 1`, and from bots, nothing is counted.',
    body: visitReport,
    answers: { 202: answer(visitReportAnswer, 'Whether it will be counted') },
    run: async (ctx, input, request) => {
      const sender = {
        address: request.header('cf-connecting-ip') ?? '',
        userAgent: request.header('user-agent') ?? '',
        dnt: request.header('dnt'),
        gpc: request.header('sec-gpc'),
        country: (request.raw as { cf?: { country?: unknown } }).cf?.country,
      };
      return { counted: await receiveVisit(ctx, input, sender) };
    },
  }),
]);
