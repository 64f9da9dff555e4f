import * as profileApi from '#domain/account/profile-api.ts';
import { KEPT } from '#domain/promises.ts';
import { revokeAll } from '#worker/identity/wallet/repository.ts';
import { nowIso } from '#worker/platform/context.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { deleteUnreferencedAvatars } from './avatar.ts';
import { forgetProfile } from './repository.ts';

/** What we must keep, or what expires on its own. */
const KEPT_THINGS = [
  'We keep your policies with their insured details and contacts: they are contracts, and your certificates must remain provable.',
  'We keep your claims with their documents and history, and your messages to support.',
  'We keep your payments and refunds: they are part of our accounts, and public on their chain.',
  `We keep the subject and address of each letter we sent you for ${KEPT.letterDays} days.`,
  `Quotes that you did not buy are deleted ${KEPT.unboughtQuoteDays} days after they were made.`,
  'We keep your wallet address and the time of its first sign-in. You can sign in again at any time.',
];

/**
 * Deletes the actor's profile with everything that belongs only to it, and ends all sessions. The avatar
 * object is deleted after the batch; if the bucket fails, the scheduled run sweeps it.
 */
export const deleteProfile = serve(profileApi.deleteProfile, async (ctx) => {
  const { wallet } = ctx.actor;
  const now = nowIso(ctx);
  await ctx.db.batch([...forgetProfile(ctx.db, wallet, now), revokeAll(ctx.db, wallet, now)]);
  await deleteUnreferencedAvatars(ctx, wallet).catch((error) => ctx.log.error('avatar_left', error));
  ctx.log.info('profile_deleted');
  return { deleted_at: nowIso(ctx), kept: KEPT_THINGS };
});
