import type { Ctx } from '../platform/context.ts';
import { findByGroup, type GroupRow } from './repository.ts';

export type { GroupRow };

/** The policy that a quote of this draft bought, with the payment that it rests on; null without one. */
export function policyOfGroup(ctx: Ctx, groupId: string): Promise<GroupRow | null> {
  return findByGroup(ctx.db, groupId);
}
