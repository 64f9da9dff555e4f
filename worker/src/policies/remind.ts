import { dayOf, formatDay, parseDay } from '#domain/days.ts';
import type { Ctx } from '#worker/platform/context.ts';
import type { Statement, Statements } from '#worker/platform/db/client.ts';
import { moveMark, readMark } from '#worker/platform/db/job-marks.ts';
import { tell } from '#worker/told/tell.ts';
import { TOLD } from '#worker/told/told.ts';
import { type EndingPolicy, policiesEnding } from './repository.ts';

/** Days before the end when the holder is reminded. */
const REMINDER_DAYS = [30, 7] as const;
/**
 * A term shorter than this many times the step gets no reminder, which would arrive along with the
 * purchase.
 */
const SHORTEST_TERM = 2;
/**
 * Policies per batch at up to seven statements each, and batches per run and step: D1 allows 1000
 * statements.
 */
const AT_ONCE = 20;
const BATCHES = 3;

/**
 * Reminds holders of active policies that end soon, once per policy and step: by message, and by email and
 * push if enabled.
 * @returns whether all of today's reminders are written
 */
export async function remindOfRenewal(ctx: Ctx): Promise<boolean> {
  const [far, near] = REMINDER_DAYS;
  const all = [await remind(ctx, far, near), await remind(ctx, near, 0)];
  return all.every(Boolean);
}

/**
 * Goes through the policies that end up to `step` days ahead, each day's once. A late run catches up, but not below `floor`.
 * @returns whether it came to the last
 */
async function remind(ctx: Ctx, step: number, floor: number): Promise<boolean> {
  const today = dayOf(ctx.clock());
  const name = `renewal:${step}`;
  const mark = await readMark(ctx.db, name);
  const done = Math.max(today + floor, (mark === null ? null : parseDay(mark)) ?? 0);
  if (done >= today + step) return true;
  const last = formatDay(today + step);
  const wanted = { after: formatDay(done), last, minDays: step * SHORTEST_TERM, keyPrefix: keyPrefix(step) };
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const due = await policiesEnding(ctx.db, wanted, AT_ONCE);
    const statements = due.flatMap((policy) => reminder(ctx, policy, step));
    const isLast = due.length < AT_ONCE;
    if (isLast) statements.push(moveMark(ctx.db, name, last));
    await ctx.db.batch(statements as Statements);
    if (isLast) return true;
  }
  return false;
}

const keyPrefix = (step: number) => `renewal:${step}:`;

/** Both reminders of a policy go to one thread. */
function reminder(ctx: Ctx, ending: EndingPolicy, step: number): Statement[] {
  const { policy_id, quote_id, wallet, product, name, end_date, cover_until } = ending;
  const title = TOLD.policy_ending.subject?.({ policy_id, product, name, end_date, cover_until }) ?? '';
  const thread = {
    key: `renewal:${quote_id}`,
    wallet,
    subject: title,
    type: 'general',
    category: 'policies',
    matter: 'renewal',
    policy: policy_id,
  } as const;
  const key = `${keyPrefix(step)}${quote_id}`;
  return tell(
    ctx,
    'policy_ending',
    { wallet, quote_id, key, thread },
    { policy_id, product, name, end_date, cover_until },
  );
}
