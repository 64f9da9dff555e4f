import { purgeEmailTokens } from '../account/email-token.ts';
import { writeOffers } from '../account/offers/write.ts';
import { deleteLooseAvatars } from '../account/profile/avatar.ts';
import { purgeExpiredAdminSignIns } from '../admin/auth/purge.ts';
import { purgeExpiredSignIns } from '../auth/purge.ts';
import { ChainUnreachable } from '../chain/chain.ts';
import type { Ctx } from '../context.ts';
import { dispatchDeliveries } from '../deliveries/dispatch.ts';
import { purgeDeliveries } from '../deliveries/purge.ts';
import { purgeIdempotencyKeys } from '../http/idempotency.ts';
import { resealDetails } from '../keys/reseal.ts';
import { dispatchLetters } from '../mail/dispatch.ts';
import { expireLetters } from '../mail/expire.ts';
import { purgeLetters } from '../mail/purge.ts';
import { remindOfRenewal } from '../mail/remind.ts';
import { confirmPayments, followHints, purgeOldHints } from '../payments/follow-up.ts';
import { replaceLostPayments } from '../payments/lost.ts';
import { purgeExpiredDrafts, purgeUnbought } from '../quote/purge.ts';
import { confirmChanges } from '../registry/confirm.ts';
import { scanChain } from '../scan/scan.ts';
import { sweepChain } from '../scan/sweep.ts';

type Job = [name: string, run: () => Promise<void>];

/** The scheduled run. A job that fails is logged and stops no other; the next run takes it up where it stood. */
export async function runJobs(ctx: Ctx): Promise<void> {
  const chainJobs = ctx.chains.map((chain): Job[] => [
    [`scan ${chain.id}`, () => scanChain(ctx, chain)],
    [`sweep ${chain.id}`, () => sweepChain(ctx, chain)],
    [`confirm ${chain.id}`, () => confirmPayments(ctx, chain)],
    [`confirm events ${chain.id}`, () => confirmChanges(ctx, chain)],
    [`lost payments ${chain.id}`, () => replaceLostPayments(ctx, chain)],
    [`hints ${chain.id}`, () => followHints(ctx, chain)],
    [`purge quotes ${chain.id}`, () => purgeUnbought(ctx, chain)],
  ]);
  const purges: Job[] = [
    ['purge sign-ins', () => purgeExpiredSignIns(ctx)],
    ["purge administrators' sign-ins", () => purgeExpiredAdminSignIns(ctx)],
    ['purge drafts', () => purgeExpiredDrafts(ctx)],
    ['purge hints', () => purgeOldHints(ctx)],
    ['purge idempotency keys', () => purgeIdempotencyKeys(ctx)],
    ['purge email tokens', () => purgeEmailTokens(ctx)],
    ['delete loose avatars', () => deleteLooseAvatars(ctx)],
    ['reseal details', () => resealDetails(ctx)],
    ['purge letters', () => purgeLetters(ctx)],
    ['purge deliveries', () => purgeDeliveries(ctx)],
  ];
  // After the chains, so that what they brought about is told at once.
  const letters: Job[] = [
    ['remind of renewal', () => remindOfRenewal(ctx)],
    ['write offers', () => writeOffers(ctx)],
    ['expire letters', () => expireLetters(ctx)],
    ['dispatch letters', () => dispatchLetters(ctx)],
    ['dispatch deliveries', () => dispatchDeliveries(ctx)],
  ];
  await Promise.all([...chainJobs, purges].map((jobs) => runInOrder(ctx, jobs)));
  await runInOrder(ctx, letters);
}

async function runInOrder(ctx: Ctx, jobs: readonly Job[]): Promise<void> {
  for (const [name, run] of jobs) {
    try {
      await run();
    } catch (error) {
      if (error instanceof ChainUnreachable) ctx.log.warn('job_chain_unreachable', { job: name });
      else ctx.log.error('job_failed', error, { job: name });
    }
  }
}
