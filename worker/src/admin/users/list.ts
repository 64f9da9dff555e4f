import * as adminUsersApi from '#domain/admin/users-api.ts';
import { USER_STATUSES, type UserEntry } from '#domain/admin/users-schema.ts';
import { exportCsv } from '#worker/admin/export.ts';
import { countsByStatus } from '#worker/admin/repository.ts';
import { usDate } from '#worker/platform/http/csv.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { presentUser } from './present.ts';
import { readUserPage } from './repository.ts';

export const listUsers = serve(adminUsersApi.listUsers, async (ctx, query) => {
  const { rows, total, pagination } = await readUserPage(ctx.db, query, query);
  return {
    users: rows.map((row) => presentUser(ctx, row)),
    pagination: { ...pagination, total_users: total },
  };
});

/** Counts of customers by status. */
export const countUsers = serve(adminUsersApi.getUserStatistics, async (ctx) => {
  const count = await countsByStatus(ctx.db, 'users');
  return { total: count(''), by_status: USER_STATUSES.map((status) => ({ status, count: count(status) })) };
});

export const exportUsers = serve(adminUsersApi.exportUsers, (ctx, query) => {
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
});
