import { proxy } from 'valtio';
import { local } from './storage.ts';

/** Where the bearer token of the signed-in administrator is kept, as bare text (admin.md §3). */
const ADMIN_TOKEN = 'adminToken';

interface AdminSession {
  token: string | null;
  /** Why the last session ended. After a refusal, the login leads back to where the administrator was. */
  endedBy: 'user' | 'refused' | null;
}

export const adminSession = proxy<AdminSession>({ token: local.text(ADMIN_TOKEN) || null, endedBy: null });

export function startAdminSession(token: string): void {
  adminSession.token = token;
  adminSession.endedBy = null;
  local.writeText(ADMIN_TOKEN, token);
}

/** Ends the session. With `token`, only if that token is still in use; answers whether it was. */
export function endAdminSession(endedBy: 'user' | 'refused', token = adminSession.token): boolean {
  if (token === null || adminSession.token !== token) return false;
  adminSession.token = null;
  adminSession.endedBy = endedBy;
  local.remove(ADMIN_TOKEN);
  return true;
}

/** Follows a sign-in or sign-out in another tab. Answers how to stop. */
export function followAdminTabs(): () => void {
  const follow = ({ key, newValue }: StorageEvent) => {
    if (key !== ADMIN_TOKEN) return;
    adminSession.token = newValue || null;
    adminSession.endedBy = newValue ? null : 'user';
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}
