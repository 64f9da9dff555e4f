import * as adminsApi from '#domain/admin/admins-api.ts';
import * as approvalsApi from '#domain/admin/approvals-api.ts';
import * as authApi from '#domain/admin/auth-api.ts';
import * as settingsApi from '#domain/admin/settings-api.ts';
import { adminApi } from '#web/features/admin/queries.ts';

const REFRESH_MS = 60_000;

export const sessionsQuery = adminApi.query(authApi.listOwnSessions);
export const adminsQuery = adminApi.query(adminsApi.listAdministrators);
export const workloadQuery = adminApi.query(adminsApi.listWorkload);
/** What needs a second administrator. */
export const approvalsQuery = adminApi.query(approvalsApi.listApprovals, {}, { refetchInterval: REFRESH_MS });

/** How each form of the settings is saved. */
export const SAVE = {
  profile: settingsApi.changeOwnProfile,
  notifications: settingsApi.changeOwnNotifications,
  security: settingsApi.changeSecurity,
  system: settingsApi.changeSystem,
  sender: settingsApi.changeSender,
  underwriting: settingsApi.changeUnderwriting,
};
export type FormName = keyof typeof SAVE;
