import type * as z from 'zod';
import * as adminClaimsApi from '#domain/admin/claims-api.ts';
import type { bulkAssignRequest } from '#domain/admin/claims-schema.ts';
import { claimNumber } from '#domain/claims/lifecycle.ts';
import { conflict } from '#domain/errors.ts';
import { assigneeOf } from '#worker/admin/people.ts';
import { changedSince, requireSeen } from '#worker/admin/seen.ts';
import { claimById } from '#worker/claims/desk.ts';
import { knownClaim } from '#worker/claims/get.ts';
import { type AdminCtx, nowIso } from '#worker/platform/context.ts';
import { changeRow } from '#worker/platform/db/change.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { recordAct } from '#worker/told/record.ts';
import { decided } from './change.ts';
import { assign, findAssigned } from './repository.ts';

const to = { field: 'admin_id', permission: 'claims.decide' } as const;

/** Gives a claim to an administrator, or to nobody. 409 when it isn't as the caller saw it. */
export const assignClaim = serve(adminClaimsApi.assignClaim, async (ctx, input) => {
  await assignClaims(ctx, { ...input, ids: [input.id] });
  return decided(ctx, await claimById(ctx, input.id));
});

const assigned = (ctx: AdminCtx, id: number, before: number | null, after: number | null) =>
  recordAct(ctx, {
    action: 'claim.assigned',
    subject: `claim:${id}`,
    before: { assigned_to: before },
    after: { assigned_to: after },
  });

type Assignment = z.output<typeof bulkAssignRequest> & { ifMatch?: string | undefined };

/** Gives claims to an administrator, or to nobody: all of them or, if one has just changed or is missing, none. */
export const assignClaims = serve(
  adminClaimsApi.assignClaims,
  async (ctx, { ids, admin_id, assigned_to: seen, ifMatch }: Assignment) => {
    const assignee = await assigneeOf(ctx, admin_id, to);
    const found = await changeRow(ctx, {
      read: async () => {
        const found = await findAssigned(ctx.db, ids);
        return knownClaim(found.length < new Set(ids).size ? null : found);
      },
      decide: (read) => {
        const others = read.filter(({ assignedTo }) => assignedTo !== admin_id);
        for (const claim of others) {
          requireSeen(claim, ifMatch, 'claim');
          if (seen && seen[ids.indexOf(claim.id)] !== claim.assignedTo) throw assignedSince(claim.id);
        }
        if (others.length === 0) return [];
        return [
          ...assign(ctx.db, others, assignee, nowIso(ctx)),
          ...others.map(({ id, assignedTo }) => assigned(ctx, id, assignedTo, admin_id)),
        ];
      },
      conflict: () => changedSince('claim'),
    });
    // A repeat finds everything done, and gets the first answer.
    return { changed: found.length };
  },
);

const assignedSince = (id: number) =>
  conflict(`Somebody else just assigned ${claimNumber(id)}. Please review it and try again.`);
