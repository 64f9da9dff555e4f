import type * as z from 'zod';
import type { confirmEmailAnswer } from '../../../../domain/account/schema.ts';
import { AppError } from '../../../../domain/errors.ts';
import { releaseLetters } from '../../delivery/mail/repository.ts';
import { findToken, spendToken } from '../../identity/account/repository.ts';
import { type Ctx, nowIso } from '../../platform/context.ts';
import { sha256Hex } from '../../platform/crypto/sha256.ts';
import { commit } from '../../platform/db/commit.ts';

const unknown = () =>
  new AppError(
    'not_found',
    'This link has expired or is incomplete. Request the certificate again to get a new one.',
  );
const used = () => new AppError('conflict', 'This link has already been used to confirm its address.');

/** Confirms a token's address for its wallet and releases the letters that waited for it. */
export async function confirmEmail(ctx: Ctx, token: string): Promise<z.output<typeof confirmEmailAnswer>> {
  const now = nowIso(ctx);
  const found = await findToken(ctx.db, await sha256Hex(token));
  if (!found || found.expiresAt <= now) throw unknown();
  if (found.usedAt !== null) throw used();
  await commit(ctx, [...spendToken(ctx.db, found, now), releaseLetters(ctx.db, found, now)], () => {
    throw used();
  });
  return { email: found.email, confirmed_at: now };
}
