import { orNotFound } from '#domain/errors.ts';
import type { WalletCtx } from '#worker/platform/context.ts';
import { findContact, findOwn, type PolicyRow } from './repository.ts';

interface Parties {
  policy: { wallet: string };
  quote: { wallet: string; email: string };
}

/**
 * Address for letters about a policy: the one its holder set, else the purchase's while the buyer still
 * holds it. A wallet that received the policy has none until it sets one.
 */
export function contactAddress({ policy, quote }: Parties, set: string | null | undefined): string | null {
  return set ?? (isBuyer({ policy, quote }) ? quote.email : null);
}

export function isBuyer({
  policy,
  quote,
}: {
  policy: { wallet: string };
  quote: { wallet: string };
}): boolean {
  return policy.wallet === quote.wallet;
}

/** The actor's policy with this id. 404 if missing or owned by another wallet. */
export async function ownPolicy(ctx: WalletCtx, id: number): Promise<PolicyRow> {
  return orNotFound(await findOwn(ctx.db, id, ctx.actor.wallet), 'There is no such policy.');
}

/** Address for letters about the policy; null if its holder has given none. */
export async function policyEmail(ctx: WalletCtx, row: PolicyRow): Promise<string | null> {
  return contactAddress(row, (await findContact(ctx.db, row.policy.id))?.email);
}
