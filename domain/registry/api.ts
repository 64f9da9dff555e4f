import * as z from 'zod';
import { hash32 } from '#domain/fields.ts';
import { answer, call, pageAnswer } from '#domain/http/call.ts';
import { pageQuery } from '#domain/page.ts';
import { offChainPayment, registeredPolicy, registrySummary } from './schema.ts';

export const TAG = 'registry';

export const getRegistrySummary = call('getRegistrySummary', 'GET /registry/summary', {
  summary: 'Get the pool, the cover in force and the claims paid',
  answers: { 200: answer(registrySummary, 'The figures and when they were read') },
  refuses: [503],
});

export const getRegisteredPolicy = call('getRegisteredPolicy', 'GET /registry/policies/{quote_id}', {
  summary: "Get a policy's terms and its recorded events with their blocks",
  limit: 'QUOTE_LIMIT',
  params: z.object({ quote_id: hash32 }),
  answers: { 200: answer(registeredPolicy, 'The policy') },
});

export const listOffChainPayments = call('listOffChainPayments', 'GET /registry/off-chain-payments', {
  summary: 'List the claims that were paid outside the chain',
  query: z.object(pageQuery),
  answers: { 200: pageAnswer(offChainPayment, 'The payments, latest first') },
});
