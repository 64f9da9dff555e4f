import * as adminAuthApi from '#domain/admin/auth-api.ts';
import { conflict, fieldError } from '#domain/errors.ts';
import { newRecoveryCodes, newSecret, spendCode } from '#worker/admin/auth/second-factor/code.ts';
import { type AdminCtx, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { clientIn } from '#worker/platform/http/client.ts';
import { serve } from '#worker/platform/http/serve.ts';
import type { Act } from '#worker/told/acts.ts';
import { recordAct } from '#worker/told/record.ts';
import { type Challenge, challenged } from './challenge.ts';
import {
  confirmSecret,
  guardFactor,
  removeSecret,
  replaceRecoveryCodes,
  storeSecret,
} from './second-factor/repository.ts';

const wrongCode = () =>
  fieldError('code', 'This code is incorrect or was already used. Please try the next one.');

/** Another request of the same administrator came first. */
const overtaken = (): never => {
  throw conflict('Your second factor was just changed. Please review it and try again.');
};

const logged = (ctx: AdminCtx, action: Act) => recordAct(ctx, { action, subject: `admin:${ctx.admin.id}` });

/** Makes the secret of a second factor. It counts once a code of it was confirmed; until then each call makes a new one. */
export const enrollTotp = serve(adminAuthApi.enrollTotp, async (ctx, { password }, request) => {
  const { admin, passed } = await challenged(ctx, { password, client: clientIn(request) });
  if (admin.totp_confirmed_at !== null) {
    throw conflict('A second factor is already enrolled. Please remove it first.');
  }
  const { secret, uri, sealed } = await newSecret(ctx.settings.detailsKeys, admin);
  const stored = [storeSecret(ctx.db, admin.id, sealed), logged(ctx, 'admin.totp_started')];
  await commit(ctx, [guardFactor(ctx.db, admin), ...stored, ...passed], overtaken);
  return { secret, uri };
});

/** Runs the batch that a code of the second factor allows. 422 for a wrong or used one. */
async function withCode(
  ctx: AdminCtx,
  challenge: Challenge & { code: string },
  problem: (admin: { totp_confirmed_at: string | null }) => string | null,
  statements: readonly Statement[],
): Promise<void> {
  const { admin, passed } = await challenged(ctx, challenge);
  const refusal = problem(admin);
  if (refusal !== null) throw conflict(refusal);
  const spent = await spendCode(ctx, admin, challenge.code);
  if (spent === null) throw wrongCode();
  await commit(ctx, [guardFactor(ctx.db, admin), ...spent, ...statements, ...passed], wrongCode());
}

const notEnrolled = ({ totp_confirmed_at }: { totp_confirmed_at: string | null }) =>
  totp_confirmed_at === null ? 'No second factor is enrolled.' : null;

/** The first right code makes the second factor count. Answers the recovery codes, this once. */
export const confirmTotp = serve(adminAuthApi.confirmTotp, async (ctx, input, request) => {
  const { codes, hashes } = await newRecoveryCodes(ctx.admin.id);
  const enrolled = ({ totp_confirmed_at }: { totp_confirmed_at: string | null }) =>
    totp_confirmed_at === null ? null : 'A second factor is already enrolled.';
  await withCode(ctx, { ...input, client: clientIn(request) }, enrolled, [
    confirmSecret(ctx.db, ctx.admin.id, nowIso(ctx)),
    ...replaceRecoveryCodes(ctx.db, ctx.admin.id, hashes),
    logged(ctx, 'admin.totp_enrolled'),
  ]);
  return { recovery_codes: codes };
});

export const removeTotp = serve(adminAuthApi.removeTotp, async (ctx, input, request) => {
  const statements = [...removeSecret(ctx.db, ctx.admin.id), logged(ctx, 'admin.totp_removed')];
  await withCode(ctx, { ...input, client: clientIn(request) }, notEnrolled, statements);
});

/** Ten new recovery codes; the ones before no longer work. */
export const renewRecoveryCodes = serve(adminAuthApi.renewRecoveryCodes, async (ctx, input, request) => {
  const { codes, hashes } = await newRecoveryCodes(ctx.admin.id);
  await withCode(ctx, { ...input, client: clientIn(request) }, notEnrolled, [
    ...replaceRecoveryCodes(ctx.db, ctx.admin.id, hashes),
    logged(ctx, 'admin.recovery_codes_renewed'),
  ]);
  return { recovery_codes: codes };
});
