import type { WalletCtx } from '#worker/platform/context.ts';
import { listSessions } from './repository.ts';

/** The actor's last sign-ins, newest first. */
export async function recentSignIns(ctx: WalletCtx, limit: number) {
  const rows = await listSessions(ctx.db, ctx.actor.wallet, limit);
  return rows.map(({ jti, created_at }) => ({
    id: `login:${jti.slice(0, 8)}`,
    type: 'login' as const,
    action: 'Signed in',
    description: 'With a signature of your wallet',
    timestamp: created_at,
  }));
}

/** More than a wallet can have, because ended sessions are purged. */
const ALL = 10_000;

/** The actor's sign-ins and when each session ends or ended. */
export async function exportSessions(ctx: WalletCtx) {
  const rows = await listSessions(ctx.db, ctx.actor.wallet, ALL);
  return rows.map(({ created_at, seenAt, expires_at, revoked_at, device }) => ({
    device,
    signed_in_at: created_at,
    last_seen_at: seenAt,
    expires_at,
    ended_at: revoked_at,
  }));
}
