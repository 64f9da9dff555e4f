import { awaitAgain } from '#worker/claims/paid.ts';
import { type Ctx, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import {
  guardTransfer,
  payoutsOn,
  type TransferRow,
  updateTransfer,
} from '#worker/platform/db/prepared-transfers.ts';
import type { ChainEventRow } from '#worker/platform/db/registry-schema.ts';

/** Statements for a transfer that can't reach the chain anymore, led by a guard: its claim awaits its payment again, or a decision. */
export async function ended(
  ctx: Ctx,
  row: TransferRow,
  change: { state: 'dead' | 'released'; event_id?: number },
  then: typeof awaitAgain = awaitAgain,
): Promise<[Statement, ...Statement[]]> {
  ctx.log.warn('transfer_ended', { chain: row.chain_id, quote: row.quote_id, state: change.state });
  return [
    guardTransfer(ctx.db, row),
    updateTransfer(ctx.db, row, { ...change, ended_at: nowIso(ctx) }),
    ...(await then(ctx, row)),
  ];
}

/** Statements for what a contract refuses from now on, since this payout used the number. */
export async function outrun(ctx: Ctx, event: ChainEventRow, paidBy: string | null): Promise<Statement[]> {
  const number = event.claim_number ?? 0;
  const rows = (await payoutsOn(ctx.db, event.chain_id, event.quote_id)).filter(
    ({ id, claim_number }) => id !== paidBy && (claim_number ?? 0) <= number,
  );
  const batches = await Promise.all(
    rows.map((row) => ended(ctx, row, { state: 'dead', event_id: event.id })),
  );
  return batches.flat();
}
