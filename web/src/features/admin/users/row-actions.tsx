import { Link } from '@tanstack/react-router';
import type { UserEntry } from '#domain/admin/users-schema.ts';
import { ActionButtons } from '#web/features/admin/kit/action-bar.tsx';
import { offered } from '#web/features/admin/kit/actions.ts';
import { useChange } from '#web/features/admin/kit/use-change.ts';
import { DeskLink } from '#web/features/admin/parts/panel.tsx';
import { useAdmin } from '#web/features/admin/use-admin.ts';
import { CopyButton } from '#web/ui/copy.tsx';
import { ACTIVATE, nameOf } from './status.ts';

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
export function RowActions({ user }: { user: UserEntry }) {
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
