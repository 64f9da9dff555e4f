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

/** What a call may need. Every role reads lists and records; encrypted fields need `reveal`. */
export const PERMISSIONS = [
  /** Activate and deactivate customers. */
  'users.write',
  /** Approve and reject policies, refund them, change their holder, refund exceptions. */
  'policies.write',
  /** Review, approve and reject claims, assign them, note on them. */
  'claims.decide',
  /** Prepare and report payouts, on chain or by another method. */
  'claims.pay',
  /** Reply to customers, set the status, priority and assignee of threads, write saved replies. */
  'messages.write',
  /** Decrypt private fields; each time is logged. */
  'reveal',
  /** Download lists, reports and books, with names and email addresses; each time is logged. */
  'export',
  /** Read the audit log. */
  'audit_log.read',
  /** Create, invite, disable and re-enable administrators, and see their sessions. */
  'admins.manage',
  /** Change the system's settings. */
  'settings.write',
  /** Close a month of the books. */
  'books.close',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

const GRANTED: Readonly<Record<AdminRole, readonly Permission[]>> = {
  administrator: PERMISSIONS,
  underwriter: ['users.write', 'policies.write', 'messages.write', 'reveal'],
  claims: ['claims.decide', 'claims.pay', 'messages.write', 'reveal'],
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
