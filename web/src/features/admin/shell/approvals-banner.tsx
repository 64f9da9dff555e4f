import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { approvalsQuery } from '#web/features/admin/queries.ts';
import { useAdmin } from '#web/features/admin/use-admin.ts';

/** Says on every screen that a colleague's approval waits for this administrator. */
export function ApprovalsBanner() {
  const admin = useAdmin();
  const { data = [] } = useQuery({ ...approvalsQuery, enabled: admin.may('admins.manage') });
  const count = data.filter(({ not_by_you: reason }) => reason === null).length;
  if (count === 0) return null;
  return (
    <p role="status" className="shrink-0 border-b border-amber/35 bg-amber-soft px-3 py-2 sm:px-5">
      {count === 1 ? 'A change needs' : `${count} changes need`} your confirmation.{' '}
      <Link to="/admin/settings" className="text-teal underline underline-offset-4">
        Look at {count === 1 ? 'it' : 'them'}
      </Link>
    </p>
  );
}
