import * as accountApi from '#domain/account/api.ts';
import { conflict, notFound } from '#domain/errors.ts';
import { releaseLetters } from '#worker/delivery/mail/repository.ts';
import { findToken, spendToken } from '#worker/identity/account/repository.ts';
import { nowIso } from '#worker/platform/context.ts';
import { sha256Hex } from '#worker/platform/crypto/bytes.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { serve } from '#worker/platform/http/serve.ts';

const unknown = () =>
  notFound('This link has expired or is incomplete. Request the certificate again to get a new one.');
const used = () => conflict('This link has already been used to confirm its address.');

/** Confirms a token's address for its wallet and releases the letters that waited for it. */
export const confirmEmail = serve(accountApi.confirmEmail, async (ctx, { token }) => {
  const now = nowIso(ctx);
  const found = await findToken(ctx.db, await sha256Hex(token));
  if (!found || found.expires_at <= now) throw unknown();
  if (found.used_at !== null) throw used();
  await commit(ctx, [...spendToken(ctx.db, found, now), releaseLetters(ctx.db, found, now)], used());
  return { email: found.email, confirmed_at: now };
});
