import * as profileApi from '#domain/account/profile-api.ts';
import { unsubscribeRequest } from '#domain/account/profile-schema.ts';
import { AppError } from '#domain/errors.ts';
import { nowIso } from '#worker/platform/context.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { stopOffers } from './repository.ts';
import { walletOfToken } from './token.ts';

/** Stops marketing letters for the token's wallet. Idempotent and without further questions. */
export const unsubscribe = serve(profileApi.unsubscribe, async (ctx, given) => {
  const { token } = unsubscribeRequest.parse(given);
  const wallet = await walletOfToken(ctx.settings.detailsKeys, token);
  if (wallet === null) {
    throw new AppError('not_found', 'This link is incomplete. Please open it from the email again.');
  }
  await stopOffers(ctx.db, wallet, nowIso(ctx));
  return { marketing_emails: false as const };
});
