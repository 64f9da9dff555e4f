import { AppError } from '../../../../domain/errors.ts';
import { type Ctx, nowIso } from '../../platform/context.ts';
import { stopOffers } from './repository.ts';
import { walletOfToken } from './token.ts';

/** Ends marketing letters for the wallet that a letter's token names; safe to repeat, and asks nothing further. */
export async function unsubscribe(ctx: Ctx, token: string): Promise<{ marketing_emails: false }> {
  const wallet = await walletOfToken(ctx.settings.detailsKeys, token);
  if (wallet === null) {
    throw new AppError('not_found', 'This link is not complete. Please open it from the letter again.');
  }
  await stopOffers(ctx.db, wallet, nowIso(ctx));
  return { marketing_emails: false };
}
