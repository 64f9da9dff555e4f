import type { StoredStatus } from '#domain/policy/lifecycle.ts';
import type { Ctx } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import type { ChainEventRow } from '#worker/platform/db/registry-schema.ts';
import type { HISTORY, PolicyStep } from '#worker/told/history.ts';
import { record } from '#worker/told/record.ts';
import { type About, aboutPolicy, type Changed, policyOfQuote } from '#worker/told/repository.ts';

export type Step = keyof typeof HISTORY;

/** A policy at a step of its history. Without an id, its batch may only open it. */
interface Stepping {
  id?: number;
  quote_id: string;
  chain_id: string;
  status: StoredStatus | null;
}

/**
 * Statement that records a step of a policy: its holder's, or ours. What an administrator does is an act of its own.
 * @param key what makes it one of its own among the policy's steps of its kind
 * @param logged what the audit log has of it
 */
export function recordStep(
  ctx: Ctx,
  kind: Step,
  { id, quote_id, chain_id, status }: Stepping,
  key: About['key'],
  change: Partial<PolicyStep> = {},
  logged: Changed = {},
): Statement {
  const step = {
    from_status: status,
    to_status: change.to_status ?? status ?? 'pending',
    chain_id,
    ...change,
  };
  const by = ctx.actor ? 'customer' : 'server';
  return record(ctx, kind, { ...aboutPolicy(id ?? policyOfQuote(quote_id).found), key, by, ...logged }, step);
}

/** Identifies what an event did: after a reorganization that it survived, it does it again. */
export const byEvent = ({ id, generation }: Pick<ChainEventRow, 'id' | 'generation'>): string =>
  `event:${id}:${generation}`;
