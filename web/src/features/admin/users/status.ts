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

/** Activate or Deactivate at one click (admin.md §4). The audit log keeps it, and the note that can follow. */
const turning = (from: Status, to: Status, label: string, effect: string): RecordAction<UserEntry> => ({
  key: label.toLowerCase(),
  label,
  name: (user) => `${label} ${nameOf(user)}`,
  variant: to === 'inactive' ? 'danger' : undefined,
  needs: 'users.write',
  when: ({ status }) => status === from,
  act: ({ wallet_address: wallet, version }) =>
    adminApi.ask(usersApi.setUserStatus, { wallet, body: { status: to }, version }),
  told: () => ({
    done: 'User status updated successfully',
    about: effect,
    failed: 'Failed to update user status',
    mine: (now) => [['Status', words(now.status), words(to)]],
    undo: ({ wallet_address: wallet, status, status_note: note, version }) =>
      adminApi.ask(usersApi.setUserStatus, {
        wallet,
        body: { status, notes: note ?? undefined },
        version: version + 1,
      }),
  }),
});

export const TURNS: readonly RecordAction<UserEntry>[] = [
  turning(
    'active',
    'inactive',
    'Deactivate',
    'The customer is signed out and keeps their cover, but gets no new quote.',
  ),
  turning('inactive', 'active', 'Activate', 'The customer can get quotes again.'),
];
