import { AppError } from '../../../../domain/errors.ts';
import type { WalletCtx } from '../../platform/context.ts';
import { findOwnQuote } from '../../quotes/repository.ts';
import { answerOf } from './send.ts';

/** Has the actor's own quote paid by the relay of its chain. 404 for anybody else's. */
export async function relayQuote(
  ctx: WalletCtx,
  { quote_id: quoteId, signature }: { quote_id: string; signature: string },
): Promise<{ tx_hash: string }> {
  const { wallet } = ctx.actor;
  const quote = await findOwnQuote(ctx.db, quoteId, wallet);
  if (quote === null) throw new AppError('not_found', 'This quote was not found.');
  const order = { chainId: quote.chainId, quoteId, wallet, authorization: signature };
  return answerOf(await ctx.relays.send(order));
}
