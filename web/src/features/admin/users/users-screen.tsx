import { Link } from '@tanstack/react-router';
import * as usersApi from '#domain/admin/users-api.ts';
import type { UserEntry } from '#domain/admin/users-schema.ts';
import { ActionButtons } from '#web/features/admin/kit/action-bar.tsx';
import { offered } from '#web/features/admin/kit/actions.ts';
import { amount, badge, count, custom, date, person, text } from '#web/features/admin/kit/cells.tsx';
import { DeskList } from '#web/features/admin/kit/desk-list.tsx';
import { statusFilter } from '#web/features/admin/kit/filters-of.ts';
import { loaderOf } from '#web/features/admin/kit/pages.ts';
import type { DeskKind } from '#web/features/admin/kit/types.ts';
import { useChange } from '#web/features/admin/kit/use-change.ts';
import { DeskLink } from '#web/features/admin/parts/panel.tsx';
import { useAdmin } from '#web/features/admin/use-admin.ts';
import { CopyButton } from '#web/ui/copy.tsx';
import { ACTIVATE, nameOf, USER_STATUS } from './status.ts';
import { UserPanel } from './user-panel.tsx';

/** A row has no place to compare two versions, so somebody else's change is a toast like any failure. */
const NOT_HERE = async () => null;

/** Opens the customer's panel, with the form of an action if it names one. */
const Opens = ({ user, action, children }: { user: UserEntry; action?: string; children: string }) => (
  <Link
    from="/admin/users"
    to="."
    search={(now) => ({ ...now, open: user.wallet_address })}
    {...(action && { state: (now) => ({ ...now, action }) })}
    preload={false}
    resetScroll={false}
    aria-label={`${children} ${nameOf(user)}`}
    className="text-teal underline decoration-1 underline-offset-4 hover:decoration-2"
  >
    {children}
  </Link>
);

/** View, Activate or Deactivate, which asks for a reason, and a button for more (admin.md §2). */
function RowActions({ user }: { user: UserEntry }) {
  const admin = useAdmin();
  const change = useChange({
    of: ['users'],
    seen: user,
    read: NOT_HERE,
    name: (
      <DeskLink to="/admin/users" open={user.wallet_address}>
        {nameOf(user)}
      </DeskLink>
    ),
    failure: 'toast',
  });
  return (
    <span className="flex items-center justify-end gap-2">
      <Opens user={user}>View</Opens>
      {admin.may('users.write') && user.status === 'active' && (
        <Opens user={user} action="deactivate">
          Deactivate
        </Opens>
      )}
      <ActionButtons
        offer={offered([ACTIVATE], user, admin, 0)}
        record={user}
        change={change}
        keyed={false}
        inRow
      />
      <CopyButton text={user.wallet_address} label={`Copy the wallet of ${nameOf(user)}`} />
    </span>
  );
}

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
