import { type Ctx, nowIso } from '../../platform/context.ts';
import type { Statement } from '../../platform/db/client.ts';
import { releaseLetters } from './repository.ts';

/** Statement that lets the letters go which waited for the confirmation of this address by this wallet. */
export function release(ctx: Ctx, address: { wallet: string; mailbox: string }): Statement {
  ctx.outbox.written = true;
  return releaseLetters(ctx.db, address, nowIso(ctx));
}
