import { AppError } from '#domain/errors.ts';
import type { CertificateEmailAnswer } from '#domain/policy/service-schema.ts';
import { askForConfirmation, mailbox, QUIET_MS } from '#worker/delivery/mail/letter.ts';
import {
  countWritten,
  isConfirmationOpen,
  type LetterRow,
  newestAbout,
  newestTo,
} from '#worker/delivery/mail/repository.ts';
import type { Ctx } from '#worker/platform/context.ts';
import { type Mark, once } from '#worker/platform/db/once.ts';
import { type Addressee, certificateAsked } from '#worker/policies/letters.ts';

/** Requests this close together count as one. */
const SAME_MS = 60_000;
const DAY_MS = 86_400_000;
const PER_DAY = 20;

const shown = (letter: LetterRow): CertificateEmailAnswer => ({
  email: letter.target,
  state: letter.state,
  at: letter.sent_at ?? letter.created_at,
});

/**
 * Writes a letter with a policy's certificate. A request within a minute of the last one to that address,
 * or while that one is unsent, returns the same letter. If the address is unconfirmed, the confirmation
 * letter is sent again.
 */
export function writeCertificate(
  ctx: Ctx,
  to: Addressee & { policyId: number },
): Promise<CertificateEmailAnswer> {
  const about = aboutOf(to);
  return once(ctx, {
    read: async () => {
      const letter = await newestTo(ctx.db, about);
      return letter && shown(letter);
    },
    write: (mark) => write(ctx, to, mark),
  });
}

const aboutOf = (to: Addressee) => ({ ...to, mailbox: mailbox(to.email), kind: 'certificate' as const });

async function write(
  ctx: Ctx,
  to: Addressee & { policyId: number },
  mark: Mark,
): Promise<CertificateEmailAnswer> {
  const about = aboutOf(to);
  const last = await newestTo(ctx.db, about);
  if (last && isSame(last, ctx.clock())) {
    if (last.state !== 'awaiting_confirmation') return shown(last);
    await ctx.db.batch([askForConfirmation(ctx, to.wallet, to.email, SAME_MS), ...mark(last.id)]);
  } else {
    const since = new Date(ctx.clock() - DAY_MS).toISOString();
    if ((await countWritten(ctx.db, 'certificate', to.wallet, since)) >= PER_DAY) throw tooMany();
    await ctx.db.batch([
      ...certificateAsked(ctx, to, last?.created_at ?? 'first'),
      askForConfirmation(ctx, to.wallet, to.email, SAME_MS),
      ...mark(`certificate:${to.policyId}`),
    ]);
  }
  const letter = await newestTo(ctx.db, about);
  if (!letter) throw new Error('A letter that was just written is not there');
  if (letter.state === 'awaiting_confirmation' && !(await isAsked(ctx, about))) throw tooMany();
  return shown(letter);
}

function isSame(last: LetterRow, now: number): boolean {
  if (last.state === 'failed') return false;
  return last.state !== 'sent' || now - Date.parse(last.created_at) < SAME_MS;
}

/** Whether a confirmation letter with a valid link exists. */
function isAsked(ctx: Ctx, to: { wallet: string; mailbox: string }): Promise<boolean> {
  return isConfirmationOpen(ctx.db, to, new Date(ctx.clock() - QUIET_MS).toISOString());
}

const tooMany = () =>
  new AppError('rate_limited', 'Too many letters were requested today. Please try again tomorrow.', {
    retryAfter: DAY_MS / 1000,
  });

/** Status of the latest certificate letter for a wallet's policy; null if none. */
export async function lastCertificate(
  ctx: Ctx,
  about: { wallet: string; quote_id: string },
): Promise<CertificateEmailAnswer | null> {
  const letter = await newestAbout(ctx.db, { ...about, kind: 'certificate' });
  return letter && shown(letter);
}
