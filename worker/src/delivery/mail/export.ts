import type { WalletCtx } from '../../platform/context.ts';
import { entriesOf } from '../outbox/repository.ts';

/** Letters that were written to the actor: to which address, about what, and when each went out. */
export async function exportLetters(ctx: WalletCtx) {
  const rows = await entriesOf(ctx.db, ctx.actor.wallet, ['email']);
  return rows.map(({ kind, target, subject, state, createdAt, sentAt }) => ({
    kind,
    to: target,
    subject,
    state,
    written_at: createdAt,
    sent_at: sentAt,
  }));
}
