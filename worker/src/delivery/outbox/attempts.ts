import type { Ctx } from '#worker/platform/context.ts';

/** Attempts before a letter or call fails for good. With the delays they take most of a day. */
export const MAX_ATTEMPTS = 8;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 6 * 3_600_000;
/** How long an attempt may take before it counts as lost, in milliseconds. */
const ATTEMPT_MS = 5 * 60_000;

const isoIn = (ctx: Ctx, ms: number) => new Date(ctx.clock() + ms).toISOString();

/** When an attempt that starts now counts as lost. */
export const attemptEnds = (ctx: Ctx) => isoIn(ctx, ATTEMPT_MS);

/** Next attempt time: 30 seconds, then four times longer each time, up to 6 hours. */
export const nextAttempt = (ctx: Ctx, attempts: number) =>
  isoIn(ctx, Math.min(FIRST_WAIT_MS * 4 ** (attempts - 1), LONGEST_WAIT_MS));
