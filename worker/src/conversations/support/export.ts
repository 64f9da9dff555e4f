import type { WalletCtx } from '../../platform/context.ts';
import { listFaqVotes } from './faq.ts';

/** Ids of the answers that the actor found helpful. */
export async function exportVotes(ctx: WalletCtx): Promise<string[]> {
  return (await listFaqVotes(ctx)).filter(({ voted }) => voted).map(({ id }) => id);
}
