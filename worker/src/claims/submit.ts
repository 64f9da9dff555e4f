import * as claimsApi from '#domain/claims/api.ts';
import { type CoverTimes, incidentMoment, isClaimable, reviewDue } from '#domain/claims/rules.ts';
import type { ClaimAnswer, ClaimRequest } from '#domain/claims/schema.ts';
import { conflict, fieldError, notFound } from '#domain/errors.ts';
import { formatUsd } from '#domain/money.ts';
import { CHANGE_WAIT_DAYS, type Covering, choiceAt } from '#domain/policy/change.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import type { Choice } from '#domain/products/product.ts';
import { say } from '#worker/inbox/said.ts';
import { keyOfAddress } from '#worker/platform/chain/address.ts';
import { isoOf, type WalletCtx } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { commitAndRead } from '#worker/platform/db/guard.ts';
import { type Mark, once } from '#worker/platform/db/once.ts';
import { isRepeat } from '#worker/platform/http/idempotency.ts';
import { reply, serve } from '#worker/platform/http/serve.ts';
import { coveringRow, guardClaimedOnce } from '#worker/policies/change/repository.ts';
import { ownPolicy } from '#worker/policies/own.ts';
import { guardCover, hasEnding, type PolicyRow } from '#worker/policies/repository.ts';
import { recordAndTell } from '#worker/told/record.ts';
import { aboutClaim, claimOfKey } from '#worker/told/repository.ts';
import { paidTo } from './cover/repository.ts';
import { remainingCover, requireTraveler, soldCover, WITHDRAWN } from './cover.ts';
import { claimedElsewhere, requireCause } from './incident.ts';
import { presentClaim } from './present.ts';
import { findByKey, insertClaim, type NewClaim, selectByKey } from './repository.ts';
import { stepKey, threadOf, toldOfNew } from './step.ts';

/** Attempts to make a claim while its policy keeps changing. */
const ATTEMPTS = 3;

/**
 * Makes a claim on the actor's policy, also for a deactivated account. 404 for another wallet's policy or
 * the wrong policy type; 422 with the field for what the cover doesn't allow.
 */
export const submitClaim = serve(claimsApi.submitClaim, async (ctx, input) => {
  const data = await once(ctx, {
    read: async (key) => {
      const claim = await findByKey(ctx.db, key);
      return claim && presentClaim(claim);
    },
    write: (mark) => write(ctx, input, mark),
  });
  const status = isRepeat(ctx) ? 200 : 201;
  return reply({ data, message: 'Your claim has been submitted successfully!', status });
});

async function write(ctx: WalletCtx, input: ClaimRequest, mark: Mark): Promise<ClaimAnswer> {
  const named = input.wallet_address;
  if (named !== undefined && keyOfAddress(named) !== ctx.actor.wallet) throw noPolicy();
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const { policy_id } = input;
    const [row, [, ...before], asked] = await Promise.all([
      ownPolicy(ctx, policy_id),
      coveringRow(ctx.db, policy_id),
      hasEnding(ctx.db, policy_id),
    ]);
    if (input.policy_type !== undefined && input.policy_type !== row.policy.product) throw noPolicy();
    const incidentAt = checkTerm(row, input, before[0]?.id ?? null, ctx.clock());
    const traveler = requireTraveler(row, input.traveler);
    const cause = input.cause ?? null;
    const [elsewhere, paid] = await Promise.all([
      claimedElsewhere(ctx, {
        policy_id,
        incident_date: input.incident_date,
        incident_at: isoOf(incidentAt),
      }),
      paidTo(ctx.db, { policy_id, traveler, cause }),
    ]);
    if (elsewhere !== null) throw fieldError('incident_date', elsewhere);
    const counts = choiceFor(row, before, incidentAt);
    const coverLimitUsd = counts.coverage < row.policy.coverage_usd ? counts.coverage : null;
    requireCover(row, input, { policy_id, traveler, cause, cover_limit_usd: coverLimitUsd }, paid);
    const facts = {
      incidentAt,
      traveler,
      cover_limit_usd: coverLimitUsd,
      deductible_usd: counts.deductible,
      isCanceling: asked,
    };
    const claim = await insert(ctx, row, input, facts, mark);
    if (claim) return claim;
  }
  throw conflict('This policy was just changed. Please send your claim again.');
}

const noPolicy = () => notFound('There is no such policy.');

/** The incident time in Unix seconds, or 422 with the field that is outside the cover. */
function checkTerm(
  { policy, paymentStatus }: PolicyRow,
  input: ClaimRequest,
  replaced: number | null,
  now: number,
): number {
  const cover = {
    cover_from: paymentStatus === 'confirmed' ? policy.cover_from : null,
    cover_until: policy.cover_until,
    isWithdrawn: policy.withdrawn_at !== null,
  };
  const moment = incidentMoment(input.incident_date, cover, now);
  if (!isClaimable(cover, now)) throw fieldError('policy_id', whyNot(cover, now));
  if (typeof moment === 'number') {
    requireCause(policy, input.cause ?? null, input.incident_date);
    return moment;
  }
  const earlier = replaced !== null && input.incident_date < policy.start_date;
  const where = earlier ? ` Please make the claim on ${policyNumber(replaced)}, which it replaced.` : '';
  throw fieldError('incident_date', `${moment.problem}${where}`);
}

/** 422 if more is claimed than is left of the cover that counts. */
function requireCover(
  { policy, quote }: PolicyRow,
  input: ClaimRequest,
  claim: Pick<NewClaim, 'policy_id'> & {
    traveler: number;
    cause: string | null;
    cover_limit_usd: number | null;
  },
  paid: Awaited<ReturnType<typeof paidTo>>,
): void {
  const sold = { policy, quote, claim };
  const left = remainingCover({ ...sold, paidToPersonUsd: paid.person, paidForCauseUsd: paid.cause });
  if (input.claim_amount <= left * 100) return;
  const cap = soldCover(sold).caps[input.cause ?? ''];
  const limit =
    cap !== undefined && left <= cap
      ? ` This cause is limited to ${formatUsd(cap)} for each traveler.`
      : claim.cover_limit_usd === null
        ? ''
        : FIRST_DAYS;
  throw fieldError(
    'claim_amount',
    left > 0
      ? `At most ${formatUsd(left)} can be claimed, because that is the remaining coverage.${limit}`
      : 'The whole cover of this policy has been paid out.',
  );
}

const FIRST_DAYS = ` In the first ${CHANGE_WAIT_DAYS} days after a change of cover, the lower cover and the higher deductible count.`;

/** Cover and deductible that count for an incident: in the first days after a change of cover, less than the policy's own. */
const choiceFor = ({ policy, quote }: PolicyRow, before: readonly Covering[], incidentAt: number): Choice =>
  choiceAt(
    [
      {
        coverage: policy.coverage_usd,
        deductible: quote.deductible_usd,
        cover_from: policy.cover_from,
      },
      ...before,
    ],
    incidentAt * 1000,
  );

function whyNot({ cover_from, isWithdrawn }: CoverTimes, now: number): string {
  if (isWithdrawn) return WITHDRAWN;
  if (cover_from === null) return 'We haven’t seen your payment confirmed yet.';
  if (Date.parse(cover_from) > now) return 'Your cover hasn’t begun yet.';
  return 'You can make a claim up to one year after your cover ends.';
}

/** Null if the policy changed since it was read or the claim was made meanwhile. */
async function insert(
  ctx: WalletCtx,
  row: PolicyRow,
  input: ClaimRequest,
  {
    incidentAt,
    isCanceling,
    ...facts
  }: Pick<NewClaim, 'traveler' | 'cover_limit_usd' | 'deductible_usd'> & {
    incidentAt: number;
    isCanceling: boolean;
  },
  mark: Mark,
): Promise<ClaimAnswer | null> {
  const { policy } = row;
  // All of it happens at one moment, so that the desk lists the thread once.
  const moment = ctx.clock();
  const now = new Date(moment).toISOString();
  const claim = {
    key: crypto.randomUUID(),
    wallet: policy.wallet,
    policy_id: policy.id,
    quote_id: policy.quote_id,
    product: policy.product,
    status: 'pending',
    amount_cents: input.claim_amount,
    ...facts,
    description: input.description,
    incident_date: input.incident_date,
    incident_at: isoOf(incidentAt),
    cause: input.cause ?? null,
    due_at: new Date(reviewDue(input.claim_amount, moment)).toISOString(),
    created_at: now,
    updated_at: now,
  } as const satisfies NewClaim;
  const stored = await commitAndRead(
    ctx,
    [
      guardCover(ctx.db, policy),
      guardClaimedOnce(ctx.db, policy.id, claim),
      ...mark(claim.key),
      ...insertClaim(ctx.db, claim),
      ...opening({ ...ctx, clock: () => moment }, claim, isCanceling),
    ],
    selectByKey(ctx.db, claim.key),
    () => null,
  );
  if (!stored) return null;
  ctx.log.info('claim_submitted', { claim: stored.id, policy: policy.id });
  return presentClaim(stored);
}

/** Statements that open the claim's thread with the customer's text and our first answer. */
function opening(
  ctx: WalletCtx,
  claim: Omit<NewClaim, 'due_at' | 'status'> & { due_at: string; status: 'pending' },
  isCanceling: boolean,
): Statement[] {
  const { wallet, quote_id, description: text, due_at, amount_cents } = claim;
  const thread = threadOf(claim);
  const late = claimOfKey(claim.key);
  return [
    // The claim itself is what is dealt with.
    ...say(ctx, { thread, kind: 'notice', text, dedupeKey: stepKey(claim, 'description') }),
    ...recordAndTell(
      ctx,
      'claim_submitted',
      { ...aboutClaim(late.found), key: '1', late: [late] },
      { wallet, quote_id, claim: late.id, thread, key: stepKey(claim, 'submitted'), late: [late] },
      { ...toldOfNew(claim, late.id), amount_cents, due_at, is_canceling: isCanceling },
    ),
  ];
}
