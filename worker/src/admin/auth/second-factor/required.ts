import { type AdminRole, needsSecondFactor } from '../../../../../domain/admin/roles.ts';
import type { Ctx } from '../../../platform/context.ts';
import { isLocal } from '../../../platform/settings.ts';

/** Whether the role needs a second factor here and has none. In the local demo nobody needs one. */
export function mustEnroll(
  { settings, url }: Ctx,
  { role, totpConfirmedAt }: { role: AdminRole; totpConfirmedAt: string | null },
): boolean {
  return totpConfirmedAt === null && needsSecondFactor(role) && !isLocal(settings, url);
}
