import type * as z from 'zod';
import type {
  recoveryCodes,
  totpEnrollment,
  totpRemoveRequest,
} from '../../../../domain/admin/auth-schema.ts';
import { AppError } from '../../../../domain/errors.ts';
import { type AdminCtx, nowIso } from '../../platform/context.ts';
import type { Statement, Statements } from '../../platform/db/client.ts';
import { commit } from '../../platform/db/commit.ts';
import { fieldError } from '../../quotes/terms.ts';
import { auditLogLine } from '../audit-log-line.ts';
import { type Challenge, challenged } from './challenge.ts';
import { spendCode } from './second-factor/code.ts';
import { newRecoveryCodes } from './second-factor/recovery.ts';
import {
  confirmSecret,
  guardFactor,
  removeSecret,
  replaceRecoveryCodes,
  storeSecret,
} from './second-factor/repository.ts';
import { newSecret } from './second-factor/totp.ts';

type RecoveryCodes = z.output<typeof recoveryCodes>;

const wrongCode = () =>
  fieldError('code', 'This code is incorrect or was already used. Please try the next one.');

/** Another request of the same administrator came first. */
const overtaken = (): never => {
  throw new AppError('conflict', 'Your second factor was just changed. Please review it and try again.');
};

const logged = (ctx: AdminCtx, action: string) =>
  auditLogLine(ctx, { action, subject: `admin:${ctx.admin.id}` });

/** Makes the secret of a second factor. It counts once a code of it was confirmed; until then each call makes a new one. */
export async function enrollTotp(
  ctx: AdminCtx,
  { password, client }: { password: string; client: string },
): Promise<z.output<typeof totpEnrollment>> {
  const { admin, passed } = await challenged(ctx, { password, client });
  if (admin.totpConfirmedAt !== null) {
    throw new AppError('conflict', 'A second factor is already enrolled. Please remove it first.');
  }
  const { secret, uri, sealed } = await newSecret(ctx.settings.detailsKeys, admin);
  const stored = [storeSecret(ctx.db, admin.id, sealed), logged(ctx, 'admin.totp_started')];
  await commit(ctx, [guardFactor(ctx.db, admin), ...stored, ...passed], overtaken);
  return { secret, uri };
}

/** Runs the batch that a code of the second factor allows. 422 for a wrong or used one. */
async function withCode(
  ctx: AdminCtx,
  challenge: Challenge & { code: string },
  problem: (admin: { totpConfirmedAt: string | null }) => string | null,
  statements: readonly Statement[],
): Promise<void> {
  const { admin, passed } = await challenged(ctx, challenge);
  const conflict = problem(admin);
  if (conflict !== null) throw new AppError('conflict', conflict);
  const spent = await spendCode(ctx, admin, challenge.code);
  if (spent === null) throw wrongCode();
  await commit(ctx, [guardFactor(ctx.db, admin), ...spent, ...statements, ...passed] as Statements, () => {
    throw wrongCode();
  });
}

const notEnrolled = ({ totpConfirmedAt }: { totpConfirmedAt: string | null }) =>
  totpConfirmedAt === null ? 'No second factor is enrolled.' : null;

/** The first right code makes the second factor count. Answers the recovery codes, this once. */
export async function confirmTotp(
  ctx: AdminCtx,
  input: { code: string; client: string },
): Promise<RecoveryCodes> {
  const { codes, hashes } = await newRecoveryCodes(ctx.admin.id);
  const enrolled = ({ totpConfirmedAt }: { totpConfirmedAt: string | null }) =>
    totpConfirmedAt === null ? null : 'A second factor is already enrolled.';
  await withCode(ctx, input, enrolled, [
    confirmSecret(ctx.db, ctx.admin.id, nowIso(ctx)),
    ...replaceRecoveryCodes(ctx.db, ctx.admin.id, hashes),
    logged(ctx, 'admin.totp_enrolled'),
  ]);
  return { recovery_codes: codes };
}

export async function removeTotp(
  ctx: AdminCtx,
  input: z.output<typeof totpRemoveRequest> & { client: string },
): Promise<void> {
  const statements = [...removeSecret(ctx.db, ctx.admin.id), logged(ctx, 'admin.totp_removed')];
  await withCode(ctx, input, notEnrolled, statements);
}

/** Ten new recovery codes; the ones before no longer work. */
export async function renewRecoveryCodes(
  ctx: AdminCtx,
  input: { code: string; client: string },
): Promise<RecoveryCodes> {
  const { codes, hashes } = await newRecoveryCodes(ctx.admin.id);
  await withCode(ctx, input, notEnrolled, [
    ...replaceRecoveryCodes(ctx.db, ctx.admin.id, hashes),
    logged(ctx, 'admin.recovery_codes_renewed'),
  ]);
  return { recovery_codes: codes };
}
