import * as z from 'zod';
import { hash32 } from '../../../../domain/fields.ts';
import { pageQuery } from '../../../../domain/page.ts';
import { offChainPayment, registeredPolicy, registrySummary } from '../../../../domain/registry/schema.ts';
import { endpoint, routes } from '../../platform/http/endpoint.ts';
import { answer, pageAnswer } from '../../platform/http/openapi.ts';
import { listOffChainPayments } from './off-chain-payments.ts';
import { readRegistered } from './policy.ts';
import { readSummary } from './summary.ts';

export const registryRoutes = routes('registry', [
  endpoint('GET /registry/summary', {
    operationId: 'getRegistrySummary',
    summary: 'Get the pool, the cover in force and the claims paid',
    answers: { 200: answer(registrySummary, 'The figures and when they were read') },
    refuses: [503],
    run: readSummary,
  }),
  endpoint('GET /registry/policies/{quote_id}', {
    operationId: 'getRegisteredPolicy',
    summary: "Get a policy's terms and its recorded events with their blocks",
    limit: 'QUOTE_LIMIT',
    params: z.object({ quote_id: hash32 }),
    answers: { 200: answer(registeredPolicy, 'The policy') },
    refuses: [404],
    run: (ctx, { quote_id }) => readRegistered(ctx, quote_id),
  }),
  endpoint('GET /registry/off-chain-payments', {
    operationId: 'listOffChainPayments',
    summary: 'List the claims that were paid outside the chain',
    query: z.object(pageQuery),
    answers: { 200: pageAnswer(offChainPayment, 'The payments, latest first') },
    run: listOffChainPayments,
  }),
]);
