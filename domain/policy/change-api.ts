import * as z from 'zod';
import { answer, call } from '#domain/http/call.ts';
import { quoteAnswer } from '#domain/quote/schema.ts';
import { changePreview, changeRequest } from './change-schema.ts';

export const TAG = 'quote';

export const changePolicy = call('changePolicy', 'POST /insurance/policy/{id}/change', {
  summary: "Create a signed quote that changes a policy's cover, or preview it with preview=true",
  description:
    "A change is a new policy and the refund of the old one's whole days left. The preview answers the price, the refund and the consent to sign; the quote needs that signature, and its refund holds as long as the quote. The consent counts once the new policy is active.",
  who: 'wallet',
  idempotent: 'by key',
  query: z.object({ preview: z.enum(['true', 'false']).optional() }),
  optionalBody: changeRequest,
  answers: {
    200: answer(z.union([changePreview, quoteAnswer]), 'The preview, or the quote and the payment to send'),
  },
  refuses: [403, 404, 409, 503],
});
