import { AppError } from '../../../domain/errors.ts';
import type { WalletCtx } from '../platform/context.ts';
import { nowIso } from '../platform/context.ts';
import { contactAddress } from './address.ts';
import { findContact, findOwn, type PolicyEvent, type PolicyRow } from './repository.ts';

/** The actor's policy with this id; 404 for another's as for none. */
export async function ownPolicy(ctx: WalletCtx, id: number): Promise<PolicyRow> {
  const row = await findOwn(ctx.db, id, ctx.actor.wallet);
  if (!row) throw new AppError('not_found', 'There is no such policy.');
  return row;
}

/** Address for letters about the policy; null when its holder has given none. */
export async function policyEmail(ctx: WalletCtx, row: PolicyRow): Promise<string | null> {
  return contactAddress(row, (await findContact(ctx.db, row.policy.id))?.email);
}

/** A line of history for what the holder did: no transaction, no money, the status as it was. */
export function holderEvent(ctx: WalletCtx, { policy }: PolicyRow, kind: PolicyEvent['kind']): PolicyEvent {
  return {
    kind,
    fromStatus: policy.status,
    toStatus: policy.status,
    at: nowIso(ctx),
    chainId: policy.chainId,
    requestId: ctx.requestId,
  };
}
