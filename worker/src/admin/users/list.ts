import type * as z from 'zod';
import {
  USER_STATUSES,
  type UserEntry,
  type userList,
  type userListQuery,
  type userStatistics,
} from '../../../../domain/admin/users-schema.ts';
import type { AdminCtx } from '../../platform/context.ts';
import { usDate } from '../../platform/http/csv.ts';
import { exportCsv } from '../export.ts';
import { countsByStatus } from '../repository.ts';
import { presentUser } from './present.ts';
import { readUserPage } from './repository.ts';

type Query = z.output<typeof userListQuery>;

export async function listUsers(ctx: AdminCtx, query: Query): Promise<z.output<typeof userList>> {
  const { rows, total, pagination } = await readUserPage(ctx.db, query, query);
  return {
    users: rows.map((row) => presentUser(ctx, row)),
    pagination: { ...pagination, total_users: total },
  };
}

/** Counts of customers by status. */
export async function countUsers(ctx: AdminCtx): Promise<z.output<typeof userStatistics>> {
  const count = await countsByStatus(ctx.db, 'users');
  return { total: count(''), by_status: USER_STATUSES.map((status) => ({ status, count: count(status) })) };
}

export function exportUsers(ctx: AdminCtx, query: Query): Promise<Response> {
  return exportCsv<UserEntry>(ctx, {
    list: 'users',
    query,
    columns: [
      { title: 'Name', value: ({ name }) => name },
      { title: 'Email', value: ({ email }) => email },
      { title: 'Wallet', value: (user) => user.wallet_address },
      { title: 'Status', value: ({ status }) => status },
      { title: 'Joined', value: (user) => usDate(user.joined_date) },
      { title: 'Policies', value: (user) => user.total_policies },
      { title: 'Premium (USD)', value: (user) => user.total_premium },
      { title: 'Claims', value: (user) => user.total_claims },
    ],
    read: async (page) => {
      const found = await readUserPage(ctx.db, { ...query, ...page }, query);
      return { ...found, rows: found.rows.map((row) => presentUser(ctx, row)) };
    },
  });
}
