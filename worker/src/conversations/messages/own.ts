import { AppError } from '#domain/errors.ts';
import { keyOfAddress } from '#worker/platform/chain/address.ts';
import type { WalletCtx } from '#worker/platform/context.ts';
import { findOwnThread, type ThreadRow } from './repository.ts';

/**
 * Throws 404 if a call names a wallet other than the signed-in one. Without a name it means the signed-in
 * one.
 */
export function requireOwn(ctx: WalletCtx, named: string | undefined): void {
  if (named !== undefined && keyOfAddress(named) !== ctx.actor.wallet) {
    throw new AppError('not_found', 'No messages found for this wallet.');
  }
}

export const unknownThread = () => new AppError('not_found', 'There is no such message.');

/** The actor's thread with this id. 404 if missing or owned by another wallet. */
export async function ownThread(ctx: WalletCtx, id: number): Promise<ThreadRow> {
  const thread = await findOwnThread(ctx.db, id, ctx.actor.wallet);
  if (!thread) throw unknownThread();
  return thread;
}
