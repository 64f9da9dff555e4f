import { useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { AdminProfile } from '../../../../domain/admin/auth-schema.ts';
import type { Permission } from '../../../../domain/admin/roles.ts';
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

/** Options of an assignee select: nobody, oneself, then the others. The value is the id, or `nobody`. */
export function useColleagues(): { value: string; label: string }[] {
  const { id } = useAdmin();
  const { data = [] } = useQuery(colleaguesQuery);
  const others = data
    .filter((one) => one.id !== id)
    .map((one) => ({ value: String(one.id), label: one.name }));
  return [{ value: 'nobody', label: 'Nobody' }, { value: String(id), label: 'Me' }, ...others];
}
