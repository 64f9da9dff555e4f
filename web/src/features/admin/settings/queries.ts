import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod';
import {
  type adminChangeRequest,
  adminEntries,
  adminEntry,
  adminInvitation,
  type adminInviteRequest,
  adminSessions,
  type passwordChangeRequest,
  recoveryCodes,
  totpEnrollment,
  type totpRemoveRequest,
} from '../../../../../domain/admin/auth-schema.ts';
import { adminApi, ignored } from '../queries.ts';

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
export const inviteAdmin = async (body: z.output<typeof adminInviteRequest>) =>
  (await adminApi.post('/admin/admins', body, adminInvitation)).data;
export const newInvitation = async (id: number) =>
  (await adminApi.post(`/admin/admins/${id}/invitation`, {}, adminInvitation)).data;
export const changeAdmin = (id: number, body: z.output<typeof adminChangeRequest>) =>
  adminApi.patch(`/admin/admins/${id}`, body, adminEntry);
export const endAdminSessions = (id: number) => adminApi.delete(`/admin/admins/${id}/sessions`, ignored);
