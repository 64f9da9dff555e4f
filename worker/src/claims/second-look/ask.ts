import * as claimsApi from '#domain/claims/api.ts';
import { claimNumber } from '#domain/claims/lifecycle.ts';
import { reviewDue } from '#domain/claims/rules.ts';
import type { ClaimDetailAnswer } from '#domain/claims/schema.ts';
import { isOpenOn, notPaidOf, secondLookDay } from '#domain/claims/second-look.ts';
import { formatUsDay } from '#domain/days.ts';
import { conflict } from '#domain/errors.ts';
import { remainingCover, requireContract, WITHDRAWN } from '#worker/claims/cover.ts';
import { getClaim, knownClaim, ownClaim } from '#worker/claims/get.ts';
import { claimedElsewhere } from '#worker/claims/incident.ts';
import { lookedAt } from '#worker/claims/present.ts';
import {
  type ClaimChange,
  type ClaimRow,
  findByKey,
  guardClaim,
  insertClaim,
  type NewClaim,
  UNDECIDED,
  updateClaim,
} from '#worker/claims/repository.ts';
import { stepKey, threadOf, toldOf, toldOfNew } from '#worker/claims/step.ts';
import { say } from '#worker/inbox/said.ts';
import { nowIso, type WalletCtx } from '#worker/platform/context.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { type Mark, once } from '#worker/platform/db/once.ts';
import { isRepeat } from '#worker/platform/http/idempotency.ts';
import { type InputOf, reply, serve } from '#worker/platform/http/serve.ts';
import { guardClaimedOnce } from '#worker/policies/change/repository.ts';
import { record, recordAndTell } from '#worker/told/record.ts';
import { aboutClaim, claimOfKey } from '#worker/told/repository.ts';

type Asked = InputOf<typeof claimsApi.askSecondLook>;

/**
 * Asks once for a second look at a rejection or a reduced payout, and answers the claim that is looked at. A rejected claim
 * is under review again. A paid claim stays as its payment left it, and what was not paid becomes a claim of its own.
 */
export const askSecondLook = serve(claimsApi.askSecondLook, async (ctx, input) => {
  const data = await once(ctx, {
    read: (key) => read(ctx, key),
    write: (mark) => write(ctx, input, mark),
  });
  return reply({ data, status: isRepeat(ctx) ? 200 : 201 });
});

async function read(ctx: WalletCtx, key: string): Promise<ClaimDetailAnswer> {
  const claim = knownClaim(await findByKey(ctx.db, key));
  return getClaim(ctx, claim);
}

async function write(ctx: WalletCtx, { id, reason }: Asked, mark: Mark): Promise<ClaimDetailAnswer> {
  const row = await ownClaim(ctx, id);
  const { claim } = row;
  requireOpen(row, ctx.clock());
  const elsewhere = await claimedElsewhere(ctx, claim);
  if (elsewhere !== null) throw conflict(elsewhere);
  const rest = claim.status === 'paid' ? restOf(ctx, row, reason) : null;
  const { key, amount_cents } = rest ?? claim;
  const dueAt = new Date(reviewDue(amount_cents, ctx.clock())).toISOString();
  const change: ClaimChange = {
    second_look_at: nowIso(ctx),
    ...(rest
      ? {}
      : { ...UNDECIDED, status: 'under_review', due_at: dueAt, assigned_to: null, assigned_name: null }),
  };
  const late = claimOfKey(key);
  const about = rest ? toldOfNew({ ...rest, due_at: dueAt }, late.id) : toldOf(ctx, row, change);
  const told = { ...about, reason, looked_at: claim.id, is_rest: rest !== null, due_at: dueAt };
  const step = { ...aboutClaim(claim.id), key: `${claim.version + 1}`, late: [late] };
  const thread = rest ? threadOf(rest) : row.threadId;
  const to = { wallet: claim.wallet, quote_id: claim.quote_id, claim: told.claim_id, thread, late: [late] };
  const done = await commit(
    ctx,
    [
      guardClaim(ctx.db, claim),
      guardClaimedOnce(ctx.db, claim.policy_id, claim),
      ...mark(key),
      ...(rest
        ? [
            ...insertClaim(ctx.db, { ...rest, due_at: dueAt }),
            record(ctx, 'claim_rest_submitted', { ...aboutClaim(late.found), key: '1', late: [late] }, told),
          ]
        : []),
      ...updateClaim(ctx.db, claim.id, change, nowIso(ctx)),
      // The claim itself is what is dealt with.
      ...say(ctx, { thread, kind: 'notice', text: reason, dedupeKey: stepKey({ key }, 'second_look') }),
      ...recordAndTell(
        ctx,
        'claim_second_look',
        step,
        { ...to, key: stepKey({ key }, 'second_look_asked') },
        told,
        {
          status: change.status ?? claim.status,
        },
      ),
    ],
    conflict('This claim was just changed. Please look at it again.'),
  );
  if (done) ctx.log.info('second_look_asked', { claim: claim.id });
  return read(ctx, key);
}

/** 409 where nothing can be looked at again, and once the time for it is over or no cover is left to pay from. */
function requireOpen(row: ClaimRow, now: number): void {
  const { claim } = row;
  requireContract(row, WITHDRAWN);
  if (claim.second_look_at !== null || claim.second_look_of !== null) {
    throw conflict('You have asked for a second look at this claim before. There is only one.');
  }
  const day = secondLookDay(lookedAt(row));
  if (day === null) {
    throw conflict(
      'You can ask for a second look once a claim is rejected, or paid with less than you claimed.',
    );
  }
  if (!isOpenOn(day, now)) throw conflict(`You could ask for a second look until ${formatUsDay(day)}.`);
  if (remainingCover(row) === 0) {
    throw conflict(
      'We’ve paid out everything this policy covers, so a second look couldn’t pay you any more.',
    );
  }
}

/** What a paid claim was not paid, as a claim within the cover left. Its deductible has been borne already. */
function restOf(ctx: WalletCtx, row: ClaimRow, reason: string) {
  const { claim } = row;
  const now = nowIso(ctx);
  return {
    key: crypto.randomUUID(),
    wallet: claim.wallet,
    policy_id: claim.policy_id,
    quote_id: claim.quote_id,
    product: claim.product,
    traveler: claim.traveler,
    status: 'pending',
    amount_cents: Math.min(notPaidOf(claim), remainingCover(row)) * 100,
    deductible_usd: 0,
    premium_paid_usd: claim.premium_paid_usd,
    premium_due_usd: claim.premium_due_usd,
    paid_before_usd: claim.payout_usd ?? 0,
    cover_limit_usd: claim.cover_limit_usd,
    description: `Second look at ${claimNumber(claim.id)}: ${reason}`,
    incident_date: claim.incident_date,
    incident_at: claim.incident_at,
    cause: claim.cause,
    second_look_at: now,
    second_look_of: claim.id,
    created_at: now,
    updated_at: now,
  } as const satisfies NewClaim;
}
