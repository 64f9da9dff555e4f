import { letterList, letterQuery } from '../../../../domain/admin/letters-schema.ts';
import { endpoint, routes } from '../../platform/http/endpoint.ts';
import { answer } from '../../platform/http/openapi.ts';
import { forAdmin } from '../auth/guard.ts';
import { listLetters } from './list.ts';

export const adminLetterRoutes = routes('admin: messages', [
  endpoint('GET /admin/letters', {
    operationId: 'listLetters',
    summary: 'The 50 newest letters about a claim, policy or thread, with what became of each',
    guard: forAdmin('read'),
    query: letterQuery,
    answers: { 200: answer(letterList, 'The letters, newest first') },
    run: listLetters,
  }),
]);
