import { type Change, changeRecord } from '#worker/admin/seen.ts';
import { type ClaimRow, claimById } from '#worker/claims/desk.ts';
import type { AdminCtx } from '#worker/platform/context.ts';
import { etagOf } from '#worker/platform/http/headers.ts';
import { reply } from '#worker/platform/http/serve.ts';
import { presentForDesk } from './present.ts';

interface Wanted {
  id: number;
  ifMatch?: string | undefined;
}

/** Changes a claim as an administrator and answers what it is then. */
export const changeClaim = async (ctx: AdminCtx, { id, ifMatch }: Wanted, change: Change<ClaimRow>) =>
  decided(
    ctx,
    await changeRecord(
      ctx,
      { what: 'claim', read: () => claimById(ctx, id), versionOf: ({ claim }) => claim.version, ifMatch },
      change,
    ),
  );

/** The claim as it is now, with its version as ETag. */
export const decided = async (ctx: AdminCtx, row: ClaimRow) =>
  reply({ data: await presentForDesk(ctx, row), etag: etagOf(row.claim) });
