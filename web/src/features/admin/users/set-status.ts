import * as usersApi from '#domain/admin/users-api.ts';
import type { UserEntry } from '#domain/admin/users-schema.ts';
import { adminApi, isConflict, readAgain } from '#web/features/admin/queries.ts';
import { messageOf } from '#web/lib/api/errors.ts';
import { toast } from '#web/ui/toast.ts';

export const nameOf = (user: Pick<UserEntry, 'name'>) => user.name || 'Unknown User';

/** Each status with the other one: what turns it, and what that one means for the customer. */
export const USER_STATUS = {
  active: { label: 'Active', variant: 'default', turn: 'Deactivate', to: 'inactive' },
  inactive: { label: 'Inactive', variant: 'destructive', turn: 'Activate', to: 'active' },
} as const;
const EFFECTS = {
  active: 'The customer can get quotes again.',
  inactive: 'The customer is signed out and keeps their cover, but gets no new quote.',
} as const;
export const STATUS_FAILED = 'Failed to update user status';

async function undo(before: UserEntry, version: number) {
  const { wallet_address: wallet, status, status_note: note } = before;
  try {
    await adminApi.send(usersApi.setUserStatus, {
      wallet,
      body: { status, notes: note ?? undefined },
      version,
    });
    toast.success('Undone', `${nameOf(before)} is ${status} again.`);
  } catch (error) {
    toast.error(
      'Not undone',
      isConflict(error)
        ? `Somebody changed ${nameOf(before)} in the meantime. Open the customer to see how it is now.`
        : messageOf(error),
    );
  } finally {
    void readAgain('users');
  }
}

/** Activates or deactivates a customer at once. The toast offers to undo it, as long as nobody changed it again. */
export async function setStatus(before: UserEntry, status: UserEntry['status']): Promise<void> {
  const { wallet_address: wallet, version } = before;
  const { version: changed } = await adminApi.ask(usersApi.setUserStatus, {
    wallet,
    body: { status },
    version,
  });
  const action = { label: 'Undo', run: () => void undo(before, changed) };
  toast.success('User status updated successfully', EFFECTS[status], action);
}
