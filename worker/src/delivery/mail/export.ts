import type { WalletCtx } from '../../platform/context.ts';
import { lettersOf } from './repository.ts';

/** Letters that were written to the actor: to which address, about what, and when each went out. */
export async function exportLetters(ctx: WalletCtx) {
  const rows = await lettersOf(ctx.db, ctx.actor.wallet);
  return rows.map(({ kind, recipient, subject, state, createdAt, sentAt }) => ({
    kind,
    to: recipient,
    subject,
    state,
    written_at: createdAt,
    sent_at: sentAt,
  }));
}
