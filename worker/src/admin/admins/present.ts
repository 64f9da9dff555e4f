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
    status: admin.status === 'active' && admin.password_hash === '' ? 'invited' : admin.status,
    totp_enabled: admin.totp_confirmed_at !== null,
    created_at: admin.created_at,
    created_by: createdByName,
    last_sign_in_at: admin.last_sign_in_at,
    sessions,
    payout_limit_usd: admin.payout_limit_usd,
  };
}
