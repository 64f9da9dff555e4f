import { answer, call } from '#domain/http/call.ts';
import { findQuery, foundRecords, queueAnswer, queueCounts } from './records-schema.ts';

export const TAG = 'admin: work queue';

export const getQueue = call('getQueue', 'GET /admin/queue', {
  summary: 'Get the work queue, the most urgent promise first',
  who: 'admin: read',
  answers: { 200: answer(queueAnswer, 'Sections with counts, and the 50 most urgent items of each kind') },
});

export const countQueue = call('countQueue', 'GET /admin/queue/counts', {
  summary: 'Count what the administrator has to do, in all and by screen',
  who: 'admin: read',
  answers: { 200: answer(queueCounts, 'The counts') },
});

export const find = call('find', 'GET /admin/find', {
  summary: 'Find records by number, name, email address, wallet, transaction or document',
  who: 'admin: read',
  query: findQuery,
  answers: { 200: answer(foundRecords, 'At most 10 of each kind, newest first') },
});
