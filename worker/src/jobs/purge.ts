import { purgeForgottenFailures } from '#worker/admin/auth/session.ts';
import { purgeOutbox } from '#worker/delivery/outbox/dispatch.ts';
import { purgeEmailTokens } from '#worker/identity/account/email.ts';
import { purgeExpiredSignIns } from '#worker/identity/wallet/session.ts';
import type { Ctx } from '#worker/platform/context.ts';
import { purgeIdempotencyKeys } from '#worker/platform/http/idempotency.ts';
import { purgeExpiredShares } from '#worker/policies/share/share.ts';
import { channels } from './channels.ts';

/** Deletes whatever only has to go once its time is over. */
export async function purgeExpired(ctx: Ctx): Promise<void> {
  const [first, ...rest] = [
    purgeExpiredSignIns(ctx),
    purgeForgottenFailures(ctx),
    purgeIdempotencyKeys(ctx),
    purgeExpiredShares(ctx),
    purgeEmailTokens(ctx),
    purgeOutbox(ctx, channels),
  ].flat();
  if (first) await ctx.db.batch([first, ...rest]);
}
