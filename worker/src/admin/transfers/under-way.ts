import { AppError } from '../../../../domain/errors.ts';
import { formatUsd } from '../../../../domain/money.ts';
import { type AdminCtx, nowIso } from '../../platform/context.ts';
import type { Statement } from '../../platform/db/client.ts';
import {
  findTransfer,
  guardNothingUnderWay,
  type TransferRow,
} from '../../platform/db/prepared-transfers.ts';
import { momentText } from '../../platform/pdf/format.ts';

/** The refusal of a second transfer: who prepared the one that is under way, until when it may arrive, and what to do. */
export function whatToDo(ctx: AdminCtx, row: TransferRow): AppError {
  const { usd, until, txHash, preparedBy, preparedName, preparedAt } = row;
  const who = preparedBy === ctx.admin.id ? 'You' : preparedName;
  const what = usd === null ? 'a refund' : `a payout of ${formatUsd(usd)}`;
  const sent = txHash === null ? '' : ` and reported the transaction ${txHash}`;
  const end =
    until === null
      ? 'It is call data for a multisig or proxy, so it may be carried out at any time.'
      : `It may still arrive until ${momentText(until)}.`;
  const advice =
    txHash !== null && until !== null
      ? 'Please wait until it is seen on the network, or until then.'
      : 'Please wait until it is seen on the network, or discard it if it was certainly not sent.';
  return new AppError(
    'already_prepared',
    `${who} prepared ${what} for this policy on ${momentText(preparedAt)}${sent}. ${end} ${advice}`,
  );
}

interface About {
  chainId: string;
  quoteId: string;
}

/** 409 while a payout or refund that was prepared for a policy may still arrive. */
export async function requireNothingUnderWay(ctx: AdminCtx, { chainId, quoteId }: About): Promise<void> {
  const row = await findTransfer(ctx.db, chainId, quoteId, nowIso(ctx));
  if (row) throw whatToDo(ctx, row);
}

/** The same as a batch guard. */
export const nothingUnderWay = (ctx: AdminCtx, { chainId, quoteId }: About): Statement =>
  guardNothingUnderWay(ctx.db, chainId, quoteId, nowIso(ctx));
