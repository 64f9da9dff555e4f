import type { Ctx, WalletCtx } from '../../platform/context.ts';
import { findTold, findToldContact } from './repository.ts';

/** A message that the wallet is told of by letter, by its key; null when it is not in a thread of theirs. */
export function messageForLetter(ctx: WalletCtx, key: string) {
  return findTold(ctx.db, ctx.actor.wallet, key);
}

/** Support's answer to a contact form that this address sent, with the question; null when there is none. */
export function messageToContact(ctx: Ctx, mailbox: string, key: string) {
  return findToldContact(ctx.db, mailbox, key);
}
