import * as z from 'zod';
import { answer, call } from '#domain/http/call.ts';
import * as schema from './records-schema.ts';

export const TAG = 'admin: work queue';

export const getQueue = call('getQueue', 'GET /admin/queue', {
  summary: 'Get the work queue, the most urgent promise first',
  answers: {
    200: answer(schema.queueAnswer, 'Sections with counts, and the 50 most urgent items of each kind'),
  },
});

export const countQueue = call('countQueue', 'GET /admin/queue/counts', {
  summary: 'Count what the administrator has to do, in all and by screen',
  answers: { 200: answer(schema.queueCounts, 'The counts') },
});

const params = z.object({ kind: z.enum(schema.QUEUE_KINDS), id: z.string().max(60) });

export const snoozeWork = call('snoozeWork', 'PUT /admin/queue/{kind}/{id}/snooze', {
  summary:
    'Put off what there is to do until a day, for everyone; it comes back sooner if the customer does something',
  who: 'admin: read',
  params,
  body: schema.snoozeRequest,
  answers: { 200: answer(schema.snooze, 'The snooze') },
  refuses: [404, 409],
});

export const unsnoozeWork = call('unsnoozeWork', 'DELETE /admin/queue/{kind}/{id}/snooze', {
  summary: 'Bring back what was put off',
  who: 'admin: read',
  params,
  answers: { 200: answer(z.null(), 'It is back') },
  refuses: [],
});

export const find = call('find', 'GET /admin/find', {
  summary: 'Find records by number, name, email address, wallet, transaction or document',
  query: schema.findQuery,
  answers: { 200: answer(schema.foundRecords, 'At most 10 of each kind, newest first') },
});
