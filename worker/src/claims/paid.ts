import { awaitsPayment } from '#domain/claims/lifecycle.ts';
import { payoutDue, reviewDue } from '#domain/claims/rules.ts';
import { ChainUnreachable } from '#domain/json-rpc.ts';
import { formatUsd } from '#domain/money.ts';
import {
  moveTransfer,
  payoutsLike,
  reviveEndedBy,
  type TransferRow,
} from '#worker/money/transfers/repository.ts';
import { type Ctx, chainOf, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import type { ChainEventRow } from '#worker/platform/db/registry-schema.ts';
import { amountText } from '#worker/platform/pdf/format.ts';
import { policyById } from '#worker/policies/sold.ts';
import {
  type ClaimChange,
  type ClaimRow,
  findById,
  findPaidBy,
  replacedBy,
  UNDECIDED,
} from './repository.ts';
import { stepOf } from './step.ts';

/**
 * Whether this many whole US dollars are sent without an announcement on chain. When the chain doesn't say, we promise the longer
 * time, which holds either way.
 */
export async function paysAtOnce(ctx: Ctx, { claim, policy }: ClaimRow, usd: number): Promise<boolean> {
  const chain = ctx.chains.find(({ id }) => id === policy.chain_id);
  if (!chain) return false;
  const { quote } = await policyById(ctx, claim.policy_id);
  const { contract, token } = quote;
  try {
    return await chain.paysAtOnce({ contract, quoteId: policy.quote_id, token, usd });
  } catch (error) {
    if (!(error instanceof ChainUnreachable)) throw error;
    ctx.log.warn('allowance_chain_unreachable', { chain: chain.id, reason: error.message });
    return false;
  }
}

/** ISO time by which an approved payout that has to be sent again is promised. */
async function payoutDueAgain(ctx: Ctx, row: ClaimRow): Promise<string> {
  const atOnce = await paysAtOnce(ctx, row, row.claim.payout_usd ?? 0);
  return new Date(payoutDue(ctx.clock(), atOnce)).toISOString();
}

/** A claim and the prepared payout that an event is. */
export interface Payable {
  row: ClaimRow;
  transfer: TransferRow;
}

/**
 * The claim that a payout event pays: the one whose prepared payout has its number, incident and dollars, and at most its amount
 * where no contract bounds that. One that was given up still counts as long as its claim awaits payment and nothing else pays it.
 * Null if there is none.
 */
export async function findPayable(ctx: Ctx, event: ChainEventRow): Promise<Payable | null> {
  const isBounded = chainOf(ctx, event.chain_id).enforcedBy === 'contract';
  for (const transfer of await payoutsLike(ctx.db, event, isBounded)) {
    const row = await findById(ctx.db, transfer.claim_id ?? 0);
    if (
      !row ||
      !awaitsPayment(row.claim.status) ||
      row.claim.needs_confirmation ||
      row.claim.payout_usd !== event.usd
    )
      continue;
    if (transfer.ended_at === null || row.other === null) return { row, transfer };
  }
  return null;
}

/** Statements for a confirmed payout event and the claim that it pays. */
export function payClaim(ctx: Ctx, event: ChainEventRow, { row, transfer }: Payable): Statement[] {
  const { id: event_id, tx_hash } = event;
  const { claim, quote } = row;
  const usd = claim.payout_usd ?? 0;
  const amount = amountText(event.amount ?? '0', quote.decimals, quote.currency);
  ctx.log.info('claim_paid', { claim: claim.id, event_id });
  return [
    ...stepOf(ctx, row, {
      change: { status: 'paid', paid_event_id: event_id, requested_documents: null, due_at: null },
      told: ['claim_paid', { paid: `${amount} (${formatUsd(usd)})`, payout_usd: usd, tx_hash }],
    }),
    ...moveTransfer(ctx.db, transfer, 'confirmed', { step: 'pay', tx_hash, ended_at: nowIso(ctx), event_id }),
  ];
}

/** Statements for a payout event whose block is gone: its claim awaits payment again, and its payout can arrive again. */
export async function undoPayment(ctx: Ctx, event: ChainEventRow): Promise<Statement[]> {
  const row = await findPaidBy(ctx.db, event.id);
  const revived = await reviveEndedBy(ctx.db, event.id);
  if (!row) return revived;
  const dueAt = await payoutDueAgain(ctx, row);
  const step = stepOf(ctx, row, {
    change: { status: 'processing_payment', paid_event_id: null, due_at: dueAt },
    told: ['claim_payment_undone', {}],
    tx_hash: event.tx_hash,
  });
  return [...step, ...revived];
}

/**
 * Statements for a payout that was vetoed while it waited: its claim is decided again, and the customer told. What was
 * decided is kept for the case that a reorganization removes the veto.
 */
export async function decideAgain(ctx: Ctx, { claim_id }: TransferRow): Promise<Statement[]> {
  const row = claim_id === null ? null : await findById(ctx.db, claim_id);
  if (!row || !awaitsPayment(row.claim.status)) return [];
  const { claim } = row;
  const dueAt = new Date(reviewDue(claim.amount_cents, ctx.clock())).toISOString();
  const change = { ...UNDECIDED, status: 'under_review', confirmed_by: null, due_at: dueAt } as const;
  return stepOf(ctx, row, {
    change: { ...change, undo: replacedBy(claim, change) },
    told: ['claim_payout_vetoed', { payout_usd: claim.payout_usd ?? 0, due_at: dueAt }],
  });
}

/** Statements for a veto whose block is gone: its claim is approved as before, unless somebody has decided it since. */
export async function approveAsBefore(ctx: Ctx, { claim_id }: TransferRow): Promise<Statement[]> {
  const row = claim_id === null ? null : await findById(ctx.db, claim_id);
  if (row?.claim.status !== 'under_review' || row.claim.undo === null) return [];
  const before = JSON.parse(row.claim.undo) as ClaimChange;
  return stepOf(ctx, row, {
    change: { ...before, status: 'approved' },
    told: ['claim_veto_undone', {}],
  });
}

/**
 * Statements for a payout that can't reach the chain anymore. Whoever was told that it is on its way is told that it is made
 * again; a claim whose payout was only prepared stays as it is.
 */
export async function awaitAgain(ctx: Ctx, { claim_id, tx_hash }: TransferRow): Promise<Statement[]> {
  const row = claim_id === null ? null : await findById(ctx.db, claim_id);
  if (row?.claim.status !== 'processing_payment') return [];
  return stepOf(ctx, row, {
    change: { status: 'approved', due_at: await payoutDueAgain(ctx, row) },
    told: ['claim_payment_failed', { payout_usd: row.claim.payout_usd ?? 0 }],
    ...(tx_hash === null ? {} : { tx_hash }),
  });
}
