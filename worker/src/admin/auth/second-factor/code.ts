import { type Ctx, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { recoveryHash } from './recovery.ts';
import { isUnusedCode, spendRecoveryCode, spendStep } from './repository.ts';
import { stepOfCode } from './totp.ts';

interface Enrolled {
  id: number;
  email: string;
  sealed_totp: string | null;
  totp_step: number | null;
}

/**
 * Statements that use up a code of the administrator's second factor, for the start of the batch that it allows; null if
 * the code is wrong. They fail on a constraint if it was used meanwhile.
 */
export async function spendCode(ctx: Ctx, admin: Enrolled, text: string): Promise<Statement[] | null> {
  const code = text.replace(/\s/g, '');
  const { sealed_totp } = admin;
  if (sealed_totp === null) return null;
  const step = await stepOfCode(
    ctx.settings.detailsKeys,
    { ...admin, sealedTotp: sealed_totp },
    code,
    ctx.clock(),
  );
  if (step !== null) {
    return admin.totp_step !== null && step <= admin.totp_step ? null : spendStep(ctx.db, admin.id, step);
  }
  const hash = await recoveryHash(admin.id, code);
  if (!(await isUnusedCode(ctx.db, admin.id, hash))) return null;
  return spendRecoveryCode(ctx.db, admin.id, hash, nowIso(ctx));
}
