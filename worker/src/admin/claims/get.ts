import * as adminClaimsApi from '#domain/admin/claims-api.ts';
import type { AdminClaimDetail } from '#domain/admin/claims-schema.ts';
import { awaitsPayment, CLAIM_MEANING, claimNumber, isLookedAtAgain } from '#domain/claims/lifecycle.ts';
import { netOf, underpaid } from '#domain/claims/payout.ts';
import { formatBytes } from '#domain/files.ts';
import { linkTo } from '#domain/http/paths.ts';
import { formatUsd } from '#domain/money.ts';
import { policyNumber, statusAt } from '#domain/policy/lifecycle.ts';
import { plainFactsOf } from '#domain/products/forms/facts.ts';
import { clauseOf, clausesOf } from '#domain/products/forms/published.ts';
import { decidesClaims, isEscalated, payersOf } from '#worker/admin/second-person/allowed.ts';
import { presentLine } from '#worker/admin/trail.ts';
import { presentUnderWay } from '#worker/admin/transfers/under-way.ts';
import { remainingCover, soldCover, travelerOf } from '#worker/claims/cover.ts';
import { announcementOf, shareOf, suggestedFor } from '#worker/claims/desk.ts';
import { knownClaim } from '#worker/claims/get.ts';
import { payoutOf, presentDocument, presentEvent, travelerName } from '#worker/claims/present.ts';
import { firstDeciders } from '#worker/claims/repository.ts';
import { shownWallet } from '#worker/platform/chain/address.ts';
import { ifReachable } from '#worker/platform/chain/chain.ts';
import { type AdminCtx, isoOf, nowIso } from '#worker/platform/context.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { sharesOf } from '#worker/quotes/create.ts';
import { plainFacts } from '#worker/quotes/details.ts';
import { lookTwice, payoutNow } from './flags.ts';
import { presentEntry } from './present.ts';
import { type DeskClaim, findDeskClaim, noteOpened } from './repository.ts';

/** A claim with everything its screen shows. The chain adds what it holds back, if it can be reached. */
export const getClaimForDesk = serve(adminClaimsApi.getClaimForDesk, async (ctx, { id }) => {
  const row = knownClaim(
    await findDeskClaim(ctx.db, id, {
      adminId: ctx.admin.id,
      role: ctx.admin.role,
    }),
  );
  const { claim, policy } = row;
  if (claim.status === 'pending' && claim.opened_at === null && decidesClaims(ctx)) {
    await noteOpened(ctx.db, id, nowIso(ctx));
  }
  const remaining = remainingCover(row);
  // What this claim was paid is no longer part of the cover, but it was what it could be paid from.
  const own = claim.status === 'paid' ? (claim.payout_usd ?? 0) : 0;
  const { promised } = row;
  const left = remainingCover(row, {
    all: promised.all - own,
    person: promised.person - own,
    cause: promised.cause - own,
  });
  return {
    ...claim,
    ...presentEntry(ctx, claim),
    claim_amount: claim.amount_cents / 100,
    reserve: reserveOf(row),
    policy_number: policyNumber(policy.id),
    policy: policy.id,
    policy_details: Object.fromEntries(
      plainFactsOf(claim.product, plainFacts(row.quote.details)).map(({ label, value }) => [label, value]),
    ),
    policy_facts: {
      ...policy,
      status: statusAt(policy.status, policy.end_date, ctx.clock()),
      promised_usd: promised.all,
      remaining_cover: remaining,
      deductible: claim.deductible_usd,
      holder: shownWallet(ctx.settings, policy.wallet),
      clauses: clausesOf(row.quote.wording_version),
    },
    suggested_payout: suggestedFor(claim, left),
    suggested_because: suggestedBecause(row, left),
    traveler: travelerFacts(row),
    documents: row.documents.map((document) => ({
      ...presentDocument(document),
      viewed_at: document.viewed_at,
      formatted_size: formatBytes(document.size),
      is_image: document.type.startsWith('image/'),
      download_url: linkTo(adminClaimsApi.openClaimDocument, { id: claim.id, document_id: document.id }),
    })),
    timeline: row.events.map((event) => ({
      ...presentEvent(event),
      author: event.by_customer ? claim.customer_name : event.author,
    })),
    decision: decisionOf(ctx, row),
    other_payer: otherPayerOf(ctx, row),
    payout: payoutOf(row),
    announced: await announcedOf(ctx, row),
    under_way: row.underWay && presentUnderWay(ctx, row.underWay),
    off_chain_payment: offChainPaymentOf(ctx, row),
    second_look: await secondLookOf(ctx, row),
    ...(await lookTwice(ctx, row, left)),
    thread_id: row.threadId,
    notes: row.notes,
    audit_log: row.trail.map(presentLine),
  };
});

/** Whom a claim about a trip is for, with their own cover, and whether less premium was paid than due. */
function travelerFacts(row: DeskClaim): AdminClaimDetail['traveler'] {
  const { claim, quote } = row;
  const number = travelerOf(claim);
  if (number === null) return null;
  const { coverageUsd, people } = soldCover(row);
  return {
    number,
    name: travelerName(row) ?? '',
    cover_usd: coverageUsd / people,
    sold_as_child: underpaid(sharesOf(quote), number),
    age_is_false: shareOf(claim) !== null,
  };
}

/** Why the suggested payout is what it is, where it isn't the claim less its deductible; null otherwise. */
function suggestedBecause(row: DeskClaim, left: number): string | null {
  const { claim } = row;
  const share = shareOf(claim);
  const cap = claim.cause === null ? undefined : soldCover(row).caps[claim.cause];
  const short = netOf(claim) > left;
  const why = [
    ...(short && cap !== undefined && left <= cap
      ? [`This cause is limited to ${formatUsd(cap)} for each traveler.`]
      : short
        ? [`Only ${formatUsd(left)} of cover is left.`]
        : []),
    ...(share
      ? [
          `The stated age was false: ${formatUsd(share.paid)} of the ${formatUsd(share.due)} premium due was paid, so the payout is reduced in proportion.`,
        ]
      : []),
  ];
  return why.length > 0 ? why.join(' ') : null;
}

/** What the claim is expected to cost still, and what the rules say. */
function reserveOf({ claim }: DeskClaim): AdminClaimDetail['reserve'] {
  const open = CLAIM_MEANING[claim.status].reserve === 'claimed';
  const usd = Math.ceil((claim.reserve_cents ?? 0) / 100);
  const loss = Math.max(0, claim.amount_cents - claim.deductible_usd * 100);
  const { paid, due } = shareOf(claim) ?? { paid: 1, due: 1 };
  const before = claim.paid_before_usd * 100;
  const net = Math.max(0, Math.ceil((((loss + before) * paid) / due - before) / 100));
  return { usd, suggested_usd: open ? net : usd, changed: open && claim.reserve_usd !== null, open };
}

function decisionOf(ctx: AdminCtx, row: DeskClaim): AdminClaimDetail['decision'] {
  const { claim, quote, names } = row;
  if (claim.decided_by === null) return null;
  const paid = payoutNow(row);
  return {
    payout_usd: claim.payout_usd,
    reason: claim.decision_reason,
    clause: claim.clause === null ? null : clauseOf(quote.wording_version, claim.clause),
    decided_by: names.get(claim.decided_by) ?? null,
    decided_by_me: claim.decided_by === ctx.admin.id,
    confirmed_by: claim.confirmed_by === null ? null : (names.get(claim.confirmed_by) ?? null),
    prepared_by: paid?.preparedName ?? null,
    reported_by: paid?.reportedName ?? null,
  };
}

/** Who may prepare a payout that is so large that whoever approved it may not. */
function otherPayerOf(
  ctx: AdminCtx,
  { claim, everyone, fourEyesUsd }: DeskClaim,
): AdminClaimDetail['other_payer'] {
  const usd = claim.payout_usd ?? 0;
  if (!awaitsPayment(claim.status) || usd <= fourEyesUsd) return null;
  const { barred, nobody } = payersOf({ decided_by: claim.decided_by, usd }, fourEyesUsd, everyone);
  return { not_you: barred(ctx.admin.id), nobody };
}

async function secondLookOf(
  ctx: AdminCtx,
  { claim, lookedAgainBy, everyone: people }: DeskClaim,
): Promise<AdminClaimDetail['second_look']> {
  if (claim.second_look_at === null) return null;
  const before = await firstDeciders(ctx.db, claim.id);
  const other = claim.second_look_of ?? lookedAgainBy;
  return {
    asked_at: claim.second_look_at,
    other: other === null ? null : { id: other, claim_id: claimNumber(other) },
    not_by: people.filter(({ id }) => before.includes(id)).map(({ name }) => name),
    not_by_you: before.includes(ctx.admin.id),
    escalated: isLookedAtAgain(claim) && isEscalated(before, people),
  };
}

/** The announcement of this very claim's payout; null while the chain can't be reached. */
async function announcedOf(ctx: AdminCtx, row: DeskClaim): Promise<AdminClaimDetail['announced']> {
  const { claim, policy } = row;
  if (!awaitsPayment(claim.status) || !ctx.chains.some(({ id }) => id === policy.chain_id)) return null;
  const found = await ifReachable(announcementOf(ctx, row), ({ message }) => {
    ctx.log.warn('announcement_chain_unreachable', { chain: policy.chain_id, reason: message });
    return null;
  });
  return (
    found && {
      usd: claim.payout_usd ?? 0,
      payable_at: isoOf(found.payableAt),
      lapses_at: isoOf(found.lapsesAt),
    }
  );
}

function offChainPaymentOf(ctx: AdminCtx, { other }: DeskClaim): AdminClaimDetail['off_chain_payment'] {
  if (other === null) return null;
  // The second person types what their bank statement shows, unseen.
  const hidden = other.state === 'prepared' && other.proposed_by !== ctx.admin.id;
  return {
    ...other,
    status: other.state === 'prepared' ? 'proposed' : 'paid',
    reference: hidden ? null : other.reference,
    proposed_by: other.proposed_name,
    proposed_by_me: other.proposed_by === ctx.admin.id,
    confirmed_by: other.confirmed_name,
    at: other.confirmed_at ?? other.proposed_at,
  };
}
