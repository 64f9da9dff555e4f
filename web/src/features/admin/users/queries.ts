import * as usersApi from '#domain/admin/users-api.ts';
import { listKey } from '#web/features/admin/list/queries.ts';
import { toPage } from '#web/features/admin/list/types.ts';
import { adminApi } from '#web/features/admin/queries.ts';

export const loadUsers = async (query: string, signal: AbortSignal) =>
  toPage(await adminApi.ask(usersApi.listUsers, { query }, { signal }), 'users', 'total_users');

/** Counts by status. Whatever changes the list changes these. */
export const statisticsQuery = adminApi.query(
  usersApi.getUserStatistics,
  {},
  { queryKey: [...listKey('users'), 'statistics'] },
);

export const userQuery = (wallet: string) =>
  adminApi.findQuery(usersApi.getUser, { wallet }, { queryKey: ['user', wallet] });
