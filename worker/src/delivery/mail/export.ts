import { entriesOf } from '#worker/delivery/outbox/repository.ts';
import type { WalletCtx } from '#worker/platform/context.ts';

/** Letters to the actor: address, subject and when each was sent. */
export async function exportLetters(ctx: WalletCtx) {
  const rows = await entriesOf(ctx.db, ctx.actor.wallet, ['email']);
  return rows.map(({ kind, target, subject, state, created_at, sent_at }) => ({
    kind,
    to: target,
    subject,
    state,
    written_at: created_at,
    sent_at,
  }));
}
