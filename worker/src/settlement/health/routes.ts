import { configAnswer, healthAnswer } from '../../../../domain/health/schema.ts';
import { endpoint, routes } from '../../platform/http/endpoint.ts';
import { answer } from '../../platform/http/openapi.ts';
import { readConfig } from './config.ts';
import { readHealth } from './status.ts';

export const healthRoutes = routes('health', [
  endpoint('GET /health', {
    operationId: 'getHealth',
    summary: 'Check whether the database and the chains are reachable',
    answers: { 200: answer(healthAnswer, 'The state of each part') },
    run: readHealth,
  }),
  endpoint('GET /config', {
    operationId: 'getConfig',
    summary: 'List the chains and currencies on offer',
    cacheable: true,
    answers: { 200: answer(configAnswer, 'The deployment') },
    run: readConfig,
  }),
]);
