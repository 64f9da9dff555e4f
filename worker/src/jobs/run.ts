import { deleteUnreferencedAvatars } from '../account/profile/avatar.ts';
import { sealAudit } from '../admin/audit-log/seal.ts';
import { purgeExpiredAdminSignIns } from '../admin/auth/session.ts';
import { resealDetails } from '../admin/keys/reseal.ts';
import { expireLetters } from '../delivery/mail/expire.ts';
import { dispatch } from '../delivery/outbox/dispatch.ts';
import { purgeOutbox } from '../delivery/outbox/purge.ts';
import { purgeEmailTokens } from '../identity/account/email-token.ts';
import { purgeExpiredSignIns } from '../identity/wallet/session.ts';
import { writeOffers } from '../letters/offers/write.ts';
import { remindOfRenewal } from '../letters/remind.ts';
import { ChainUnreachable } from '../platform/chain/chain.ts';
import type { Ctx } from '../platform/context.ts';
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

type Job = [name: string, run: () => Promise<void>];

/** The scheduled run. A failing job is logged and doesn't stop the others; the next run resumes it. */
export async function runJobs(ctx: Ctx): Promise<void> {
  const chainJobs = ctx.chains.map((chain): Job[] => [
    [`scan ${chain.id}`, () => scanChain(ctx, chain)],
    [`sweep ${chain.id}`, () => sweepChain(ctx, chain)],
    [`confirm ${chain.id}`, () => confirmEvents(ctx, chain, EFFECTS)],
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
    ['delete unreferenced avatars', () => deleteUnreferencedAvatars(ctx)],
    ['reseal details', () => resealDetails(ctx)],
    ['seal audit log', () => sealAudit(ctx)],
    ['purge outbox', () => purgeOutbox(ctx, channels)],
  ];
  // Runs after the chains, so that their results are announced at once.
  const letters: Job[] = [
    ['close cancellations', () => closeOverdueCancellations(ctx)],
    ['remind of renewal', () => remindOfRenewal(ctx)],
    ['write offers', () => writeOffers(ctx)],
    ['expire letters', () => expireLetters(ctx)],
    ['dispatch outbox', () => dispatch(ctx, channels)],
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
