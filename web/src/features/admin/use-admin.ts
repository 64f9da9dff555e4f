import { useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { AdminProfile } from '#domain/admin/auth-schema.ts';
import { isPermitted } from '#domain/admin/roles.ts';
import type { Permission } from '#domain/permissions.ts';
import { colleaguesQuery } from './queries.ts';

export const AdminContext = createContext<AdminProfile | null>(null);

export interface Admin extends AdminProfile {
  /** Whether to show what needs this permission. The server checks it again. */
  may: (permission: Permission) => boolean;
}

/** The signed-in administrator. Every screen of the desk has one (shell/desk.tsx). */
export function useAdmin(): Admin {
  const profile = useContext(AdminContext);
  if (profile === null) throw new Error('useAdmin is only for screens of the desk');
  return { ...profile, may: (permission) => profile.permissions.includes(permission) };
}

/**
 * Options of a select of people: nobody, oneself, then the others. The value is the id, or `nobody`.
 * @param permission only those whose role may do this, such as `claims.decide` where a claim is assigned
 */
export function useColleagues(permission?: Permission, enabled = true): { value: string; label: string }[] {
  const me = useAdmin();
  const { data = [] } = useQuery({ ...colleaguesQuery, enabled });
  const able = data.filter(({ role }) => permission === undefined || isPermitted(role, permission));
  const others = able
    .filter((one) => one.id !== me.id)
    .map((one) => ({ value: String(one.id), label: one.name }));
  const own = permission === undefined || me.may(permission) ? [{ value: String(me.id), label: 'Me' }] : [];
  return [{ value: 'nobody', label: 'Nobody' }, ...own, ...others];
}
