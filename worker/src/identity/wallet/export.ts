import type { WalletCtx } from '../../platform/context.ts';
import { listSessions } from './repository.ts';

/** More than a wallet can have, because ended sessions are purged. */
const ALL = 10_000;

/** The actor's sign-ins and when each session ends or ended. */
export async function exportSessions(ctx: WalletCtx) {
  const rows = await listSessions(ctx.db, ctx.actor.wallet, ALL);
  return rows.map(({ createdAt, expiresAt, revokedAt }) => ({
    signed_in_at: createdAt,
    expires_at: expiresAt,
    ended_at: revokedAt,
  }));
}
