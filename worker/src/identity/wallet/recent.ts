import type { WalletCtx } from '../../platform/context.ts';
import { listSessions } from './repository.ts';

/** The actor's last sign-ins, newest first. */
export async function recentSignIns(ctx: WalletCtx, limit: number) {
  const rows = await listSessions(ctx.db, ctx.actor.wallet, limit);
  return rows.map(({ jti, createdAt }) => ({
    id: `login:${jti.slice(0, 8)}`,
    type: 'login' as const,
    action: 'Signed in',
    description: 'With a signature of your wallet',
    timestamp: createdAt,
  }));
}
