import { nowIso, type WalletCtx } from '../../platform/context.ts';
import { revokeSession } from './repository.ts';

/** Ends the session that the request came with; its token answers 401 from now on. */
export function logout(ctx: WalletCtx): Promise<void> {
  return revokeSession(ctx.db, ctx.actor.jti, nowIso(ctx));
}
