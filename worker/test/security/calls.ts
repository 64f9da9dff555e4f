/** The calls of the contract by name, such as `GET /claims/{wallet}`, and who may make them. */
import { ADMIN_ROLES, type AdminRole, rolesWith } from '#domain/admin/roles.ts';
import type { Call } from '#domain/http/call.ts';
import type { Permission } from '#domain/permissions.ts';
import { callsOf } from '#worker/platform/http/serve.ts';
import { CONTRACT } from '#worker/served.gen.ts';

export const nameOf = ({ method, path }: Call) => `${method} ${path}`;
export const pathIn = (name: string) => name.split(' ')[1] ?? '';
export const takesBody = ({ body, optionalBody, maxFileBytes }: Call) =>
  (body ?? optionalBody ?? maxFileBytes) !== undefined;

export const CALLS: readonly Call[] = callsOf(CONTRACT);
const isDesk = ({ who }: Call) => who === 'enrolling' || who?.startsWith('admin: ') === true;

/** Calls of the desk; the contract names the permission that each needs. */
export const DESK = CALLS.filter(isDesk);
/** Calls of a customer with a session. */
export const OWN = CALLS.filter(({ who }) => who === 'wallet');
export const PUBLIC = CALLS.filter(({ who }) => who === undefined || who === 'anyone');

/** The roles that a call of the desk serves; all others get 403. */
export function rolesOf({ who }: Call): readonly AdminRole[] {
  const permission = who?.replace('admin: ', '');
  return permission === 'read' || permission === 'enrolling'
    ? ADMIN_ROLES
    : rolesWith(permission as Permission);
}
