import { AppError } from '#domain/errors.ts';
import * as policyApi from '#domain/policy/api.ts';
import { keyOfAddress } from '#worker/platform/chain/address.ts';
import { idCursor, readPage } from '#worker/platform/db/page.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { presentPolicy } from './present.ts';
import { listOwn } from './repository.ts';

/** A page of the actor's policies, newest first; `before` is the last id seen. */
export const listPolicies = serve(policyApi.listPolicies, async (ctx, input) => {
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
});
