import { AppError } from '#domain/errors.ts';
import type { WalletCtx } from '#worker/platform/context.ts';
import { nowIso } from '#worker/platform/context.ts';
import { contactAddress } from './address.ts';
import { findContact, findOwn, type PolicyEvent, type PolicyRow } from './repository.ts';

/** The actor's policy with this id. 404 if missing or owned by another wallet. */
export async function ownPolicy(ctx: WalletCtx, id: number): Promise<PolicyRow> {
  const row = await findOwn(ctx.db, id, ctx.actor.wallet);
  if (!row) throw new AppError('not_found', 'There is no such policy.');
  return row;
}

/** Address for letters about the policy; null if its holder has given none. */
export async function policyEmail(ctx: WalletCtx, row: PolicyRow): Promise<string | null> {
  return contactAddress(row, (await findContact(ctx.db, row.policy.id))?.email);
}

/** A history line for an action of the holder: no transaction or money, and an unchanged status. */
export function holderEvent(ctx: WalletCtx, { policy }: PolicyRow, kind: PolicyEvent['kind']): PolicyEvent {
  return {
    kind,
    from_status: policy.status,
    to_status: policy.status,
    at: nowIso(ctx),
    chain_id: policy.chain_id,
    request_id: ctx.requestId,
  };
}
