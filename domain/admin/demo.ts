import type { AdminRole } from './roles.ts';

/** The administrator that the login's hint names. */
export const DEMO_ADMIN_EMAIL = 'admin@mooring.local';

/**
 * The accounts that `npm start` creates, all with one password made on this machine: two administrators, since some steps
 * need a second one, and one account for each other role.
 */
export const DEMO_ADMINISTRATORS: readonly { email: string; name: string; role: AdminRole }[] = [
  { email: DEMO_ADMIN_EMAIL, name: 'Demo Administrator', role: 'administrator' },
  { email: 'second@mooring.local', name: 'Second Administrator', role: 'administrator' },
  { email: 'underwriter@mooring.local', name: 'Demo Underwriter', role: 'underwriter' },
  { email: 'claims@mooring.local', name: 'Demo Claims Handler', role: 'claims' },
  { email: 'support@mooring.local', name: 'Demo Support', role: 'support' },
  { email: 'auditor@mooring.local', name: 'Demo Auditor', role: 'auditor' },
];

/** Shortest password of a real administrator. */
export const MIN_ADMIN_PASSWORD = 12;
