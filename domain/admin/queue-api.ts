import * as z from 'zod';
import { answer, call } from '#domain/http/call.ts';
import {
  findQuery,
  foundRecords,
  QUEUE_KINDS,
  queueAnswer,
  queueCounts,
  snooze,
  snoozeRequest,
} from './records-schema.ts';

export const TAG = 'admin: work queue';

export const getQueue = call('getQueue', 'GET /admin/queue', {
  summary: 'Get the work queue, the most urgent promise first',
  answers: { 200: answer(queueAnswer, 'Sections with counts, and the 50 most urgent items of each kind') },
});

export const countQueue = call('countQueue', 'GET /admin/queue/counts', {
  summary: 'Count what the administrator has to do, in all and by screen',
  answers: { 200: answer(queueCounts, 'The counts') },
});

const params = z.object({ kind: z.enum(QUEUE_KINDS), id: z.string().max(60) });

export const snoozeWork = call('snoozeWork', 'PUT /admin/queue/{kind}/{id}/snooze', {
  summary:
    'Put off what there is to do until a day, for everyone; it comes back sooner if the customer does something',
  who: 'admin: read',
  params,
  body: snoozeRequest,
  answers: { 200: answer(snooze, 'The snooze') },
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
  query: findQuery,
  answers: { 200: answer(foundRecords, 'At most 10 of each kind, newest first') },
});
