import { type ClaimRow, UNDECIDED } from '#worker/claims/repository.ts';
import { stepOf } from '#worker/claims/step.ts';
import type { Ctx } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';

/** Whether money for the claim may already be on its way. */
export const isOnItsWay = ({ claim, other }: ClaimRow): boolean =>
  claim.status === 'processing_payment' || other !== null;

/** Statements that close a claim whose holder withdrew from the contract: nothing is paid on it, and its customer is told. */
export const giveUp = (ctx: Ctx, row: ClaimRow): Statement[] =>
  stepOf(ctx, row, {
    change: {
      ...UNDECIDED,
      status: 'rejected',
      needs_confirmation: false,
      confirmed_by: null,
      requested_documents: null,
      due_at: null,
    },
    told: ['claim_given_up', {}],
  });
