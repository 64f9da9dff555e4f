import { approveAsBefore, awaitAgain, decideAgain } from '#worker/claims/paid.ts';
import { type Ctx, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import {
  guardTransfer,
  payoutsOn,
  reviveEndedBy,
  type TransferRow,
  transfersEndedBy,
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

type Policy = Pick<ChainEventRow, 'chain_id' | 'quote_id'>;

const proposedOn = async (ctx: Ctx, { chain_id, quote_id }: Policy) =>
  (await payoutsOn(ctx.db, chain_id, quote_id)).filter(({ proposal }) => proposal !== null);

/** Statements for a proposal that the chain shows: the payout that was prepared by it follows it from now on. */
export async function followProposal(ctx: Ctx, event: ChainEventRow): Promise<Statement[]> {
  const { usd, incident_at, claim_number, effective_at, valid_until, tx_hash } = event;
  const row = (await proposedOn(ctx, event)).find(
    (each) => each.usd === usd && each.incident_at === incident_at && each.claim_number === claim_number,
  );
  if (!row) return [];
  const shown = { payable_at: effective_at, until: valid_until, claim_number, tx_hash };
  const change = { proposal: 'pending', ...shown } as const;
  return [guardTransfer(ctx.db, row), updateTransfer(ctx.db, row, change)];
}

/** Statements for a proposal whose block is gone: it can be sent again as long as it was prepared for. */
export async function unfollowProposal(ctx: Ctx, event: ChainEventRow): Promise<Statement[]> {
  const rows = (await proposedOn(ctx, event)).filter(({ proposal }) => proposal === 'pending');
  const change = { proposal: 'unsent', step: 'propose', payable_at: null } as const;
  return rows.flatMap((row) => {
    const { valid_until: until } = JSON.parse(row.answer) as { valid_until: string };
    return [guardTransfer(ctx.db, row), updateTransfer(ctx.db, row, { ...change, until })];
  });
}

/** Statements for a veto: the payout that waited can't be paid anymore, and its claim waits for a new decision. */
export async function vetoed(ctx: Ctx, event: ChainEventRow): Promise<Statement[]> {
  const rows = (await proposedOn(ctx, event)).filter(({ proposal }) => proposal === 'pending');
  const end = { state: 'dead', event_id: event.id } as const;
  const batches = await Promise.all(rows.map((row) => ended(ctx, row, end, decideAgain)));
  return batches.flat();
}

/** Statements for a veto whose block is gone. */
export async function unvetoed(ctx: Ctx, event: ChainEventRow): Promise<Statement[]> {
  const rows = await transfersEndedBy(ctx.db, event.id);
  const batches = await Promise.all(rows.map((row) => approveAsBefore(ctx, row)));
  return [...batches.flat(), reviveEndedBy(ctx.db, event.id)];
}
