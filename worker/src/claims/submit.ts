import { incidentMoment, isClaimable, reviewDue } from '../../../domain/claims/rules.ts';
import type { ClaimAnswer, ClaimRequest } from '../../../domain/claims/schema.ts';
import { AppError } from '../../../domain/errors.ts';
import { formatUsd } from '../../../domain/money.ts';
import { policyNumber } from '../../../domain/policy/lifecycle.ts';
import { CLAIM_REVIEW_PROMISE } from '../../../domain/promises.ts';
import { openThread } from '../conversations/messages/post.ts';
import { notify } from '../conversations/notices/notify.ts';
import { deskNotice } from '../delivery/mail/desk-notice.ts';
import { emitEvent } from '../delivery/webhooks/emit.ts';
import { claimIdOf, claimNumberOf } from '../delivery/webhooks/repository.ts';
import { reachOf } from '../identity/account/reach.ts';
import { keyOfAddress } from '../platform/chain/address.ts';
import { isoOf, nowIso, type WalletCtx } from '../platform/context.ts';
import type { Statement, Statements } from '../platform/db/client.ts';
import { commit } from '../platform/db/commit.ts';
import { type Mark, once } from '../platform/db/once.ts';
import { momentText } from '../platform/pdf/format.ts';
import { ownPolicy, policyEmail } from '../policies/own.ts';
import type { PolicyRow } from '../policies/repository.ts';
import { findCancellation } from '../policies/repository.ts';
import { fieldError } from '../quotes/terms.ts';
import { requireCause } from './cause.ts';
import { remainingCover, requireTraveler, soldCover } from './cover.ts';
import { threadOf } from './notices.ts';
import { presentClaim } from './present.ts';
import { findByKey, guardCover, insertClaim, insertEvent, type NewClaim, paidTo } from './repository.ts';

/** Attempts to make a claim while its policy keeps changing. */
const ATTEMPTS = 3;

/**
 * Makes a claim on the actor's policy, also for a deactivated account. 404 for another wallet's policy or
 * the wrong policy type; 422 with the field for what the cover doesn't allow.
 */
export function submitClaim(ctx: WalletCtx, input: ClaimRequest): Promise<ClaimAnswer> {
  return once(ctx, {
    read: async (key) => {
      const claim = await findByKey(ctx.db, key);
      return claim && presentClaim(claim);
    },
    write: (mark) => write(ctx, input, mark),
  });
}

async function write(ctx: WalletCtx, input: ClaimRequest, mark: Mark): Promise<ClaimAnswer> {
  const named = input.wallet_address;
  if (named !== undefined && keyOfAddress(named) !== ctx.actor.wallet) throw noPolicy();
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const row = await ownPolicy(ctx, input.policy_id);
    if (input.policy_type !== undefined && input.policy_type !== row.policy.product) throw noPolicy();
    const incidentAt = checkTerm(row, input, ctx.clock());
    const traveler = await checkCover(ctx, row, input);
    const claim = await insert(ctx, row, input, { incidentAt, traveler }, mark);
    if (claim) return claim;
  }
  throw new AppError('conflict', 'This policy was just changed. Please send your claim again.');
}

const noPolicy = () => new AppError('not_found', 'There is no such policy.');

/** The incident time in Unix seconds, or 422 with the field that is outside the cover. */
function checkTerm({ policy, paymentStatus }: PolicyRow, input: ClaimRequest, now: number): number {
  const cover = {
    coverFrom: paymentStatus === 'confirmed' ? policy.coverFrom : null,
    coverUntil: policy.coverUntil,
  };
  const moment = incidentMoment(input.incident_date, cover, now);
  if (!isClaimable(cover, now)) throw fieldError('policy_id', whyNot(cover.coverFrom, now));
  if (typeof moment !== 'number') throw fieldError('incident_date', moment.problem);
  requireCause(policy, input.cause ?? null, input.incident_date);
  return moment;
}

/** The number of the claim's traveler, 1 where nobody travels; 422 if more is claimed than is left of the cover. */
async function checkCover(ctx: WalletCtx, row: PolicyRow, input: ClaimRequest): Promise<number> {
  const { policy, quote } = row;
  const traveler = requireTraveler(row, input.traveler);
  const claim = { policyId: policy.id, traveler, cause: input.cause ?? null };
  const paid = await paidTo(ctx.db, claim);
  const left = remainingCover({
    policy,
    quote,
    claim,
    paidToPersonUsd: paid.person,
    paidForCauseUsd: paid.cause,
  });
  if (input.claim_amount <= left * 100) return traveler;
  const cap = soldCover(row).caps[input.cause ?? ''];
  throw fieldError('claim_amount', tooMuch(left, cap !== undefined && left <= cap ? cap : null));
}

/** Why an amount is above the cover that is left. `cap` is what its cause is limited to for each traveler, if that decides. */
function tooMuch(left: number, cap: number | null): string {
  if (left === 0) return 'The whole cover of this policy has been paid out.';
  const limit = cap === null ? '' : ` This cause is limited to ${formatUsd(cap)} for each traveler.`;
  return `At most ${formatUsd(left)} can be claimed, because that is the remaining coverage.${limit}`;
}

function whyNot(coverFrom: string | null, now: number): string {
  if (coverFrom === null) return 'The payment of this policy is not confirmed yet.';
  if (Date.parse(coverFrom) > now) return 'The cover of this policy has not begun yet.';
  return 'A claim can be made up to one year after the end of the cover.';
}

/** Null if the policy changed since it was read or the claim was made meanwhile. */
async function insert(
  ctx: WalletCtx,
  row: PolicyRow,
  input: ClaimRequest,
  { incidentAt, traveler }: { incidentAt: number; traveler: number },
  mark: Mark,
): Promise<ClaimAnswer | null> {
  const { policy } = row;
  const now = nowIso(ctx);
  const claim = {
    key: crypto.randomUUID(),
    wallet: policy.wallet,
    policyId: policy.id,
    quoteId: policy.quoteId,
    product: policy.product,
    status: 'pending',
    amountCents: input.claim_amount,
    deductibleUsd: row.quote.deductibleUsd,
    traveler,
    description: input.description,
    incidentDate: input.incident_date,
    incidentAt: isoOf(incidentAt),
    cause: input.cause ?? null,
    dueAt: new Date(reviewDue(input.claim_amount, ctx.clock())).toISOString(),
    createdAt: now,
    updatedAt: now,
  } as const satisfies NewClaim;
  const canceling = (await findCancellation(ctx.db, policy.id)) !== null;
  const notices = await opening(ctx, row, claim, canceling);
  const statements: Statements = [
    guardCover(ctx.db, policy, canceling),
    ...mark(claim.key),
    ...insertClaim(ctx.db, claim),
    insertEvent(ctx.db, claim.key, {
      kind: 'submitted',
      message: 'Claim submitted.',
      at: now,
      byCustomer: true,
      requestId: ctx.requestId,
    }),
    ...notices,
  ];
  if (!(await commit(ctx, statements, () => false))) return null;
  const stored = await findByKey(ctx.db, claim.key);
  if (!stored) throw new Error('A claim that was just made is not there');
  ctx.log.info('claim_submitted', { claim: stored.id, policy: policy.id });
  return presentClaim(stored);
}

type InsertedClaim = {
  key: string;
  wallet: string;
  policyId: number;
  quoteId: string;
  amountCents: number;
  description: string;
  dueAt: string;
};

/**
 * Statements that open the claim's thread with the customer's text and our first answer, and send the
 * notices.
 */
async function opening(
  ctx: WalletCtx,
  row: PolicyRow,
  claim: InsertedClaim,
  canceling: boolean,
): Promise<Statement[]> {
  const thread = threadOf(claim);
  const number = policyNumber(claim.policyId);
  const waits = canceling ? ' It ends your request to cancel this policy; you can ask again then.' : '';
  return [
    ...openThread(ctx, thread, {
      sender: 'user',
      // The claim itself is what is dealt with.
      kind: 'notice',
      text: claim.description,
      dedupeKey: `claim:${claim.key}:description`,
    }),
    ...notify(ctx, {
      wallet: claim.wallet,
      thread,
      subject: `Your claim about ${number}`,
      text: `Your claim has been submitted and is being reviewed. You'll receive updates via messages. A review takes ${CLAIM_REVIEW_PROMISE}: you will hear from us by ${momentText(claim.dueAt)}.${waits}`,
      key: `claim:${claim.key}:submitted`,
      path: '/my-claims',
      letter: {
        kind: 'claim_update',
        email: await policyEmail(ctx, row),
        quoteId: claim.quoteId,
        payload: {},
        reach: await reachOf(ctx, claim.wallet),
      },
    }),
    deskNotice(ctx, {
      notice: 'new_claim',
      about: 'claim',
      key: `claim:${claim.key}`,
      id: claimIdOf(claim.key),
    }),
    emitEvent(ctx, claim.wallet, 'claim.submitted', claim.key, {
      claim_id: claimIdOf(claim.key),
      claim_number: claimNumberOf(claim.key),
      policy_id: claim.policyId,
      claim_amount: claim.amountCents / 100,
    }),
  ];
}
