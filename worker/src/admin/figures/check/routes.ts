import { figureCheck } from '../../../../../domain/admin/figures-check-schema.ts';
import { endpoint, routes } from '../../../platform/http/endpoint.ts';
import { answer } from '../../../platform/http/openapi.ts';
import { forAdmin } from '../../auth/guard.ts';
import { getFigureCheck } from './check.ts';

export const adminFigureRoutes = routes('admin: revenue', [
  endpoint('GET /admin/figures/check', {
    operationId: 'getFigureCheck',
    summary: 'Get the last check of the figures against what they count',
    description:
      'Once a day the figures of every day are recomputed from the ledger, the claims and the policies, and each roll-up is compared with its days; what differs is repaired. `current` may still be under way; `last` came to its end.',
    guard: forAdmin('read'),
    answers: { 200: answer(figureCheck, 'The checks') },
    run: getFigureCheck,
  }),
]);
