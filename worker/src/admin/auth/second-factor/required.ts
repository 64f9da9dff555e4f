import { type AdminRole, needsSecondFactor } from '#domain/admin/roles.ts';
import type { Ctx } from '#worker/platform/context.ts';
import { isLocal } from '#worker/platform/settings.ts';

/**
 * Whether the administrator needs a second factor and has none: every role if the settings say so, otherwise roles that pay
 * or administer, except in the local demo.
 */
export function mustEnroll(
  { settings, url }: Ctx,
  { role, totp_confirmed_at }: { role: AdminRole; totp_confirmed_at: string | null },
  requireTotp: boolean,
): boolean {
  const needed = requireTotp || (needsSecondFactor(role) && !isLocal(settings, url));
  return needed && totp_confirmed_at === null;
}
