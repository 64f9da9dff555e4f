import { claimNumber } from '#domain/claims/lifecycle.ts';
import { AppError } from '#domain/errors.ts';
import { formatUsd } from '#domain/money.ts';
import { isAnnounced } from '#domain/transfers/lifecycle.ts';
import {
  findPayout,
  findTransfer,
  guardNoPayout,
  guardNothingUnderWay,
  type TransferRow,
} from '#worker/money/transfers/repository.ts';
import { type AdminCtx, chainOf, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { momentText } from '#worker/platform/pdf/format.ts';

/** What a transfer is for: a claim on its policy, a policy that ends, or an exception. */
export type About = Partial<Pick<TransferRow, 'claim_id' | 'policy_id' | 'exception_id'>>;

/** The record that it belongs to, and what the audit log calls it. */
export function ofRecord({ claim_id = null, policy_id = null, exception_id }: About) {
  if (claim_id !== null) return { kind: 'claim.payout', subject: `claim:${claim_id}` } as const;
  if (policy_id !== null) return { kind: 'policy.refund', subject: `policy:${policy_id}` } as const;
  return { kind: 'exception.refund', subject: `exception:${exception_id}` } as const;
}

/** The refusal of a second transfer: who prepared what is under way, until when it may arrive, and what to do. */
export function whatToDo(ctx: AdminCtx, row: TransferRow): AppError {
  const { usd, claim_id, tx_hash, prepared_by, prepared_name, prepared_at } = row;
  const who = prepared_by === ctx.admin.id ? 'You' : prepared_name;
  const what =
    usd === null || claim_id === null
      ? 'a refund for this policy'
      : `a payout of ${formatUsd(usd)} for ${claimNumber(claim_id)}`;
  const sent = tx_hash === null ? '' : `, and its transaction is ${tx_hash}`;
  return new AppError(
    'already_prepared',
    `${who} prepared ${what} on ${momentText(prepared_at)}${sent}. ${endOf(ctx, row)}`,
  );
}

/** What the desk shows of a payout under way: of one that is announced first, whether the chain shows that. */
export const presentUnderWay = (ctx: AdminCtx, row: TransferRow) => ({
  says: whatToDo(ctx, row).message,
  announcement:
    row.method === 'announced' ? (isAnnounced(row) ? ('pending' as const) : ('unsent' as const)) : null,
  tx_hash: row.tx_hash,
});

/** Until when it may arrive, and what ends it before. */
function endOf(ctx: AdminCtx, row: TransferRow): string {
  const { chain_id, until, tx_hash } = row;
  if (isAnnounced(row)) {
    return `It is announced on chain: it can be paid or vetoed, and it lapses on ${momentText(until ?? '')}.`;
  }
  if (until === null) {
    return 'It is call data for a multisig or proxy, so it may be carried out at any time. Please wait until it is seen on the network, or discard it if you are sure that it was not sent.';
  }
  const over = until < nowIso(ctx) && chainOf(ctx, chain_id).enforcedBy === 'contract';
  const end = over
    ? `It could be sent until ${momentText(until)}, and ends with the network's next confirmed block.`
    : `It may still arrive until ${momentText(until)}.`;
  const advice =
    tx_hash !== null
      ? 'Please wait until it is seen on the network, or until then.'
      : 'Please wait until it is seen on the network, or discard it if you are sure that it was not sent.';
  return `${end} ${advice}`;
}

/** The policy or payment that a transfer is about, on its chain. */
export type Place = Pick<TransferRow, 'chain_id' | 'quote_id'>;

/**
 * 409 while a payout or refund that was prepared for a policy may still arrive. Answers the batch guard that repeats the
 * question.
 */
export async function requireNothingUnderWay(
  ctx: AdminCtx,
  { chain_id, quote_id }: Place,
): Promise<[Statement]> {
  const row = await findTransfer(ctx.db, chain_id, quote_id);
  if (row) throw whatToDo(ctx, row);
  return [guardNothingUnderWay(ctx.db, chain_id, quote_id)];
}

/** The same while a payout of the claim may still arrive. */
export async function requireNoPayout(ctx: AdminCtx, claimId: number): Promise<[Statement]> {
  const row = await findPayout(ctx.db, claimId);
  if (row) throw whatToDo(ctx, row);
  return [guardNoPayout(ctx.db, claimId)];
}
