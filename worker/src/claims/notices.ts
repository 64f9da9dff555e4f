import { claimNumber } from '#domain/claims/lifecycle.ts';
import { claimTitle } from '#domain/claims/title.ts';
import type { NewThread } from '#worker/conversations/messages/post.ts';
import { notify } from '#worker/conversations/notices/notify.ts';
import { reachOf } from '#worker/identity/account/reach.ts';
import type { Ctx } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { contactAddress } from '#worker/policies/address.ts';
import type { ClaimRow } from './repository.ts';

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

export interface ClaimNotice {
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
