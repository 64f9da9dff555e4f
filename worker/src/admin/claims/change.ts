import { changedSince, requireSeen } from '#worker/admin/seen.ts';
import { type ClaimRow, claimById } from '#worker/claims/desk.ts';
import type { AdminCtx } from '#worker/platform/context.ts';
import type { Statement, Statements } from '#worker/platform/db/client.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { etagOf } from '#worker/platform/http/headers.ts';
import { reply } from '#worker/platform/http/serve.ts';
import { presentForDesk } from './present.ts';

interface Wanted {
  id: number;
  /** The version that the caller saw; undefined if they don't say. */
  ifMatch?: string | undefined;
}

interface Change {
  /** Whether nothing is left to do, as after the same request before. */
  isDone(row: ClaimRow): boolean;
  /** Statements of the change, led by a guard on the claim's version. Throws what refuses it. */
  decide(row: ClaimRow): Promise<readonly Statement[]>;
  /** What it means that a guard failed; by default that somebody else changed the claim. */
  conflict?(row: ClaimRow): Error;
}

/** How often a change is decided that meets others. */
const TRIES = 3;

/**
 * Changes a claim as an administrator, in one batch with its occurrence, and answers what it is then. A change that meets
 * another one is decided again on what that left; 409 if the caller saw another version, and after the last try.
 */
export async function changeClaim(
  ctx: AdminCtx,
  { id, ifMatch }: Wanted,
  { isDone, decide, conflict }: Change,
) {
  for (let tries = 1; ; tries += 1) {
    const row = await claimById(ctx, id);
    if (isDone(row)) return decided(ctx, row);
    requireSeen(row.claim, ifMatch, 'claim');
    const statements = await decide(row);
    if (await commit(ctx, statements as Statements, () => false)) break;
    if (tries === TRIES) throw conflict?.(row) ?? changedSince('claim');
  }
  return decided(ctx, await claimById(ctx, id));
}

/** The claim as it is now, with its version as ETag. */
export const decided = async (ctx: AdminCtx, row: ClaimRow) =>
  reply({ data: await presentForDesk(ctx, row), etag: etagOf(row.claim) });
