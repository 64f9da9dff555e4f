import type { AdminClaimDetail } from '#domain/admin/claims-schema.ts';
import { claimNumber } from '#domain/claims/lifecycle.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import { FORMS } from '#domain/products/forms/index.ts';
import { shortName } from '#domain/products/index.ts';
import type { AdminCtx } from '#worker/platform/context.ts';
import { type Earlier, likeOneOf } from '#worker/quotes/earlier.ts';
import { claimLink, policyLink } from './flags.ts';
import type { DeskClaim } from './repository.ts';

type Flag = AdminClaimDetail['flags'][number];

/** The policies that changes of cover join with one: of those, each day belongs to one alone. */
function joinedWith(id: number, earlier: readonly Earlier[]): ReadonlySet<number> {
  const joined = new Set([id]);
  for (let before = 0; before < joined.size; ) {
    before = joined.size;
    for (const { policyId, replaced } of earlier) {
      if (replaced === null) continue;
      if (joined.has(replaced)) joined.add(policyId);
      if (joined.has(policyId)) joined.add(replaced);
    }
  }
  return joined;
}

/** That the holder insures the same home or car by another policy too, with its claims about the same day. */
export async function insuredTwice(ctx: AdminCtx, row: DeskClaim): Promise<Flag[]> {
  const { claim, policy, held, sameDay } = row;
  const { product } = claim;
  if (FORMS[product].thing.length === 0 || held.length < 2) return [];
  const earlier = await likeOneOf(ctx, held, { product, policyId: policy.id });
  const joined = joinedWith(policy.id, earlier);
  const covers = ({ cover_from, cover_until, withdrawn_at }: Earlier) =>
    withdrawn_at === null &&
    cover_from !== null &&
    cover_from <= claim.incident_at &&
    cover_until > claim.incident_at;
  const others = earlier.filter((each) => each.isSame && covers(each) && !joined.has(each.policyId));
  return others.map(({ policyId: id }) => {
    const own = sameDay.filter(({ policy_id }) => policy_id === id);
    const names = own.map((each) => claimNumber(each.id)).join(' and ');
    const about =
      own.length === 0 ? '' : `, and ${names} on it ${own.length === 1 ? 'is' : 'are'} about the same day`;
    return {
      kind: 'insured_twice',
      reason: `${policyNumber(id)} insures the same ${shortName(product).toLowerCase()} and covers this day too${about}. One loss is paid once.`,
      links: [policyLink(id), ...own.map((each) => claimLink(each.id))],
    };
  });
}
