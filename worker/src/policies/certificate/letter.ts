import { DAY_MS } from '#domain/days.ts';
import { AppError } from '#domain/errors.ts';
import type { CertificateEmailAnswer } from '#domain/policy/service-schema.ts';
import { countWritten, newestAbout } from '#worker/delivery/mail/repository.ts';
import type { OutboxRow } from '#worker/delivery/outbox/repository.ts';
import { mailbox } from '#worker/identity/account/email.ts';
import { type Ctx, isoIn } from '#worker/platform/context.ts';
import { type Mark, once } from '#worker/platform/db/once.ts';
import type { PolicyTold } from '#worker/told/policies.ts';
import { askForConfirmation, QUIET_MS, tell } from '#worker/told/tell.ts';

/** Who asked for a certificate, of which policy, and where it goes. */
interface Asked {
  wallet: string;
  quote_id: string;
  email: string;
  policy: PolicyTold;
}

/** Requests this close together count as one. */
const SAME_MS = 60_000;
const PER_DAY = 20;

const shown = (letter: OutboxRow): CertificateEmailAnswer => ({
  email: letter.target,
  state: letter.state,
  at: letter.sent_at ?? letter.created_at,
});

/**
 * Writes a letter with a policy's certificate. A request within a minute of the last one to that address,
 * or while that one is unsent, returns the same letter. If the address is unconfirmed, the confirmation
 * letter is sent again.
 */
export function writeCertificate(ctx: Ctx, asked: Asked): Promise<CertificateEmailAnswer> {
  const about = aboutOf(asked);
  return once(ctx, {
    read: async () => {
      const letter = await newestAbout(ctx.db, about);
      return letter && shown(letter);
    },
    write: (mark) => write(ctx, asked, mark),
  });
}

const aboutOf = ({ wallet, quote_id, email }: Asked) =>
  ({ wallet, quote_id, mailbox: mailbox(email), kind: 'certificate' }) as const;

async function write(ctx: Ctx, asked: Asked, mark: Mark): Promise<CertificateEmailAnswer> {
  const { wallet, quote_id, email, policy } = asked;
  const about = aboutOf(asked);
  const last = await newestAbout(ctx.db, about);
  if (last && isSame(last, ctx.clock())) {
    if (last.state !== 'awaiting_confirmation') return shown(last);
    await ctx.db.batch([askForConfirmation(ctx, wallet, email, SAME_MS), ...mark(last.id)]);
  } else {
    const since = isoIn(ctx, -DAY_MS);
    if ((await countWritten(ctx.db, { wallet, kind: 'certificate' }, since)) >= PER_DAY) throw tooMany();
    // When the last such letter was written keeps two simultaneous requests to one letter.
    const key = `certificate:${wallet}:${quote_id}:${email}:${last?.created_at ?? 'first'}`;
    await ctx.db.batch([
      askForConfirmation(ctx, wallet, email, SAME_MS),
      ...tell(ctx, 'certificate', { wallet, quote_id, email, key }, policy),
      ...mark(`certificate:${policy.policy_id}`),
    ]);
  }
  const letter = await newestAbout(ctx.db, about);
  if (!letter) throw new Error('A letter that was just written is not there');
  if (letter.state === 'awaiting_confirmation' && !(await isAsked(ctx, about))) throw tooMany();
  return shown(letter);
}

function isSame(last: OutboxRow, now: number): boolean {
  if (last.state === 'failed') return false;
  return last.state !== 'sent' || now - Date.parse(last.created_at) < SAME_MS;
}

/** Whether a confirmation letter with a valid link exists. */
async function isAsked(ctx: Ctx, { wallet, mailbox }: { wallet: string; mailbox: string }): Promise<boolean> {
  const since = isoIn(ctx, -QUIET_MS);
  return (await countWritten(ctx.db, { wallet, mailbox, kind: 'address_entered' }, since)) > 0;
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
