import { type Ctx, nowIso } from '../../platform/context.ts';
import { purgeAdminSignIns } from './repository.ts';
import { forgottenBefore } from './throttle.ts';

/** Deletes administrators' sessions that have expired and failures that no longer count. */
export function purgeExpiredAdminSignIns(ctx: Ctx): Promise<void> {
  return purgeAdminSignIns(ctx.db, nowIso(ctx), forgottenBefore(ctx));
}
