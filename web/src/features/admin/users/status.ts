import * as usersApi from '#domain/admin/users-api.ts';
import type { UserEntry } from '#domain/admin/users-schema.ts';
import type { RecordAction } from '#web/features/admin/kit/actions.ts';
import { words } from '#web/features/admin/parts/cells.tsx';
import { adminApi } from '#web/features/admin/queries.ts';

export const nameOf = (user: Pick<UserEntry, 'name'>) => user.name || 'Unknown User';

export const USER_STATUS = {
  active: { label: 'Active', variant: 'default' },
  inactive: { label: 'Inactive', variant: 'destructive' },
} as const;

type Status = keyof typeof USER_STATUS;

export const TURNED = 'User status updated successfully';
export const NOT_TURNED = 'Failed to update user status';

export const turn = ({ wallet_address: wallet, version }: UserEntry, status: Status, notes?: string) =>
  adminApi.ask(usersApi.setUserStatus, { wallet, body: { status, notes }, version });

/** Sets status and note back, on the version that the change made. */
export const undoTurn = (before: UserEntry) =>
  turn({ ...before, version: before.version + 1 }, before.status, before.status_note ?? undefined);

/** Activate, at one click (admin.md §4). The audit log keeps it, and the note that can follow. */
export const ACTIVATE: RecordAction<UserEntry> = {
  key: 'activate',
  label: 'Activate',
  name: (user) => `Activate ${nameOf(user)}`,
  needs: 'users.write',
  when: ({ status }) => status === 'inactive',
  act: (user) => turn(user, 'active'),
  told: () => ({
    done: TURNED,
    failed: NOT_TURNED,
    mine: (now) => [['Status', words(now.status), words('active')]],
    undo: undoTurn,
  }),
};
