import { AppError } from '../../../domain/errors.ts';
import type { Page } from '../../../domain/page.ts';
import type { PolicyAnswer } from '../../../domain/policy/schema.ts';
import { keyOfAddress } from '../platform/chain/address.ts';
import type { WalletCtx } from '../platform/context.ts';
import { idCursor, type PageInput, readPage } from '../platform/db/page.ts';
import { presentPolicy } from './present.ts';
import { listOwn } from './repository.ts';

/** A page of the actor's policies, newest first; `before` is the last id seen. */
export async function listPolicies(
  ctx: WalletCtx,
  input: PageInput & { wallet: string; before?: number | undefined },
): Promise<Page<PolicyAnswer>> {
  const { wallet } = ctx.actor;
  if (keyOfAddress(input.wallet) !== wallet) {
    throw new AppError('not_found', 'No policies found for this wallet.');
  }
  const cursor = idCursor(input);
  const page = await readPage(
    input,
    cursor,
    (count) => listOwn(ctx.db, wallet, count, cursor),
    ({ policy }) => ({ at: null, id: policy.id }),
  );
  const now = ctx.clock();
  const data = page.data.map((row) => presentPolicy(ctx.settings, row, now));
  return { ...page, data: await Promise.all(data) };
}
