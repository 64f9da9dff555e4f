import { type Ctx, nowIso } from '../../platform/context.ts';
import { purgeSignIns } from './repository.ts';

/** Deletes nonces and sessions that have expired. */
export function purgeExpiredSignIns(ctx: Ctx): Promise<void> {
  return purgeSignIns(ctx.db, nowIso(ctx));
}
