import { PERMISSIONS, type Permission } from '#domain/permissions.ts';

/** What an administrator is hired for. `administrator` may do everything. */
export const ADMIN_ROLES = ['administrator', 'underwriter', 'claims', 'support', 'auditor'] as const;
export type AdminRole = (typeof ADMIN_ROLES)[number];

export const ROLE_LABELS: Readonly<Record<AdminRole, string>> = {
  administrator: 'System Administrator',
  underwriter: 'Underwriter',
  claims: 'Claims Handler',
  support: 'Support',
  auditor: 'Auditor',
};

const GRANTED: Readonly<Record<AdminRole, readonly Permission[]>> = {
  administrator: PERMISSIONS,
  underwriter: ['users.write', 'policies.write', 'transfers.send', 'messages.write', 'reveal'],
  claims: ['claims.decide', 'claims.pay', 'transfers.send', 'messages.write', 'reveal'],
  support: ['messages.write'],
  auditor: ['export', 'audit_log.read'],
};

export function permissionsOf(role: AdminRole): readonly Permission[] {
  return GRANTED[role];
}

export function isPermitted(role: AdminRole, permission: Permission): boolean {
  return GRANTED[role].includes(permission);
}

/** The roles that have a permission. */
export const rolesWith = (permission: Permission): AdminRole[] =>
  ADMIN_ROLES.filter((role) => isPermitted(role, permission));

const PAYING: readonly Permission[] = ['policies.write', 'claims.pay', 'admins.manage', 'settings.write'];

/** Whether a change of role grants a permission to pay or administer, so that a second administrator has to confirm it. */
export function grantsPayment(from: AdminRole | null, to: AdminRole): boolean {
  return PAYING.some((each) => isPermitted(to, each) && !(from !== null && isPermitted(from, each)));
}

/** Whether the role pays or administers, so that it needs a second factor outside the local demo. */
export function needsSecondFactor(role: AdminRole): boolean {
  return PAYING.some((permission) => isPermitted(role, permission));
}

/** Whether a payout is within an administrator's own authority: null is as much as the role may. */
export const isWithinAuthority = (usd: number, limitUsd: number | null): boolean =>
  limitUsd === null || usd <= limitUsd;

/** Whether a change of payout authority lets somebody pay more, so that a second administrator has to confirm it. */
export const raisesAuthority = (from: number | null, to: number | null): boolean =>
  from !== null && (to === null || to > from);
