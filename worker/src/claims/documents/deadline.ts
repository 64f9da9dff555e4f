import { documentsReminder, reviewDue } from '#domain/claims/rules.ts';
import { dayOf, formatUsDay } from '#domain/days.ts';
import { PROMISES } from '#domain/promises.ts';
import { claimById } from '#worker/claims/desk.ts';
import { type ClaimRow, guardClaim, updateClaim } from '#worker/claims/repository.ts';
import { stepOf, tellClaimant, toldOf } from '#worker/claims/step.ts';
import { type Ctx, isoIn, nowIso } from '#worker/platform/context.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { recordAct } from '#worker/told/record.ts';
import { requestsToFollow } from './repository.ts';

/** Claims that one run takes up. */
const AT_ONCE = 20;
const REMINDER_MS =
  PROMISES.documentsDays * 86_400_000 - documentsReminder(PROMISES.documentsDays * 86_400_000);

/**
 * Reminds customers of documents that we asked for, once per request, and gives claims whose date has passed back to their
 * handlers. A claim that changes at that moment is looked at in the next run.
 */
export async function followRequests(ctx: Ctx): Promise<void> {
  const soon = isoIn(ctx, REMINDER_MS);
  for (const { id, isOver } of await requestsToFollow(ctx.db, nowIso(ctx), soon, AT_ONCE)) {
    const row = await claimById(ctx, id);
    const done = await (isOver ? giveBack(ctx, row) : remind(ctx, row));
    if (done) ctx.log.info(isOver ? 'documents_overdue' : 'documents_reminded', { claim: id });
  }
}

async function giveBack(ctx: Ctx, row: ClaimRow): Promise<boolean> {
  const { claim } = row;
  const dueAt = new Date(reviewDue(claim.amount_cents, ctx.clock())).toISOString();
  const day = formatUsDay(dayOf(Date.parse(claim.due_at ?? nowIso(ctx))));
  const statements = stepOf(ctx, row, {
    change: { requested_documents: null, documents_reminded_at: null, due_at: dueAt },
    told: ['claim_documents_overdue', { day, due_at: dueAt }],
  });
  return (await commit(ctx, statements, () => false)) === true;
}

async function remind(ctx: Ctx, row: ClaimRow): Promise<boolean> {
  const { claim } = row;
  const now = nowIso(ctx);
  const statements = tellClaimant(ctx, row, 'claim_documents_reminder', {
    ...toldOf(ctx, row),
    requested: claim.requested_documents ?? '',
    needed_by: claim.due_at ?? now,
  });
  const guarded = [
    guardClaim(ctx.db, claim),
    ...updateClaim(ctx.db, claim.id, { documents_reminded_at: now }, now),
    recordAct(ctx, {
      action: 'claim.documents_reminded',
      subject: `claim:${claim.id}`,
      key: `${claim.version + 1}`,
    }),
    ...statements,
  ] as const;
  return (await commit(ctx, [...guarded], () => false)) === true;
}
