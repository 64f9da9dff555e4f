import { KEPT } from '#domain/promises.ts';
import type { ClaimRow } from '#worker/claims/desk.ts';
import type { Step } from '#worker/claims/step.ts';
import { replacedBy } from '#worker/claims/undo/repository.ts';
import { holdEntries } from '#worker/delivery/outbox/repository.ts';
import type { AdminCtx } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';

/** How long a decision can be undone. It counts at once, and its customer is told after that. */
export const UNDO_MS = KEPT.undoSeconds * 1000;

/** An approval or rejection with what it replaces. */
export const undoable = ({ claim }: ClaimRow, step: Step): Step =>
  step.kind === 'approved' || step.kind === 'rejected'
    ? { ...step, change: { ...step.change, undo: replacedBy(claim, step.change) } }
    : step;

/** Statement that has its customer told once it can't be undone anymore, for the end of the batch that decides. */
export const holdTelling = (ctx: AdminCtx, { claim }: ClaimRow): Statement =>
  holdEntries(ctx.db, { ...claim, step: claim.version + 1 }, new Date(ctx.clock() + UNDO_MS).toISOString());
