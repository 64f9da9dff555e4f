import type { AdminEntry } from '#domain/admin/auth-schema.ts';
import { ROLE_LABELS } from '#domain/admin/roles.ts';
import type { ListedAdmin } from './repository.ts';

/** Who has no password yet is invited. */
export function presentAdmin({ admin, createdByName, sessions }: ListedAdmin): AdminEntry {
  const { id, email, name, role } = admin;
  return {
    id,
    email,
    name,
    role,
    role_label: ROLE_LABELS[role],
    status: admin.status === 'active' && admin.passwordHash === '' ? 'invited' : admin.status,
    totp_enabled: admin.totpConfirmedAt !== null,
    created_at: admin.createdAt,
    created_by: createdByName,
    last_sign_in_at: admin.lastSignInAt,
    sessions,
    payout_limit_usd: admin.payoutLimitUsd,
  };
}
