import type { AdminClaimDetail } from '#domain/admin/claims-schema.ts';
import { DAY_SECONDS } from '#domain/days.ts';
import { FORMS } from '#domain/products/forms/index.ts';
import { shortName } from '#domain/products/index.ts';
import { foldText } from '#domain/search.ts';
import { presentEntry } from '#worker/admin/claims/present.ts';
import type { DeskClaim } from '#worker/admin/claims/repository.ts';
import type { AdminCtx } from '#worker/platform/context.ts';
import { type Earlier, likeOneOf } from '#worker/quotes/earlier.ts';
import { findAlike } from './repository.ts';

type Claim = DeskClaim['claim'];

/** Most claims that are shown, and of those with nothing but a close amount. */
const MOST = 15;
const CLOSE = 5;
/** Incidents that are further apart have little to do with each other. */
const NEAR_DAYS = 30;

const isClose = (claim: Claim, { amount_cents: cents }: Claim) =>
  Math.abs(cents - claim.amount_cents) * 10 <= claim.amount_cents;

function apart(claim: Claim, other: Claim): string | null {
  const ms = Math.abs(Date.parse(claim.incident_date) - Date.parse(other.incident_date));
  const days = Math.round(ms / 1000 / DAY_SECONDS);
  if (days > NEAR_DAYS) return null;
  return days === 0 ? 'same day' : days === 1 ? '1 day apart' : `${days} days apart`;
}

/** `Same document, same policy, 3 days apart` */
function sentence(reasons: readonly (string | null | false)[]): string {
  const text = reasons.filter(Boolean).join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The holder's policies for this product, with whether each is for the same home or car; none for a trip. */
export const heldLikeIt = async (ctx: AdminCtx, { claim, policy, held }: DeskClaim): Promise<Earlier[]> =>
  FORMS[claim.product].thing.length === 0 || held.length < 2
    ? []
    : likeOneOf(ctx, held, { product: claim.product, policyId: policy.id });

/**
 * Claims by the same person, about the same place or car, with the same document or a close amount, each with why.
 * @param held the holder's policies for this product
 */
export async function similarTo(
  ctx: AdminCtx,
  { claim, email: address, place: where, others }: DeskClaim,
  held: readonly Earlier[],
): Promise<AdminClaimDetail['similar']> {
  const { document, place, email, name, wallet, newest } = await findAlike(ctx.db, claim, {
    email: address,
    place: where,
  });
  const named = name.filter((one) => foldText(one.customer_name) === foldText(claim.customer_name));
  const close = newest.filter((one) => isClose(claim, one)).slice(0, CLOSE);
  const has = (claims: readonly Claim[], { id }: Claim) => claims.some((one) => one.id === id);
  const found = new Map(
    [...document, ...place, ...email, ...named, ...wallet, ...others, ...close].map((one) => [one.id, one]),
  );
  return [...found.values()].slice(0, MOST).map((one) => ({
    ...presentEntry(ctx, one),
    because: sentence([
      has(document, one) && 'same document',
      one.policy_id === claim.policy_id ? 'same policy' : one.wallet === claim.wallet && 'same customer',
      one.policy_id !== claim.policy_id &&
        held.some(({ isSame, policyId }) => isSame && policyId === one.policy_id) &&
        `same ${shortName(claim.product).toLowerCase()}`,
      has(place, one) && `same ${shortName(claim.product).toLowerCase()}, other wallet`,
      has(email, one) && 'same email, other wallet',
      !has(email, one) && has(named, one) && 'same name, other wallet',
      isClose(claim, one) && 'close amount',
      apart(claim, one),
    ]),
  }));
}
