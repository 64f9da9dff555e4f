import { orNotFound } from '#domain/errors.ts';
import * as quoteApi from '#domain/quote/api.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { findOwnQuote } from '#worker/quotes/repository.ts';
import { answerOf } from './send.ts';

/** Has the actor's own quote paid by the relay of its chain. 404 for anybody else's. */
export const relayQuote = serve(quoteApi.relayPurchase, async (ctx, { quote_id, signature }) => {
  const { wallet } = ctx.actor;
  const quote = orNotFound(await findOwnQuote(ctx.db, quote_id, wallet), 'This quote was not found.');
  const order = { chain_id: quote.chain_id, quoteId: quote_id, wallet, authorization: signature };
  return answerOf(await ctx.relays.send(order));
});
