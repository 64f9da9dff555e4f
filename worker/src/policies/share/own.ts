import * as policyApi from '#domain/policy/api.ts';
import { type Ctx, nowIso, type WalletCtx } from '#worker/platform/context.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { ownPolicy } from '#worker/policies/own.ts';
import { presentShare } from './link.ts';
import { deleteShare, listShares, listSharesOf, purgeShares } from './repository.ts';

/** The open links of the actor's policy, newest first. */
export const listOwnShares = serve(policyApi.listShares, async (ctx, { id: policyId }) => {
  await ownPolicy(ctx, policyId);
  const rows = await listShares(ctx.db, policyId, ctx.actor.wallet, nowIso(ctx));
  return Promise.all(rows.map((row) => presentShare(ctx.settings.detailsKeys, row)));
});

/** Revokes a link of the actor's policy, and answers those that stay open. Safe to repeat. */
export const revokeShare = serve(policyApi.revokeShare, async (ctx, { id: policyId, share_id: id }) => {
  await ownPolicy(ctx, policyId);
  await deleteShare(ctx.db, { id, policy_id: policyId, wallet: ctx.actor.wallet });
  ctx.log.info('share_revoked', { policy: policyId });
  return listOwnShares(ctx, { id: policyId });
});

/** The links of all the actor's policies. */
export async function exportShares(ctx: WalletCtx) {
  const rows = await listSharesOf(ctx.db, ctx.actor.wallet);
  return rows.map(({ policy_id, fields, created_at, expires_at }) => ({
    policy_id,
    fields: JSON.parse(fields) as string[],
    created_at,
    expires_at,
  }));
}

/** Deletes links that have expired. */
export async function purgeExpiredShares(ctx: Ctx): Promise<void> {
  await purgeShares(ctx.db, nowIso(ctx));
}
