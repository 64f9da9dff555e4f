import { answer, call } from '#domain/http/call.ts';
import { visitReport, visitReportAnswer } from './schema.ts';

export const TAG = 'analytics';

export const reportVisit = call('reportVisit', 'POST /analytics/events', {
  summary: 'Report page views and steps of a purchase',
  description:
    'What our own pages send: no cookie, no identifier, no address. With `DNT: 1` or `Sec-GPC: 1`, and from bots, nothing is counted.',
  body: visitReport,
  answers: { 202: answer(visitReportAnswer, 'Whether it will be counted') },
});
