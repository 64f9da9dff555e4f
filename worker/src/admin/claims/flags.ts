import { shortAddress } from '#domain/address.ts';
import { type ClaimFlag as Flag, SOON_DAYS } from '#domain/admin/claim-flags.ts';
import { claimNumber } from '#domain/claims/lifecycle.ts';
import { formatUsd } from '#domain/money.ts';
import { CHANGE_WAIT_DAYS } from '#domain/policy/change.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import { shortName } from '#domain/products/index.ts';
import { payersOf } from '#worker/admin/second-person/allowed.ts';
import { deskLink } from '#worker/admin/trail.ts';
import { formatCents } from '#worker/claims/present.ts';
import type { AdminCtx } from '#worker/platform/context.ts';
import { dayText, momentText } from '#worker/platform/pdf/format.ts';
import type { Earlier } from '#worker/quotes/earlier.ts';
import type { DeskClaim } from './repository.ts';
import { heldLikeIt, similarTo } from './similar/similar.ts';

/** A claim of at least this share of the cover left deserves a second look, in percent. */
const NEAR_PERCENT = 90;
const DAY_MS = 86_400_000;

type Link = Flag['links'][number];
const claimLink = (id: number): Link => ({
  label: claimNumber(id),
  link: deskLink(`claim:${id}`) ?? '',
});
const policyLink = (policyId: number): Link => ({
  label: policyNumber(policyId),
  link: deskLink(`policy:${policyId}`) ?? '',
});

const several = ({ others }: DeskClaim): Flag[] => {
  if (others.length === 0) return [];
  const reason = others.length === 1 ? 'The policy has another claim.' : 'The policy has other claims.';
  return [{ kind: 'several_claims', reason, links: others.map(({ id }) => claimLink(id)) }];
};

const soon = (row: DeskClaim): Flag[] => {
  const { claim, policy } = row;
  if (policy.cover_from === null) return [];
  const after = Date.parse(claim.incident_at) - Date.parse(policy.cover_from);
  const days = Math.max(0, Math.floor(after / DAY_MS));
  if (days > SOON_DAYS) return [];
  const when =
    days === 0 ? 'on the first day' : days === 1 ? '1 day after the start' : `${days} days after the start`;
  const reason = `The incident happened ${when} of cover (${dayText(policy.cover_from)}).`;
  return [{ kind: 'soon_after_start', reason, links: [policyLink(row.claim.policy_id)] }];
};

/** @param left whole US dollars that can be paid for this claim */
const near = (row: DeskClaim, left: number): Flag[] => {
  const { claim } = row;
  if (claim.amount_cents < left * NEAR_PERCENT) return [];
  const reason = `The claim of ${formatCents(claim.amount_cents)} is at least ${NEAR_PERCENT}% of the ${formatUsd(left)} of cover left.`;
  return [{ kind: 'near_cover', reason, links: [policyLink(row.claim.policy_id)] }];
};

const seenBefore = ({ seenElsewhere }: DeskClaim): Flag[] =>
  seenElsewhere.map(({ id, claim_id, file_name }) => {
    const { label, link } = claimLink(claim_id);
    return {
      kind: 'document_seen_before',
      reason: `The same file is in another claim as “${file_name}”.`,
      links: [{ label, link: `${link}&document=${encodeURIComponent(id)}` }],
    };
  });

const holder = (row: DeskClaim): Flag[] => {
  const { claim, policy, holderChangedAt } = row;
  const links = [policyLink(row.claim.policy_id)];
  const changed =
    holderChangedAt === null
      ? []
      : [
          {
            kind: 'holder_changed' as const,
            reason: `The policy has changed hands since the claim, on ${dayText(holderChangedAt)}.`,
            links,
          },
        ];
  if (claim.wallet === policy.wallet) return changed;
  const reason = 'The claimant no longer holds the policy. A payout would go to the holder.';
  return [...changed, { kind: 'holder_differs', reason, links }];
};

/** That the cover was changed, and what of it counts for an incident in the first days after that. */
const coverChanged = ({ claim, policy, quote, links }: DeskClaim): Flag[] =>
  links.map(({ oldId, newId, since: from }): Flag => {
    const isNew = newId === policy.id;
    const other = isNew ? oldId : newId;
    const what = isNew
      ? `This policy replaced ${policyNumber(other)} by a change of cover`
      : `${policyNumber(other)} replaced this policy by a change of cover`;
    const since = from === null ? '' : ` (${dayText(from)})`;
    const cover = claim.cover_limit_usd ?? policy.coverage_usd;
    const limited = claim.cover_limit_usd !== null || claim.deductible_usd > quote.deductible_usd;
    const counts = `The incident is in the first ${CHANGE_WAIT_DAYS} days, so a cover of ${formatUsd(cover)} and a deductible of ${formatUsd(claim.deductible_usd)} count.`;
    return {
      kind: 'cover_changed',
      reason: `${what}${since}. ${isNew && limited ? counts : 'Each covers its own time: see that it was not claimed on both.'}`,
      links: [policyLink(other)],
    };
  });

/** The payout of a claim that can still arrive, or did; null if there is none. */
export const payoutNow = ({ payouts }: DeskClaim) =>
  payouts.findLast(({ state, isAlive }) => isAlive || state === 'confirmed') ?? null;

/** Payouts that were announced and then became void: by whom and when, and what they said of it at the desk. */
const vetoes = (row: DeskClaim): Flag[] =>
  row.payouts.flatMap(({ state, endedBy, vetoedBy, endedAt, usd, vetoReason, vetoedName }): Flag[] => {
    if (state !== 'vetoed' || endedAt === null) return [];
    const name = vetoedName === null ? '' : `${vetoedName} with `;
    const lost = endedBy === 'governance' ? 'the claims or the guardian role' : 'its policy';
    const what =
      vetoedBy === null
        ? `became void, because ${lost} changed hands,`
        : `was vetoed by ${name}the wallet ${shortAddress(vetoedBy)}`;
    const why = vetoReason === null ? '' : ` The reason: ${vetoReason}`;
    const reason = `The payout of ${formatUsd(usd)} ${what} on ${momentText(endedAt)}.${why}`;
    return [{ kind: 'payout_vetoed', reason, links: [] }];
  });

/** A payout that arrived although one person approved and prepared it, such as before the setting was lowered. */
const onePerson = (row: DeskClaim): Flag[] => {
  const { decided_by, payout_usd: usd } = row.claim;
  const payout = payoutNow(row);
  if (
    payout?.state !== 'confirmed' ||
    !payersOf({ decided_by, usd: usd ?? 0 }, row.fourEyesUsd, row.everyone).barred(payout.preparedBy)
  )
    return [];
  const reason = `${payout.preparedName} prepared this payout of ${formatUsd(usd ?? 0)} and approved it, or counts as the same person as who did.`;
  return [{ kind: 'one_person', reason, links: [] }];
};

const deactivated = ({ accountStatus, claim }: DeskClaim): Flag[] =>
  accountStatus === 'inactive'
    ? [
        {
          kind: 'customer_deactivated',
          reason: 'The customer is deactivated. Their cover continues, and so does this claim.',
          links: [{ label: claim.customer_name, link: deskLink(`user:${claim.wallet}`) ?? '' }],
        },
      ]
    : [];

/** What a claims handler should look at twice, each with its reason. */
const flagsOf = (claim: DeskClaim, left: number): Flag[] => [
  ...vetoes(claim),
  ...onePerson(claim),
  ...deactivated(claim),
  ...several(claim),
  ...soon(claim),
  ...near(claim, left),
  ...seenBefore(claim),
  ...holder(claim),
  ...coverChanged(claim),
];

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
function insuredTwice({ claim, policy, sameDay }: DeskClaim, earlier: readonly Earlier[]): Flag[] {
  const joined = joinedWith(policy.id, earlier);
  // The claim names a day and no hour, so a cover that began later on it counts as well.
  const day = claim.incident_at.slice(0, 10);
  const covers = ({ cover_from, cover_until, withdrawn_at }: Earlier) =>
    withdrawn_at === null &&
    cover_from !== null &&
    cover_from.slice(0, 10) <= day &&
    cover_until > claim.incident_at;
  const others = earlier.filter((each) => each.isSame && covers(each) && !joined.has(each.policyId));
  return others.map(({ policyId: id }) => {
    const own = sameDay.filter(({ policy_id }) => policy_id === id);
    const names = own.map((each) => claimNumber(each.id)).join(' and ');
    const about =
      own.length === 0 ? '' : `, and ${names} on it ${own.length === 1 ? 'is' : 'are'} about the same day`;
    return {
      kind: 'insured_twice',
      reason: `${policyNumber(id)} insures the same ${shortName(claim.product).toLowerCase()} and covers this day too${about}. One loss is paid once.`,
      links: [policyLink(id), ...own.map((each) => claimLink(each.id))],
    };
  });
}

/** What deserves a second look: the flags of a claim, and the claims like it. */
export async function lookTwice(ctx: AdminCtx, row: DeskClaim, left: number) {
  const held = await heldLikeIt(ctx, row);
  return {
    flags: [...flagsOf(row, left), ...insuredTwice(row, held)],
    similar: await similarTo(ctx, row, held),
  };
}
