import { nowIso, type WalletCtx } from '../../platform/context.ts';
import type { Statement } from '../../platform/db/client.ts';
import { revokeAll } from './repository.ts';

/** Statement that ends every session of the actor's wallet. */
export const endAllSessions = (ctx: WalletCtx): Statement => revokeAll(ctx.db, ctx.actor.wallet, nowIso(ctx));
