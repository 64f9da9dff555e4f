import { approveAsBefore, decideAgain } from '#worker/claims/paid.ts';
import type { Ctx } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import {
  guardTransfer,
  payoutsOn,
  reviveEndedBy,
  transfersEndedBy,
  updateTransfer,
} from '#worker/platform/db/prepared-transfers.ts';
import type { ChainEventRow } from '#worker/platform/db/registry-schema.ts';
import { ended } from './end.ts';

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
