import { claimNumber } from '#domain/claims/lifecycle.ts';
import { notFound } from '#domain/errors.ts';
import * as policyApi from '#domain/policy/api.ts';
import { TRANSITIONS } from '#domain/policy/lifecycle.ts';
import type { PolicyAnswer, PolicyDetailAnswer } from '#domain/policy/schema.ts';
import type { TimelineEntry } from '#domain/policy/service-schema.ts';
import { contactOf } from '#domain/products/forms/facts.ts';
import { answeredNeeds } from '#domain/products/forms/needs.ts';
import { listTravelers } from '#domain/products/forms/travelers.ts';
import { keyOfAddress, shownWallet } from '#worker/platform/chain/address.ts';
import { nowIso, type WalletCtx } from '#worker/platform/context.ts';
import { readPageById } from '#worker/platform/db/page.ts';
import { serve } from '#worker/platform/http/serve.ts';
import {
  isWithdrawable,
  presentWithdrawal,
  withdrawableUntilOf,
} from '#worker/policies/withdrawals/terms.ts';
import { linesOf } from '#worker/quotes/commitment.ts';
import { readNeeds } from '#worker/quotes/details.ts';
import { presentCancellation, requestOf } from './cancellation.ts';
import { presentHolderChange } from './holder-change.ts';
import { presentLinks } from './links.ts';
import { contactAddress, isBuyer } from './own.ts';
import { insuredDetails, presentPolicy } from './present.ts';
import { openField } from './private.ts';
import { renewalOf } from './renew.ts';
import {
  findById,
  findOwn,
  findOwnByQuote,
  findService,
  listOwn,
  type PolicyRow,
  type Service,
} from './repository.ts';

const unknown = () => notFound('There is no such policy.');

/**
 * One of the actor's policies with its insured details. 404 if missing, owned by another wallet, or of
 * another type or wallet than the query names.
 */
export const getPolicy = serve(policyApi.getPolicy, async (ctx, input) => {
  const named = input.wallet_address;
  if (named !== undefined && keyOfAddress(named) !== ctx.actor.wallet) throw unknown();
  const row = await findOwn(ctx.db, input.id, ctx.actor.wallet);
  if (!row || (input.policy_type !== undefined && input.policy_type !== row.policy.product)) throw unknown();
  return presentDetail(ctx, row, await findService(ctx.db, row.policy));
});

/** A policy as its page shows it, with history, cancellation and contact. */
export async function presentDetail(
  ctx: WalletCtx,
  row: PolicyRow,
  {
    history,
    earlierEvents,
    ending,
    withdrawal,
    holderEvents,
    refund,
    contact,
    outsideUsd,
    links,
    openClaims,
  }: Service,
): Promise<PolicyDetailAnswer> {
  const { policy, quote } = row;
  const ring = ctx.settings.detailsKeys;
  const until = withdrawableUntilOf(ctx, row, withdrawal);
  const request = requestOf(ending);
  const [shown, details, beneficiary, telephone] = await Promise.all([
    presentPolicy(ctx.settings, row, ctx.clock()),
    insuredDetails(ring, row),
    openField(ring, 'beneficiary', contact, policy),
    openField(ring, 'telephone', contact, policy),
  ]);
  return {
    ...shown,
    contract: shownWallet(ctx.settings, quote.contract),
    payment_block: row.paymentBlock,
    enforced_by: ctx.chains.find(({ id }) => id === policy.chain_id)?.enforcedBy ?? 'contract',
    price_lines: linesOf(quote),
    needs: answeredNeeds(policy.product, readNeeds(quote) ?? {}),
    wording_accepted_at: quote.wording_accepted_at,
    details_hash: quote.details_hash,
    email: isBuyer(row) ? quote.email : '',
    contact: {
      email: contactAddress(row, contact?.email) ?? '',
      telephone: telephone ?? (isBuyer(row) ? contactOf(policy.product, details, 'telephone') : ''),
    },
    beneficiary,
    details: listTravelers(details),
    paid_out_usd: policy.paid_out_usd,
    paid_outside_usd: outsideUsd,
    cancellation: request && presentCancellation(row, request, refund),
    withdrawal: withdrawal && presentWithdrawal(ctx, row, withdrawal),
    withdrawable_until: until,
    can_end_both: until !== null && (await canEndBoth(ctx, links, policy.id)),
    open_claims: openClaims.map(({ id }) => ({ id, claim_number: claimNumber(id) })),
    ...presentLinks(policy, links),
    holder_change: presentHolderChange(ctx, holderEvents),
    ...renewalOf(row, ctx.clock()),
    timeline: timelineOf(row, history, ctx.clock()),
    earlier_entries: earlierEvents,
  };
}

/** Whether the policy that this one replaced can be withdrawn from along with it, because its refund was not sent yet. */
async function canEndBoth(ctx: WalletCtx, links: Service['links'], id: number): Promise<boolean> {
  const link = links.find(({ newId }) => newId === id);
  const before = link && link.oldStatus !== 'cancelled' ? await findById(ctx.db, link.oldId) : null;
  return before !== null && isWithdrawable(before, nowIso(ctx));
}

/** The actor's policy bought with this quote, or null. */
export async function policyOfQuote(ctx: WalletCtx, quoteId: string): Promise<PolicyAnswer | null> {
  const row = await findOwnByQuote(ctx.db, quoteId, ctx.actor.wallet);
  return row && presentPolicy(ctx.settings, row, ctx.clock());
}

/** A page of the actor's policies, newest first; `before` is the last id seen. */
export const listPolicies = serve(policyApi.listPolicies, async (ctx, input) => {
  const { wallet } = ctx.actor;
  if (keyOfAddress(input.wallet) !== wallet) throw notFound('No policies found for this wallet.');
  const page = await readPageById(
    input,
    (count, cursor) => listOwn(ctx.db, wallet, count, cursor),
    ({ policy }) => policy.id,
  );
  const now = ctx.clock();
  const data = page.data.map((row) => presentPolicy(ctx.settings, row, now));
  return { ...page, data: await Promise.all(data) };
});

type Line = Service['history'][number];

/** The first history line stands for the purchase, and for the activation if nothing delayed it. */
function opening(line: Line, paidAt: string): TimelineEntry[] {
  const purchased: TimelineEntry = { at: paidAt, kind: 'purchased', tx_hash: line.tx_hash };
  if (line.to_status !== 'active') return [purchased];
  return [purchased, { at: line.at, kind: 'activated', tx_hash: line.tx_hash }];
}

/**
 * Everything that happened to a policy until `now` (milliseconds), oldest first: its history and past
 * dates.
 */
function timelineOf(row: PolicyRow, history: readonly Line[], now: number): TimelineEntry[] {
  const { policy, paidAt } = row;
  const entries = history.flatMap((line): TimelineEntry[] =>
    line.kind === 'opened'
      ? opening(line, paidAt)
      : [{ at: line.at, kind: line.kind, tx_hash: line.tx_hash }],
  );
  const ended = TRANSITIONS[policy.status].length === 0;
  const begun =
    policy.cover_from !== null && policy.cover_from < policy.cover_until ? policy.cover_from : null;
  const passed: [TimelineEntry['kind'], string | null][] = [
    ['cover_began', begun],
    ['expired', ended || policy.status === 'pending' ? null : policy.cover_until],
  ];
  for (const [kind, at] of passed) {
    if (at !== null && Date.parse(at) <= now) entries.push({ at, kind, tx_hash: null });
  }
  // Entries with equal times keep the order they were recorded in.
  return entries.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}
