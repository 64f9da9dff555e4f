import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import * as usersApi from '#domain/admin/users-api.ts';
import { USER_STATUSES, type UserEntry } from '#domain/admin/users-schema.ts';
import { formatUsd } from '#domain/money.ts';
import { DeskList } from '#web/features/admin/list/desk-list.tsx';
import { loaderOf } from '#web/features/admin/list/pages.ts';
import type { DeskColumn } from '#web/features/admin/list/types.ts';
import { Person, ShortDate, words } from '#web/features/admin/parts/cells.tsx';
import { adminApi } from '#web/features/admin/queries.ts';
import { useAdmin } from '#web/features/admin/use-admin.ts';
import { messageOf } from '#web/lib/api/errors.ts';
import { formatCount } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy.tsx';
import { toast } from '#web/ui/toast.ts';
import { Badge } from '#web/ui/values.tsx';
import { nameOf, useSetStatus } from './use-set-status.ts';
import { UserPanel } from './user-panel.tsx';

const loadUsers = loaderOf(usersApi.listUsers, 'users');

/** Counts by status. */
const statisticsQuery = adminApi.query(usersApi.getUserStatistics);

/** View, Activate or Deactivate at one click, and a button for more (admin.md §2). */
function RowActions({ user }: { user: UserEntry }) {
  const admin = useAdmin();
  const setStatus = useSetStatus();
  const change = useMutation({
    mutationFn: () => setStatus(user, user.status === 'active' ? 'inactive' : 'active'),
    onError: (error) => toast.error('Failed to update user status', messageOf(error)),
  });
  const label = user.status === 'active' ? 'Deactivate' : 'Activate';
  return (
    <span className="flex items-center justify-end gap-2">
      <Link
        from="/admin/users"
        to="."
        search={(now) => ({ ...now, open: user.wallet_address })}
        preload={false}
        resetScroll={false}
        aria-label={`View ${nameOf(user)}`}
        className="text-teal underline-offset-4 hover:underline"
      >
        View
      </Link>
      {admin.may('users.write') && (
        <Button
          variant="link"
          size="inline"
          busy={change.isPending}
          aria-label={`${label} ${nameOf(user)}`}
          onClick={() => change.mutate()}
        >
          {label}
        </Button>
      )}
      <CopyButton text={user.wallet_address} label={`Copy the wallet of ${nameOf(user)}`} />
    </span>
  );
}

export const USER_COLUMNS: readonly DeskColumn<UserEntry>[] = [
  {
    id: 'name',
    header: 'Customer',
    priority: 1,
    width: 12,
    grow: 2,
    narrow: 'first',
    fixed: true,
    cell: (user) => (
      <span className="flex min-w-0 items-center gap-2.5">
        <span
          aria-hidden
          className="hidden size-7 shrink-0 place-items-center rounded-full bg-teal-soft text-xs font-medium text-teal @4xl:grid"
        >
          {[...nameOf(user)][0]?.toUpperCase()}
        </span>
        <Person name={nameOf(user)} wallet={user.wallet_address} />
      </span>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    priority: 1,
    width: 6,
    narrow: 'end',
    cell: (user) => (
      <Badge variant={user.status === 'active' ? 'default' : 'destructive'}>
        {user.status === 'active' ? 'Active' : 'Inactive'}
      </Badge>
    ),
  },
  {
    id: 'email',
    header: 'Email',
    priority: 1,
    width: 10,
    grow: 2,
    narrow: 'second',
    cell: (user) => <span title={user.email ?? undefined}>{user.email ?? 'No email provided'}</span>,
  },
  {
    id: 'joined_date',
    header: 'Joined',
    priority: 3,
    width: 7,
    sort: 'joined_date',
    align: 'end',
    cell: (user) => <ShortDate at={user.joined_date} />,
  },
  {
    id: 'total_policies',
    header: 'Policies',
    priority: 2,
    width: 5,
    align: 'end',
    cell: (user) => formatCount(user.total_policies),
  },
  {
    id: 'total_premium',
    header: 'Premium',
    priority: 1,
    width: 7,
    narrow: 'second',
    narrowLabel: 'Premium',
    sort: 'total_premium',
    align: 'end',
    cell: (user) => formatUsd(user.total_premium),
  },
  {
    id: 'total_claims',
    header: 'Claims',
    priority: 2,
    width: 4.5,
    align: 'end',
    cell: (user) => formatCount(user.total_claims),
  },
  {
    id: 'actions',
    header: 'Actions',
    priority: 1,
    width: 10.5,
    align: 'end',
    cell: (user) => <RowActions user={user} />,
  },
];

export function UsersScreen() {
  const { data: statistics } = useQuery(statisticsQuery);
  const filters = [
    {
      key: 'status',
      label: 'Status',
      options: USER_STATUSES.map((value) => ({
        value,
        label: words(value),
        count: statistics?.by_status.find(({ status }) => status === value)?.count,
      })),
    },
  ];
  return (
    <DeskList
      list="users"
      title="Users"
      noun="users"
      columns={USER_COLUMNS}
      rowId={(user) => user.wallet_address}
      rowLabel={nameOf}
      filters={filters}
      defaultSort={{ by: 'joined_date', order: 'DESC' }}
      search={{ label: 'Search users', placeholder: 'Search users by name, email, or wallet...' }}
      load={loadUsers}
      exportCall={usersApi.exportUsers}
      empty="No users found"
      failed="Failed to load users"
      panelLabel="Customer"
      panel={(wallet) => <UserPanel key={wallet} wallet={wallet} />}
    />
  );
}
