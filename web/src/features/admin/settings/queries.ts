import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod';
import { approvalEntries } from '../../../../../domain/admin/approvals-schema.ts';
import {
  adminChanged,
  type adminChangeRequest,
  adminEntries,
  adminInvitation,
  type adminInviteRequest,
  adminSessions,
  type passwordChangeRequest,
  recoveryCodes,
  totpEnrollment,
  type totpRemoveRequest,
  workloadEntries,
} from '../../../../../domain/admin/auth-schema.ts';
import { settingsChange, underwritingTrial } from '../../../../../domain/admin/settings-schema.ts';
import { adminApi, ifMatch, ignored } from '../queries.ts';

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => adminApi.get('/admin/auth/sessions', adminSessions, signal),
});
export const revokeSession = (id: string) =>
  adminApi.delete(`/admin/auth/sessions/${encodeURIComponent(id)}`, ignored);

export const changePassword = (body: z.output<typeof passwordChangeRequest>) =>
  adminApi.post('/admin/auth/password', body, ignored);

export const startTotp = async (password: string) =>
  (await adminApi.post('/admin/auth/totp', { password }, totpEnrollment)).data;
/** Enrolls the app, and answers the first recovery codes. */
export const confirmTotp = async (code: string) =>
  (await adminApi.post('/admin/auth/totp/confirm', { code }, recoveryCodes)).data;
export const removeTotp = (body: z.output<typeof totpRemoveRequest>) =>
  adminApi.post('/admin/auth/totp/remove', body, ignored);
export const newRecoveryCodes = async (code: string) =>
  (await adminApi.post('/admin/auth/recovery-codes', { code }, recoveryCodes)).data;

export const adminsQuery = queryOptions({
  queryKey: ['admins'],
  queryFn: ({ signal }) => adminApi.get('/admin/admins', adminEntries, signal),
});
export const workloadQuery = queryOptions({
  queryKey: ['workload'],
  queryFn: ({ signal }) => adminApi.get('/admin/workload', workloadEntries, signal),
});
/** Proposes an administrator to a second one. */
export const inviteAdmin = (body: z.output<typeof adminInviteRequest>) =>
  adminApi.post('/admin/admins', body, ignored);
export const newInvitation = async (id: number) =>
  (await adminApi.post(`/admin/admins/${id}/invitation`, {}, adminInvitation)).data;
export const changeAdmin = (id: number, body: z.output<typeof adminChangeRequest>) =>
  adminApi.patch(`/admin/admins/${id}`, body, adminChanged);
export const endAdminSessions = (id: number) => adminApi.delete(`/admin/admins/${id}/sessions`, ignored);

export type FormName = 'profile' | 'notifications' | 'security' | 'system' | 'sender' | 'underwriting';
/** Saves the given fields of one form. */
export const saveForm = (form: FormName, body: Readonly<Record<string, unknown>>, version: number) =>
  adminApi.patch(`/admin/settings/${form}`, body, settingsChange, ifMatch(version));
/** What the rules would have done with past policies. */
export const tryUnderwriting = async (rules: Readonly<Record<string, unknown>>) =>
  (await adminApi.post('/admin/settings/underwriting/try', rules, underwritingTrial)).data;
export const sendTestLetter = async () =>
  (await adminApi.post('/admin/settings/sender/test', {}, z.object({ sent_to: z.string() }))).data;

const REFRESH_MS = 60_000;
/** What needs a second administrator. */
export const approvalsQuery = queryOptions({
  queryKey: ['approvals'],
  queryFn: ({ signal }) => adminApi.get('/admin/approvals', approvalEntries, signal),
  refetchInterval: REFRESH_MS,
});
export const decideApproval = (id: string, how: 'confirm' | 'refuse') =>
  adminApi.post(`/admin/approvals/${id}/${how}`, {}, ignored);
