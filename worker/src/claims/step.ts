import { claimNumber } from '#domain/claims/lifecycle.ts';
import { claimTitle } from '#domain/claims/title.ts';
import type { NewThread } from '#worker/conversations/messages/post.ts';
import { notify } from '#worker/conversations/notices/notify.ts';
import { reachOf } from '#worker/identity/account/email.ts';
import { type Ctx, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { contactAddress } from '#worker/policies/own.ts';
import {
  type ClaimChange,
  type ClaimEventRow,
  type ClaimRow,
  guardClaim,
  insertEvent,
  updateClaim,
} from './repository.ts';

/** A step of a claim: the change, its timeline line and the notice to the customer. */
export interface Step {
  change: ClaimChange;
  kind: ClaimEventRow['kind'];
  /** Text of the timeline line. */
  line: string;
  tx_hash?: string;
  /** Administrator who took the step; null if it was automatic. */
  adminId: number | null;
  notice: { subject: string; text: string };
}

/** Statements of a step, led by a guard: the batch does nothing if the claim changed since it was read. */
export async function stepOf(ctx: Ctx, row: ClaimRow, step: Step): Promise<[Statement, ...Statement[]]> {
  const { claim } = row;
  const { change, kind, line, tx_hash = null, adminId, notice } = step;
  const now = nowIso(ctx);
  return [
    guardClaim(ctx.db, claim),
    ...updateClaim(ctx.db, claim.id, change, now),
    insertEvent(ctx.db, claim.key, {
      kind,
      message: line,
      at: now,
      by_customer: false,
      created_by: adminId,
      tx_hash,
      request_id: ctx.requestId,
    }),
    // Each claim version is reached once, so it makes a unique key.
    ...(await notifyClaimant(ctx, row, { ...notice, adminId, step: claim.version + 1 })),
  ];
}

/** The claim's one thread; the batch that creates the claim opens it. */
export function threadOf(claim: {
  key: string;
  wallet: string;
  policy_id: number;
  description: string;
}): NewThread {
  return {
    key: `claim:${claim.key}`,
    wallet: claim.wallet,
    subject: claimTitle(claim.description),
    type: 'claim',
    category: 'claims',
    claim: { key: claim.key },
    policy: claim.policy_id,
  };
}

interface ClaimNotice {
  subject: string;
  text: string;
  adminId?: number | null;
  /** Identifies this step among the claim's steps. */
  step: string | number;
}

/** Statements that notify a claim's customer of a step: in its thread, and by email and push if enabled. */
export async function notifyClaimant(ctx: Ctx, row: ClaimRow, notice: ClaimNotice): Promise<Statement[]> {
  const { claim } = row;
  const number = claimNumber(claim.id);
  return notify(ctx, {
    wallet: claim.wallet,
    thread: row.threadId,
    subject: `${number}: ${notice.subject}`,
    text: notice.text,
    adminId: notice.adminId ?? null,
    key: `claim:${claim.key}:${notice.step}`,
    path: `/claim/${claim.id}`,
    letter: await letterAbout(ctx, row),
  });
}

/** The letter that goes with a notice about a claim. */
export const letterAbout = async (ctx: Ctx, { claim, quote, contactEmail }: ClaimRow) =>
  ({
    kind: 'claim_update',
    email: contactAddress({ policy: claim, quote }, contactEmail),
    quote_id: claim.quote_id,
    payload: {},
    reach: await reachOf(ctx, claim.wallet),
  }) as const;
