import * as z from 'zod';
import { draftDetailAnswer, quoteAnswer, quoteRequest } from '../../../../domain/quote/schema.ts';
import { forWallet } from '../../identity/wallet/guard.ts';
import { endpoint, routes } from '../../platform/http/endpoint.ts';
import { answer } from '../../platform/http/openapi.ts';
import { createPayableQuote, showPayableDraft } from './draft.ts';

export const checkoutRoutes = routes('quote', [
  endpoint('GET /insurance/drafts/{id}', {
    operationId: 'getDraft',
    summary: 'Get a saved form, decrypted for its owner',
    guard: forWallet,
    params: z.object({ id: z.string().max(64) }),
    answers: { 200: answer(draftDetailAnswer, 'The form') },
    refuses: [404],
    run: (ctx, { id }) => showPayableDraft(ctx, id),
  }),
  endpoint('POST /insurance/quotes', {
    operationId: 'createQuote',
    summary: 'Create a signed quote that is valid for 30 minutes',
    guard: forWallet,
    idempotent: 'by key',
    body: quoteRequest,
    answers: { 200: answer(quoteAnswer, 'The quote and the payment to send') },
    refuses: [403, 404, 409, 503],
    run: createPayableQuote,
  }),
]);
