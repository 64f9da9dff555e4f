import * as usersApi from '#domain/admin/users-api.ts';
import type { UserEntry } from '#domain/admin/users-schema.ts';
import { amount, badge, count, custom, date, person, text } from '#web/features/admin/kit/cells.tsx';
import { DeskList } from '#web/features/admin/kit/desk-list.tsx';
import { statusFilter } from '#web/features/admin/kit/filters-of.ts';
import { loaderOf } from '#web/features/admin/kit/pager.tsx';
import type { DeskKind } from '#web/features/admin/kit/types.ts';
import { RowActions } from './row-actions.tsx';
import { nameOf, USER_STATUS } from './status.ts';
import { UserPanel } from './user-panel.tsx';

export const USERS: DeskKind<UserEntry, typeof usersApi.getUserStatistics> = {
  list: 'users',
  title: 'Users',
  noun: 'users',
  panelLabel: 'Customer',
  load: loaderOf(usersApi.listUsers, 'users'),
  columns: [
    person(
      'name',
      'Customer',
      (user) => ({ name: nameOf(user), wallet: user.wallet_address, initial: true }),
      {
        width: 12,
        fixed: true,
      },
    ),
    badge('status', 'Status', (user) => USER_STATUS[user.status], { width: 6 }),
    text('email', 'Email', (user) => user.email ?? 'No email provided', {
      priority: 1,
      width: 10,
      narrow: 'second',
    }),
    date('joined_date', 'Joined', (user) => user.joined_date, { sort: true }),
    count('total_policies', 'Policies', (user) => user.total_policies, { width: 5 }),
    amount('total_premium', 'Premium', (user) => user.total_premium, {
      width: 7,
      narrowLabel: 'Premium',
      sort: true,
    }),
    count('total_claims', 'Claims', (user) => user.total_claims),
    custom('actions', 'Actions', (user) => <RowActions user={user} />, { width: 10.5, narrow: undefined }),
  ],
  rowId: (user) => user.wallet_address,
  rowLabel: nameOf,
  filters: [statusFilter(USER_STATUS)],
  defaultSort: { by: 'joined_date', order: 'DESC' },
  search: { placeholder: 'Search users by name, email, or wallet...' },
  exportCall: usersApi.exportUsers,
  Panel: UserPanel,
  statistics: usersApi.getUserStatistics,
};

export const UsersScreen = () => <DeskList kind={USERS} />;
