import { AppError } from '../../../../domain/errors.ts';
import type { ReadyTransaction } from '../../../../domain/payouts/schema.ts';
import { INCLUSION_SECONDS } from '../../platform/chain/books.ts';
import type { Chain } from '../../platform/chain/chain.ts';
import type { SubstrateConfig } from '../../platform/chain/config.ts';
import { type AdminCtx, isoOf, nowIso } from '../../platform/context.ts';
import type { Statement } from '../../platform/db/client.ts';
import { commit } from '../../platform/db/commit.ts';
import {
  findTransfer,
  guardNothingUnderWay,
  type TransferRow,
} from '../../platform/db/prepared-transfers.ts';
import { preparable } from '../../settlement/books/books.ts';
import { guardAllowance, guardPending, pendingProposal } from '../../settlement/books/repository.ts';
import { refusal } from '../../settlement/registry/refusal.ts';
import { audit } from '../audit.ts';
import { guardTransfer, putTransfer, setEndless } from './repository.ts';
import { whatToDo } from './under-way.ts';

/** A call that an administrator wants to be given, to send it. */
export interface Wanted<Ready> {
  chain: Chain;
  quoteId: string;
  /** Of a payout: whole dollars, and the ISO time of the incident. */
  payout?: { usd: number; incidentAt: string };
  /** Whether it is to be carried out elsewhere, such as with a multisig's tool, without an era. */
  callData: boolean;
  /** What the audit log has it under. */
  action: 'claim.payout' | 'policy.refund' | 'exception.refund';
  subject: string;
  prepare(): Promise<Ready>;
  /** Whether one that was handed out before is the one that is wanted. */
  isSame(before: Ready): boolean;
  /** What the audit log keeps of it. */
  audited(ready: Ready): Readonly<Record<string, unknown>>;
  /** What it rests on, and what it means that this changed meanwhile. */
  guards: Statement[];
  changed(): Error;
}

/**
 * Prepares a call and hands it out. Where no contract refuses a second one, at most one for a policy or payment is under
 * way: while it may still arrive, who prepared it is given the same one again, unless it was sent. Everyone else gets 409.
 */
export async function handOut<Ready extends ReadyTransaction & { claim_number?: number }>(
  ctx: AdminCtx,
  wanted: Wanted<Ready>,
): Promise<Ready> {
  const { chain, action, subject, guards } = wanted;
  const config = chain.enforcedBy === 'records' ? ctx.settings.substrate : null;
  const before = config && (await givenBefore(ctx, wanted));
  if (before) return before;
  const ready = await wanted.prepare();
  const line = audit(ctx, { action: `${action}_prepared`, subject, after: wanted.audited(ready) });
  if (!config) {
    await commit(ctx, [line, ...guards], () => {
      throw wanted.changed();
    });
    return ready;
  }
  const { row, fits } = await rowOf(ctx, config, wanted, ready);
  const statements = [...fits, ...guards, putTransfer(ctx.db, row), line];
  const first = guardNothingUnderWay(ctx.db, row.chainId, row.quoteId, row.preparedAt);
  const given = await commit(ctx, [first, ...statements], async () => {
    const other = await givenBefore(ctx, wanted);
    if (other) return other;
    if (row.allowanceUsd > (await preparable(ctx, row.chainId, config.allowance_usd))) {
      throw refusal('AllowanceReserved');
    }
    throw wanted.changed();
  });
  return given === true ? ready : given;
}

/** The same call again; null if nothing is under way. 409 if what is under way is somebody else's, another one, or sent. */
async function givenBefore<Ready extends ReadyTransaction>(
  ctx: AdminCtx,
  { chain, quoteId, payout, callData, action, subject, isSame }: Wanted<Ready>,
): Promise<Ready | null> {
  const now = nowIso(ctx);
  const row = await findTransfer(ctx.db, chain.id, quoteId, now);
  if (!row) return null;
  const ready = JSON.parse(row.answer) as Ready;
  const isWanted = payout
    ? row.usd === payout.usd && row.incidentAt === payout.incidentAt
    : row.claimNumber === null;
  const isOwn = row.preparedBy === ctx.admin.id && isWanted && isSame(ready);
  const isOver = row.until !== null && ready.valid_until < now;
  if (!isOwn || isOver || row.txHash !== null) throw whatToDo(ctx, row);
  if (!callData || row.until === null) return ready;
  const open = setEndless(ctx.db, row);
  const line = audit(ctx, { action: `${action}_call_data`, subject, after: { until: null } });
  await commit(ctx, [guardTransfer(ctx.db, row, now), open, line], () => {
    throw new AppError('conflict', 'This has changed meanwhile. Please look at it again.');
  });
  return ready;
}

/** The row of a call, and the guards of the allowance: a proposal that has waited takes up none of it. */
async function rowOf<Ready extends ReadyTransaction & { claim_number?: number }>(
  ctx: AdminCtx,
  config: SubstrateConfig,
  { chain, quoteId, payout, callData }: Wanted<Ready>,
  ready: Ready,
): Promise<{ row: TransferRow; fits: Statement[] }> {
  const now = nowIso(ctx);
  const proposal = payout ? await pendingProposal(ctx.db, chain.id, quoteId, now) : null;
  const allowanceUsd = payout && !proposal ? payout.usd : 0;
  // A multisig or proxy carries it out without an era, whenever its people get to it.
  const isEndless = callData || config.recipient_kind !== null;
  const until = Math.floor(Date.parse(ready.valid_until) / 1000) + INCLUSION_SECONDS;
  const row: TransferRow = {
    ...{ chainId: chain.id, quoteId, allowanceUsd, answer: JSON.stringify(ready) },
    claimNumber: ready.claim_number ?? null,
    incidentAt: payout?.incidentAt ?? null,
    usd: payout?.usd ?? null,
    preparedBy: ctx.admin.id,
    preparedName: ctx.admin.name,
    preparedAt: now,
    until: isEndless ? null : isoOf(until),
    txHash: null,
    requestId: ctx.requestId,
  };
  const fits = proposal
    ? [guardPending(ctx.db, proposal, now)]
    : [guardAllowance(ctx.db, chain.id, allowanceUsd, config.allowance_usd, now)];
  return { row, fits: payout ? fits : [] };
}
