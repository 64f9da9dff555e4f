import { MAX_PAGE_SIZE } from '../../../domain/page.ts';
import type { PolicyDetailAnswer } from '../../../domain/policy/schema.ts';
import type { WalletCtx } from '../context.ts';
import { getPolicy } from './get.ts';
import { listOwn } from './repository.ts';

/** Every policy of the actor's as its page has it: insured details, contact, beneficiary, timeline. Newest first. */
export async function exportPolicies(ctx: WalletCtx): Promise<PolicyDetailAnswer[]> {
  const policies: PolicyDetailAnswer[] = [];
  for (let before: number | undefined; ; ) {
    const rows = await listOwn(
      ctx.db,
      ctx.actor.wallet,
      MAX_PAGE_SIZE,
      before === undefined ? null : { id: before, back: false },
    );
    policies.push(...(await Promise.all(rows.map(({ policy }) => getPolicy(ctx, { id: policy.id })))));
    before = rows.at(-1)?.policy.id;
    if (rows.length < MAX_PAGE_SIZE) return policies;
  }
}
