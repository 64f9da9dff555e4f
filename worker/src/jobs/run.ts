import { deleteUnreferencedAvatars } from '../account/profile/avatar.ts';
import { sealAudit } from '../admin/audit-log/seal.ts';
import { purgeExpiredAdminSignIns } from '../admin/auth/session.ts';
import { checkFigures } from '../admin/figures/check/check.ts';
import { recordFees } from '../admin/figures/fees/record.ts';
import { recordRate } from '../admin/figures/rates/record.ts';
import { revalue } from '../admin/figures/rates/revalue.ts';
import { resealDetails } from '../admin/keys/reseal.ts';
import { writeMonthlyReports } from '../admin/reports/monthly.ts';
import { rollOffCounts } from '../analytics/roll-off.ts';
import { discardVisitors } from '../analytics/visitor.ts';
import { expireLetters } from '../delivery/mail/expire.ts';
import { dispatch } from '../delivery/outbox/dispatch.ts';
import { purgeOutbox } from '../delivery/outbox/purge.ts';
import { purgeEmailTokens } from '../identity/account/email-token.ts';
import { purgeExpiredSignIns } from '../identity/wallet/session.ts';
import { writeOffers } from '../letters/offers/write.ts';
import { remindOfRenewal } from '../letters/remind.ts';
import { ChainUnreachable } from '../platform/chain/chain.ts';
import type { Ctx } from '../platform/context.ts';
import { dueDay, finishDay } from '../platform/daily.ts';
import { purgeIdempotencyKeys } from '../platform/http/idempotency.ts';
import { closeOverdueCancellations } from '../policies/close-cancellation.ts';
import { purgeExpiredDrafts, purgeUnbought } from '../quotes/purge.ts';
import { EFFECTS } from '../settlement/effects/effects.ts';
import { confirmEvents } from '../settlement/ledger/confirm.ts';
import { followHints, purgeOldHints } from '../settlement/payments/follow-up.ts';
import { replaceLostPayments } from '../settlement/payments/lost.ts';
import { scanChain } from '../settlement/scan/scan.ts';
import { sweepChain } from '../settlement/scan/sweep.ts';
import { channels } from './channels.ts';

type Job<Answer = void> = [name: string, run: () => Promise<Answer>];
/** Says whether nothing is left to do today. */
type DailyJob = Job<boolean>;

/** The scheduled run. A failing job is logged and doesn't stop the others; the next run resumes it. */
export async function runJobs(ctx: Ctx): Promise<void> {
  const [day] = await runInOrder(ctx, [['look for daily jobs', () => dueDay(ctx)]]);
  let left = false;
  const daily = async (...jobs: DailyJob[]) => {
    if (day === null) return;
    const done = await runInOrder(ctx, jobs);
    if (done.some((each) => each !== true)) left = true;
  };
  const chainJobs = ctx.chains.map((chain): Job[] => [
    [`scan ${chain.id}`, () => scanChain(ctx, chain)],
    [`sweep ${chain.id}`, () => sweepChain(ctx, chain)],
    [`confirm ${chain.id}`, () => confirmEvents(ctx, chain, EFFECTS)],
    [`lost payments ${chain.id}`, () => replaceLostPayments(ctx, chain)],
    [`hints ${chain.id}`, () => followHints(ctx, chain)],
    [`fees ${chain.id}`, () => recordFees(ctx, chain)],
    [`purge quotes ${chain.id}`, () => purgeUnbought(ctx, chain)],
  ]);
  const purges: Job[] = [
    ['purge sign-ins', () => purgeExpiredSignIns(ctx)],
    ["purge administrators' sign-ins", () => purgeExpiredAdminSignIns(ctx)],
    ['purge drafts', () => purgeExpiredDrafts(ctx)],
    ['purge hints', () => purgeOldHints(ctx)],
    ['purge idempotency keys', () => purgeIdempotencyKeys(ctx)],
    ['purge email tokens', () => purgeEmailTokens(ctx)],
    ['delete unreferenced avatars', () => deleteUnreferencedAvatars(ctx)],
    ['reseal details', () => resealDetails(ctx)],
    ['seal audit log', () => sealAudit(ctx)],
    ['discard visitors', () => discardVisitors(ctx)],
    ['purge outbox', () => purgeOutbox(ctx, channels)],
  ];
  // Runs after the chains, so that their results are announced at once.
  const letters: Job[] = [
    ['expire letters', () => expireLetters(ctx)],
    ['dispatch outbox', () => dispatch(ctx, channels)],
  ];
  // First, so that what the chains bring is valued at today's rate.
  await daily(['record rate', () => recordRate(ctx)], ['revalue', () => revalue(ctx)]);
  await Promise.all([...chainJobs, purges].map((jobs) => runInOrder(ctx, jobs)));
  await runInOrder(ctx, [['close cancellations', () => closeOverdueCancellations(ctx)]]);
  await daily(
    ['remind of renewal', () => remindOfRenewal(ctx)],
    ['write offers', () => writeOffers(ctx)],
    ['write monthly reports', () => writeMonthlyReports(ctx)],
  );
  await runInOrder(ctx, letters);
  await daily(['roll off counts', () => rollOffCounts(ctx)], ['check figures', () => checkFigures(ctx)]);
  if (day && !left) await runInOrder(ctx, [['finish daily jobs', () => finishDay(ctx, day)]]);
}

/** What each job answers; undefined for one that failed. */
async function runInOrder<Answer>(ctx: Ctx, jobs: readonly Job<Answer>[]): Promise<(Answer | undefined)[]> {
  const answers: (Answer | undefined)[] = [];
  for (const [name, run] of jobs) {
    try {
      answers.push(await run());
    } catch (error) {
      answers.push(undefined);
      if (error instanceof ChainUnreachable) ctx.log.warn('job_chain_unreachable', { job: name });
      else ctx.log.error('job_failed', error, { job: name });
    }
  }
  return answers;
}
