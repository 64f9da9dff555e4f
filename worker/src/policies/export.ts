import type { PolicyDetailAnswer } from '../../../domain/policy/schema.ts';
import type { WalletCtx } from '../platform/context.ts';
import { presentDetail } from './get.ts';
import { readRecord } from './repository.ts';

/** All of the actor's policies as on their pages, with their full history, newest first. */
export async function exportPolicies(ctx: WalletCtx): Promise<PolicyDetailAnswer[]> {
  const record = await readRecord(ctx.db, ctx.actor.wallet);
  return Promise.all(record.map(({ row, service }) => presentDetail(ctx, row, service)));
}
