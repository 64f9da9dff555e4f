import { ChainUnreachable } from '#domain/json-rpc.ts';
import { writeOffers } from '#worker/account/offers/write.ts';
import { deleteUnreferencedAvatars } from '#worker/account/profile/avatar.ts';
import { sealAuditLog } from '#worker/admin/audit-log/seal.ts';
import { purgeExpiredAdminSessions } from '#worker/admin/auth/session.ts';
import { logFailedSignIns } from '#worker/admin/auth/throttle.ts';
import { checkFigures } from '#worker/admin/figures/check/check.ts';
import { Budget, recomputeFigures } from '#worker/admin/figures/days/recompute.ts';
import { recordFees } from '#worker/admin/figures/fees.ts';
import { recordRate, revalue } from '#worker/admin/figures/rates.ts';
import { writeMonthlyReports } from '#worker/admin/reports/monthly.ts';
import { rollOffCounts } from '#worker/analytics/count.ts';
import { discardVisitors } from '#worker/analytics/receive.ts';
import { followRequests } from '#worker/claims/documents/deadline.ts';
import { sweepDocuments } from '#worker/claims/documents/store.ts';
import { expireLetters } from '#worker/delivery/mail/channel.ts';
import { dispatch } from '#worker/delivery/outbox/dispatch.ts';
import { checkDesk } from '#worker/desk/check/check.ts';
import type { Ctx } from '#worker/platform/context.ts';
import { dueDay, finishDay } from '#worker/platform/daily.ts';
import { recheckRecords } from '#worker/policies/details-proof.ts';
import { remindOfRenewal } from '#worker/policies/remind.ts';
import { settleEndings } from '#worker/policies/settle-endings.ts';
import { purgeExpiredDrafts, purgeUnbought } from '#worker/quotes/purge.ts';
import { EFFECTS } from '#worker/settlement/effects/effects.ts';
import { noteRun } from '#worker/settlement/health/work.ts';
import { confirmEvents } from '#worker/settlement/ledger/confirm.ts';
import { followReported, purgeOldReported } from '#worker/settlement/payments/follow-up.ts';
import { replaceLostPayments } from '#worker/settlement/payments/lost.ts';
import { endDeadTransfers } from '#worker/settlement/scan/dead-transfers.ts';
import { scanChain } from '#worker/settlement/scan/scan.ts';
import { sweepChain } from '#worker/settlement/scan/sweep.ts';
import { watchContracts } from '#worker/settlement/watch/watch.ts';
import { channels } from './channels.ts';
import { purgeExpired } from './purge.ts';

type Job<Answer = void> = [name: string, run: () => Promise<Answer>];
/** Says whether nothing is left to do today. */
type DailyJob = Job<boolean>;

/**
 * The scheduled run. A failing job is logged and doesn't stop the others; the next run resumes it.
 * @param only runs no jobs but these: tests name what they need
 */
export async function runJobs(ctx: Ctx, only?: readonly string[]): Promise<void> {
  const unknown = new Set(only);
  const named = <Answer>(jobs: readonly Job<Answer>[]) => {
    for (const [name] of jobs) unknown.delete(name);
    return only ? jobs.filter(([name]) => only.includes(name)) : jobs;
  };
  const failed: string[] = [];
  const run = <Answer>(jobs: readonly Job<Answer>[], of = '') => runInOrder(ctx, named(jobs), failed, of);
  const runAtOnce = <Answer>(jobs: readonly Job<Answer>[], of = '') =>
    Promise.all(named(jobs).map((job) => attempt(ctx, job, failed, of)));
  const [day] = await run([['look for daily jobs', () => dueDay(ctx)]]);
  let left = false;
  const daily = async (...jobs: DailyJob[]) => {
    const due = named(jobs);
    const done = day === null ? [] : await runInOrder(ctx, due, failed);
    if (done.some((each) => each !== true)) left = true;
  };
  // The jobs of a step need none of each other, so their reads go to the database together.
  const stepsOf = (chain: Ctx['chains'][number]): Job[][] => [
    [['relay', async () => (chain.relayer ? ctx.relays.advance(chain.id) : undefined)]],
    [['scan', () => scanChain(ctx, chain)]],
    [
      ['sweep', () => sweepChain(ctx, chain)],
      ['confirm', () => confirmEvents(ctx, chain, EFFECTS)],
    ],
    [
      ['dead transfers', () => endDeadTransfers(ctx, chain)],
      ['lost payments', () => replaceLostPayments(ctx, chain)],
      ['reported', () => followReported(ctx, chain)],
      ['fees', () => recordFees(ctx, chain)],
      ['purge quotes', () => purgeUnbought(ctx, chain)],
    ],
  ];
  const cleaning: Job[] = [
    ["purge administrators' sessions", () => purgeExpiredAdminSessions(ctx)],
    ['log failed sign-ins', () => logFailedSignIns(ctx)],
    ['purge drafts', () => purgeExpiredDrafts(ctx)],
    ['purge reported', () => purgeOldReported(ctx)],
    ['delete unreferenced avatars', () => deleteUnreferencedAvatars(ctx)],
    ['sweep documents', () => sweepDocuments(ctx)],
    ['seal audit log', () => sealAuditLog(ctx)],
    ['recheck records', () => recheckRecords(ctx)],
    ['discard visitors', () => discardVisitors(ctx)],
  ];
  // Runs after the chains, so that their results are announced at once.
  const letters: Job[] = [
    ['expire letters', () => expireLetters(ctx)],
    ['dispatch outbox', () => dispatch(ctx, channels)],
  ];
  // First, so that what the chains bring is valued at today's rate.
  await daily(['record rate', () => recordRate(ctx)], ['revalue', () => revalue(ctx)]);
  await run([['purge expired', () => purgeExpired(ctx)]]);
  await Promise.all([
    ...ctx.chains.map(async (chain) => {
      for (const step of stepsOf(chain)) await runAtOnce(step, ` ${chain.id}`);
    }),
    runAtOnce(cleaning),
  ]);
  const budget = new Budget();
  await runAtOnce([
    ['watch contracts', () => watchContracts(ctx)],
    ['settle endings', () => settleEndings(ctx)],
    ['follow document requests', () => followRequests(ctx)],
  ]);
  await run([['recompute figures', () => recomputeFigures(ctx, budget)]]);
  await daily(
    ['remind of renewal', () => remindOfRenewal(ctx)],
    ['write offers', () => writeOffers(ctx)],
    ['write monthly reports', () => writeMonthlyReports(ctx)],
  );
  await run(letters);
  await daily(
    ['roll off counts', () => rollOffCounts(ctx)],
    ['check figures', () => checkFigures(ctx, budget)],
    ['check desk', () => checkDesk(ctx)],
  );
  await run([['finish daily jobs', () => (day && !left ? finishDay(ctx, day) : Promise.resolve())]]);
  await run([['note run', () => noteRun(ctx, failed)]]);
  if (unknown.size > 0) throw new Error(`There is no job ${[...unknown].join(', ')}`);
}

/** What each job answers, one after another. */
async function runInOrder<Answer>(
  ctx: Ctx,
  jobs: readonly Job<Answer>[],
  failed: string[],
  of = '',
): Promise<(Answer | undefined)[]> {
  const answers: (Answer | undefined)[] = [];
  for (const job of jobs) answers.push(await attempt(ctx, job, failed, of));
  return answers;
}

/**
 * What a job answers; undefined if it failed, and then its name is added to `failed`. `of` follows its name there and in the
 * log.
 */
async function attempt<Answer>(
  ctx: Ctx,
  [name, run]: Job<Answer>,
  failed: string[],
  of = '',
): Promise<Answer | undefined> {
  try {
    return await run();
  } catch (error) {
    failed.push(name + of);
    if (error instanceof ChainUnreachable) ctx.log.warn('job_chain_unreachable', { job: name + of });
    else ctx.log.error('job_failed', error, { job: name + of });
    return undefined;
  }
}
