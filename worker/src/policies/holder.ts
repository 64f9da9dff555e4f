import type { Ctx } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import type { ChainEventRow } from '#worker/platform/db/registry-schema.ts';
import { findEnding, forgetConsent } from '#worker/policies/endings/repository.ts';
import { resealDetails } from '#worker/quotes/details.ts';
import { noteEvent } from './after.ts';
import { requestOf } from './cancellation.ts';
import { closeUnrefunded } from './close-ending.ts';
import type { Step } from './history.ts';
import { openField, sealField } from './private.ts';
import {
  findContact,
  guardContact,
  guardSealed,
  type PolicyRow,
  setSealed,
  setState,
  storeContact,
} from './repository.ts';
import { endShares } from './share/repository.ts';
import { tellHolder } from './tell.ts';

/**
 * Statements that move a policy to another wallet. Sealed fields are encrypted again for the new holder,
 * so only that wallet can read them. Null if `from` doesn't hold the policy.
 */
export async function moveHolder(
  ctx: Ctx,
  row: PolicyRow,
  change: ChainEventRow,
  move: { from: string; to: string; kind: Step },
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
    // A consent is its holder's own, and void with the contract too. What a withdrawal owes stays.
    ...(await closeRequest(ctx, row, change, move)),
    forgetConsent(ctx.db, policy.id),
    endShares(ctx.db, policy.id),
    setState(ctx.db, policy.quote_id, { wallet: move.to }),
  ];
}

/** A holder's own request ends when the policy moves: both are told, and after a reorganization whoever had it meanwhile. */
async function closeRequest(
  ctx: Ctx,
  row: PolicyRow,
  change: ChainEventRow,
  { to, kind }: { to: string; kind: Step },
): Promise<Statement[]> {
  const { policy } = row;
  const asked = requestOf(await findEnding(ctx.db, policy.id));
  if (!asked || asked.closed_at !== null) return [];
  if (kind === 'policy_orphaned') return closeUnrefunded(ctx, row, asked, 'moved');
  return [
    ...closeUnrefunded(ctx, row, asked, 'moved', change),
    ...tellHolder(
      ctx,
      'cancellation_moved',
      { ...policy, wallet: to },
      `cancellation-moved:${asked.due_from}`,
      {},
    ),
  ];
}

type Contact = NonNullable<Awaited<ReturnType<typeof findContact>>>;

/** The part of the contact that moves along: the beneficiary. The old holder's address, phone and nickname don't. */
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
    nickname: null,
    updated_at: contact.updated_at,
  };
}
