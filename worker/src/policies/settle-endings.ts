import { DAY_SECONDS } from '#domain/days.ts';
import { CONSENT_DAYS } from '#domain/policy/cancellation.ts';
import { type EndingState, stateOf } from '#domain/policy/ending.ts';
import { isRejectable } from '#domain/policy/rejection.ts';
import { guardNothingUnderWay } from '#worker/money/transfers/repository.ts';
import { type Ctx, isoOf, nowIso } from '#worker/platform/context.ts';
import type { Statements } from '#worker/platform/db/client.ts';
import { markQuote } from '#worker/platform/db/figure-days.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { closeUnrefunded } from './close-ending.ts';
import { changeEnding, closeEnding, type EndingRow, guardEnding, unsettled } from './endings/repository.ts';
import { findById, guardPolicy, type PolicyRow, setState } from './repository.ts';
import { closing, tellWithdrawal } from './withdrawals/notices.ts';
import { presentWithdrawal } from './withdrawals/terms.ts';

/** Endings that one run takes up, of as many as it looks at in pages. */
const AT_ONCE = 50;
const PAGE = 200;

/**
 * Takes up endings whose refund can't be sent as it stands. A request whose consent lapsed, or on whose policy a claim was made
 * since, is closed. A withdrawal whose premium a payout has ruled out is handed to a person, and the holder is asked for the
 * consent that another one needs, and again whenever it would have lapsed.
 */
export async function settleEndings(ctx: Ctx): Promise<void> {
  let left = AT_ONCE;
  for (let after = 0; ; ) {
    const page = await unsettled(ctx.db, { now: nowIso(ctx), after }, PAGE);
    for (const found of page) {
      after = found.ending.id;
      if (left > 0 && (await settle(ctx, found))) left -= 1;
    }
    if (left === 0 || page.length < PAGE) return;
  }
}

type Unsettled = Awaited<ReturnType<typeof unsettled>>[number];

/** Whether something was done. */
async function settle(ctx: Ctx, { ending, coverFrom, ...found }: Unsettled): Promise<boolean> {
  const facts = {
    rejectable: coverFrom === null || isRejectable(coverFrom, ctx.clock()),
    underWay: found.underWay === 1,
    paidOut: found.paidOut === 1,
    claimed: found.claimed === 1,
    replaced: found.replaced === 1,
  };
  const state = stateOf(ending, facts, nowIso(ctx));
  const step = STEPS[state];
  const isToDo = step && (state !== 'consent' || isToAsk(ctx, ending));
  const row = isToDo ? await findById(ctx.db, ending.policy_id) : null;
  if (!step || !row) return false;
  const done = await commit(ctx, step(ctx, row, ending), () => false);
  if (done) ctx.log.info('ending_settled', { policy: row.policy.id, kind: ending.kind, state });
  return done;
}

const isToAsk = (ctx: Ctx, { consent_asked_at: asked }: EndingRow): boolean =>
  asked === null || asked <= isoOf(Math.floor(ctx.clock() / 1000) - CONSENT_DAYS * DAY_SECONDS);

type Step = (ctx: Ctx, row: PolicyRow, ending: EndingRow) => Statements;

/** While a transaction that was handed out can still reach the chain, only the consent is asked for. */
const noneUnderWay = (ctx: Ctx, { policy }: PolicyRow) =>
  guardNothingUnderWay(ctx.db, policy.chain_id, policy.quote_id);

const close =
  (reason: 'lapsed' | 'claimed'): Step =>
  (ctx, row, ending) => [noneUnderWay(ctx, row), ...closeUnrefunded(ctx, row, ending, reason)];

const askForConsent: Step = (ctx, row, ending) => {
  const at = nowIso(ctx);
  return [
    guardEnding(ctx.db, ending),
    guardPolicy(ctx.db, row.policy),
    changeEnding(ctx.db, ending, { consent_asked_at: at }),
    ...tellWithdrawal(ctx, row, presentWithdrawal(ctx, row, ending), [], at),
  ];
};

const handOver: Step = (ctx, row, ending) => {
  return [
    noneUnderWay(ctx, row),
    guardEnding(ctx.db, ending),
    guardPolicy(ctx.db, row.policy),
    setState(ctx.db, row.policy.quote_id, { withdrawn_at: null }),
    markQuote(ctx.db, row.policy.quote_id),
    closeEnding(ctx.db, ending, { as: 'person', at: nowIso(ctx) }),
    ...closing(ctx, row, ending.asked_at),
    ...tellWithdrawal(ctx, row, presentWithdrawal(ctx, row, { ...ending, closed_as: 'person' }), []),
  ];
};

/** What is done about an ending in a state; nothing in any other. */
const STEPS: Partial<Record<EndingState, Step>> = {
  lapsed: close('lapsed'),
  claimed: close('claimed'),
  person: handOver,
  consent: askForConsent,
};
