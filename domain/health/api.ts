import { answer, call } from '#domain/http/call.ts';
import { configAnswer, healthAnswer } from './schema.ts';

export const TAG = 'health';

export const getHealth = call('getHealth', 'GET /health', {
  summary: 'Check whether the database and the chains are reachable',
  answers: { 200: answer(healthAnswer, 'The state of each part') },
});

export const getConfig = call('getConfig', 'GET /config', {
  summary: 'List the chains and currencies on offer',
  cacheable: true,
  answers: { 200: answer(configAnswer, 'The deployment') },
});
