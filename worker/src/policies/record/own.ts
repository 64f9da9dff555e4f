import { policyNumber } from '#domain/policy/lifecycle.ts';
import { type PolicyDetailAnswer, policyDetailAnswer } from '#domain/policy/schema.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import type { WalletCtx } from '#worker/platform/context.ts';
import { strip } from '#worker/platform/http/strip.ts';
import { presentDetail } from '#worker/policies/get.ts';
import { isBuyer } from '#worker/policies/own.ts';
import { insuredDetails } from '#worker/policies/present.ts';
import { listOwn } from '#worker/policies/repository.ts';
import { lineAs } from '#worker/told/record.ts';
import { newestLines } from '#worker/told/repository.ts';
import { countOwn, readRecord } from './repository.ts';

export const countPolicies = (ctx: WalletCtx): Promise<number> => countOwn(ctx.db, ctx.actor.wallet);

/** The latest events of the actor's policies, newest first. */
export async function recentPolicyEvents(ctx: WalletCtx, limit: number) {
  const rows = await newestLines(ctx.db, 'policies', ctx.actor.wallet, limit);
  return rows.map(({ id, occurrence, data, at, policy_id, product }) => ({
    id: `policy:${id}`,
    type: 'policy' as const,
    action: lineAs(occurrence, data),
    description: `${policyNumber(policy_id)}, ${PRODUCTS[product].label}`,
    timestamp: at,
  }));
}

/** The insured details of the newest policies that the actor's wallet bought, newest first. */
export async function boughtDetails(ctx: WalletCtx, limit: number) {
  const rows = await listOwn(ctx.db, ctx.actor.wallet, limit, null);
  return Promise.all(
    rows.filter(isBuyer).map(async (row) => ({
      product: row.policy.product,
      details: await insuredDetails(ctx.settings.detailsKeys, row),
    })),
  );
}

/** All of the actor's policies as on their pages, with their full history, newest first. */
export async function exportPolicies(ctx: WalletCtx): Promise<PolicyDetailAnswer[]> {
  const record = await readRecord(ctx.db, ctx.actor.wallet);
  return Promise.all(
    record.map(async ({ row, service }) => strip(policyDetailAnswer, await presentDetail(ctx, row, service))),
  );
}
