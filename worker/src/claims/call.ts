import * as claimsApi from '#domain/claims/api.ts';
import { claimNumber } from '#domain/claims/lifecycle.ts';
import { fieldError } from '#domain/errors.ts';
import { SUPPORT_HOURS } from '#domain/promises.ts';
import { isSupportTime } from '#domain/support/hours.ts';
import { say } from '#worker/inbox/said.ts';
import { nowIso, type WalletCtx } from '#worker/platform/context.ts';
import { callBinding } from '#worker/platform/crypto/bindings.ts';
import { seal } from '#worker/platform/crypto/sealed.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { type Mark, once } from '#worker/platform/db/once.ts';
import { type InputOf, reply, serve } from '#worker/platform/http/serve.ts';
import { momentText } from '#worker/platform/pdf/format.ts';
import { record } from '#worker/told/record.ts';
import { ownClaim } from './get.ts';
import { aboutNow, findCall, insertCall, resealCall } from './repository.ts';

/** How far ahead a call can be requested, in days. */
const MAX_DAYS = 30;
const DAY_MS = 86_400_000;

/** @param status 200 if a call at that time was already requested */
const answer = (preferredAt: string, requestedAt: string, status: 200 | 201) =>
  reply({ data: { preferred_at: preferredAt, requested_at: requestedAt }, status });

/**
 * Records that the actor wants a call about a claim, with the phone number encrypted. A repeated request
 * for the same time keeps the latest number and notifies support once.
 */
export const requestCall = serve(claimsApi.requestCall, (ctx, input) =>
  once(ctx, {
    read: async (preferredAt) => {
      const row = await findCall(ctx.db, input.id, preferredAt);
      return row && answer(preferredAt, row.created_at, 201);
    },
    write: (mark) => write(ctx, input, mark),
  }),
);

async function write(ctx: WalletCtx, input: InputOf<typeof claimsApi.requestCall>, mark: Mark) {
  const { claim, threadId } = await ownClaim(ctx, input.id);
  const at = Date.parse(input.preferred_at);
  if (!(at > ctx.clock())) throw fieldError('preferred_at', 'Please choose a time in the future.');
  if (at > ctx.clock() + MAX_DAYS * DAY_MS) {
    throw fieldError('preferred_at', `Please choose a time within the next ${MAX_DAYS} days.`);
  }
  if (!isSupportTime(at)) {
    throw fieldError('preferred_at', `Please choose a time when our phone lines are open: ${SUPPORT_HOURS}.`);
  }
  const preferredAt = new Date(at).toISOString();
  const now = nowIso(ctx);
  const contact = { telephone: input.telephone, note: input.note ?? null };
  const sealed = await seal(ctx.settings.detailsKeys, contact, callBinding(claim));
  const call = { claim_id: claim.id, preferred_at: preferredAt, sealed, created_at: now };
  const when = momentText(preferredAt);
  const done = await commit(
    ctx,
    [
      insertCall(ctx.db, call),
      ...mark(preferredAt),
      record(ctx, 'claim_call_requested', { ...aboutNow(claim.id), key: preferredAt }, { ...claim, when }),
      ...say(ctx, {
        thread: threadId,
        text: `Please call me about ${claimNumber(claim.id)} on ${when}. My phone number is stored with the claim.`,
        dedupeKey: `claim:${claim.key}:call:${preferredAt}`,
      }),
    ],
    async () => {
      return answer(preferredAt, await resealCall(ctx.db, call), 200);
    },
  );
  return done === true ? answer(preferredAt, now, 201) : done;
}
