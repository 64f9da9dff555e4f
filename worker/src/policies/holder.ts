import type { Ctx } from '../platform/context.ts';
import type { Statement } from '../platform/db/client.ts';
import type { ChainEventRow } from '../platform/db/registry-schema.ts';
import { resealDetails } from '../quotes/details.ts';
import { noteEvent } from './after.ts';
import { openField, sealField } from './private.ts';
import {
  findContact,
  guardContact,
  guardSealed,
  type PolicyEvent,
  type PolicyRow,
  setSealed,
  setState,
  storeContact,
} from './repository.ts';

/**
 * Statements that give a policy to another wallet: whatever is sealed for its holder is sealed anew, so that the new one
 * sees it and the old one no longer does. Null when `from` does not hold it.
 */
export async function moveHolder(
  ctx: Ctx,
  row: PolicyRow,
  change: ChainEventRow,
  move: { from: string; to: string; kind: PolicyEvent['kind'] },
): Promise<Statement[] | null> {
  const { policy, quote } = row;
  if (policy.wallet !== move.from) return null;
  const ring = ctx.settings.detailsKeys;
  const sealed = await resealDetails(ring, { ...quote, wallet: move.from }, move.to);
  const contact = await findContact(ctx.db, policy.id);
  return [
    ...noteEvent(ctx, row, change, move.kind),
    guardSealed(ctx.db, quote),
    guardContact(ctx.db, policy.id, contact),
    setSealed(ctx.db, quote.id, sealed),
    ...(contact ? [storeContact(ctx.db, policy.id, await contactFor(ctx, row, contact, move.to))] : []),
    setState(ctx.db, policy.quoteId, { wallet: move.to }),
  ];
}

type Contact = NonNullable<Awaited<ReturnType<typeof findContact>>>;

/** What of a contact goes along: who is paid if the holder cannot be. How to reach the old holder does not. */
async function contactFor(ctx: Ctx, { policy }: PolicyRow, contact: Contact, wallet: string) {
  const ring = ctx.settings.detailsKeys;
  const beneficiary = await openField(ring, 'beneficiary', contact, policy);
  return {
    beneficiary:
      beneficiary === null
        ? null
        : await sealField(ring, 'beneficiary', beneficiary, { id: policy.id, wallet }),
    email: null,
    telephone: null,
    updatedAt: contact.updatedAt,
  };
}
