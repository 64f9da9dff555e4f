import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod';
import { revealedFacts } from '../../../../../domain/admin/policies-schema.ts';
import { noteEntry } from '../../../../../domain/admin/records-schema.ts';
import {
  userDetail,
  userList,
  userStatistics,
  type userStatusRequest,
} from '../../../../../domain/admin/users-schema.ts';
import { orMissing } from '../../../lib/api/errors.ts';
import { listKey } from '../list/queries.ts';
import { toPage } from '../list/types.ts';
import { adminApi, ifMatch } from '../queries.ts';

export const loadUsers = async (query: string, signal: AbortSignal) =>
  toPage(await adminApi.get(`/admin/users?${query}`, userList, signal), 'users', 'total_users');

/** Counts by status. Whatever changes the list changes these. */
export const statisticsQuery = queryOptions({
  queryKey: [...listKey('users'), 'statistics'],
  queryFn: ({ signal }) => adminApi.get('/admin/users/statistics', userStatistics, signal),
});

const path = (wallet: string) => `/admin/users/${encodeURIComponent(wallet)}`;

export const userQuery = (wallet: string) =>
  queryOptions({
    queryKey: ['user', wallet],
    queryFn: ({ signal }) => orMissing(adminApi.get(path(wallet), userDetail, signal)),
  });

export const setUserStatus = (wallet: string, body: z.output<typeof userStatusRequest>, version: number) =>
  adminApi.patch(`${path(wallet)}/status`, body, userDetail, ifMatch(version));

export const endUserSessions = (wallet: string) => adminApi.delete(`${path(wallet)}/sessions`, userDetail);

export const addUserNote = (wallet: string, text: string) =>
  adminApi.post(`${path(wallet)}/notes`, { text }, noteEntry);

export const revealUser = async (wallet: string, reason: string) =>
  (await adminApi.post(`${path(wallet)}/reveal`, { reason }, revealedFacts)).data;
