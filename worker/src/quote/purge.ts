import { type Ctx, nowIso } from '../context.ts';
import type { Statement } from '../db/client.ts';
import { clearPurge, purgeDrafts, purgeQuotes } from './repository.ts';

const AT_ONCE = 500;

/** Deletes drafts and unbought quotes, with their personal fields, whose time has come. */
export async function purgeUnbought(ctx: Ctx): Promise<void> {
  await purgeDrafts(ctx.db, nowIso(ctx));
  await purgeQuotes(ctx.db, nowIso(ctx), AT_ONCE);
}

/** Goes into the batch of whatever names the quote for good: a payment, or money that became no policy. */
export function keepQuote(ctx: Ctx, id: string): Statement {
  return clearPurge(ctx.db, id);
}
