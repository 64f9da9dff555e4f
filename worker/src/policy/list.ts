import { walletKey } from '../../../domain/address.ts';
import { AppError } from '../../../domain/errors.ts';
import { MAX_PAGE_SIZE } from '../../../domain/page.ts';
import type { PolicyAnswer } from '../../../domain/policy/schema.ts';
import type { WalletCtx } from '../context.ts';
import { presentPolicy } from './present.ts';
import { listOwn } from './repository.ts';

/** All policies of the actor's own wallet, newest first, at most 200; `before` is the last id seen. */
export async function listPolicies(
  ctx: WalletCtx,
  input: { wallet: string; before?: number },
): Promise<PolicyAnswer[]> {
  if (walletKey(input.wallet) !== ctx.actor.wallet) {
    throw new AppError('not_found', 'There are no policies of this wallet that you can see.');
  }
  const rows = await listOwn(ctx.db, ctx.actor.wallet, MAX_PAGE_SIZE, input.before);
  return Promise.all(rows.map((row) => presentPolicy(ctx.settings.detailsKeys, row, ctx.clock())));
}
