import { AppError } from '../../../../domain/errors.ts';
import { type Ctx, nowIso } from '../../platform/context.ts';
import { stopOffers } from './repository.ts';
import { walletOfToken } from './token.ts';

/** Stops marketing letters for the token's wallet. Idempotent and without further questions. */
export async function unsubscribe(ctx: Ctx, token: string): Promise<{ marketing_emails: false }> {
  const wallet = await walletOfToken(ctx.settings.detailsKeys, token);
  if (wallet === null) {
    throw new AppError('not_found', 'This link is incomplete. Please open it from the email again.');
  }
  await stopOffers(ctx.db, wallet, nowIso(ctx));
  return { marketing_emails: false };
}
