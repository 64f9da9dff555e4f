import { useQueryClient } from '@tanstack/react-query';
import { AuthFrame } from '#web/features/admin/auth/auth-frame.tsx';
import { logOut, profileQuery } from '#web/features/admin/queries.ts';
import { useAdmin } from '#web/features/admin/use-admin.ts';
import { Button } from '#web/ui/button.tsx';
import { EnrollTotp } from './enroll-totp.tsx';

/** A role that pays or administers works only with a second factor. */
export function ForcedEnrollment() {
  const admin = useAdmin();
  const cache = useQueryClient();
  return (
    <AuthFrame title="Add a second factor">
      <p className="text-muted">
        {admin.require_totp
          ? 'The settings require a second factor of everyone.'
          : `${admin.role_label} is a role that can move money or change accounts.`}{' '}
        Add an authenticator app before the desk opens.
      </p>
      <EnrollTotp onDone={() => void cache.invalidateQueries(profileQuery)} />
      <Button variant="quiet" size="small" onClick={() => void logOut()}>
        Logout
      </Button>
    </AuthFrame>
  );
}
