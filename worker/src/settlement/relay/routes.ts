import * as z from 'zod';
import { hash32 } from '../../../../domain/fields.ts';
import { relayAnswer, relayRequest } from '../../../../domain/quote/schema.ts';
import { forWallet } from '../../identity/wallet/guard.ts';
import { endpoint, routes } from '../../platform/http/endpoint.ts';
import { answer } from '../../platform/http/openapi.ts';
import { relayQuote } from './relay.ts';

export const relayRoutes = routes('quote', [
  endpoint('POST /insurance/quotes/{quote_id}/relay', {
    operationId: 'relayPurchase',
    summary: 'Have us send a purchase that its holder authorized, and pay the network fee',
    description:
      "The signature is the holder's, of the quote's `authorization.typed_data`. A repeated request answers the transaction under way, whose hash changes when its fee is raised. 503 where we can't send it now: whoever has the signature can send `purchaseWithAuthorization`.",
    guard: forWallet,
    params: z.object({ quote_id: hash32 }),
    body: relayRequest,
    answers: { 202: answer(relayAnswer, 'The transaction') },
    refuses: [404, 503],
    run: relayQuote,
  }),
]);
