import * as z from 'zod';
import { pathId } from '../../../../domain/ids.ts';
import { changePreview, changeRequest } from '../../../../domain/policy/change-schema.ts';
import { draftDetailAnswer, quoteAnswer, quoteRequest } from '../../../../domain/quote/schema.ts';
import { forWallet } from '../../identity/wallet/guard.ts';
import { endpoint, routes } from '../../platform/http/endpoint.ts';
import { answer } from '../../platform/http/openapi.ts';
import { changePolicy, createPayableQuote, showPayableDraft } from './draft.ts';

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
  endpoint('POST /insurance/policy/{id}/change', {
    operationId: 'changePolicy',
    summary: "Create a signed quote that changes a policy's cover, or preview it with preview=true",
    description:
      "A change is a new policy and the refund of the old one's whole days left. The preview answers the price, the refund and the consent to sign; the quote needs that signature, and its refund holds as long as the quote. The consent counts once the new policy is active.",
    guard: forWallet,
    idempotent: 'by key',
    params: z.object({ id: pathId }),
    query: z.object({ preview: z.enum(['true', 'false']).optional() }),
    optionalBody: changeRequest,
    answers: {
      200: answer(z.union([changePreview, quoteAnswer]), 'The preview, or the quote and the payment to send'),
    },
    refuses: [403, 404, 409, 503],
    run: changePolicy,
  }),
]);
