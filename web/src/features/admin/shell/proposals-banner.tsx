import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { proposalsQuery } from '../settings/queries.ts';
import { useAdmin } from '../use-admin.ts';

const SETTINGS: string = '/admin/settings';

/** Says on every screen that a colleague's proposal waits for this administrator. */
export function ProposalsBanner() {
  const admin = useAdmin();
  const { data = [] } = useQuery({ ...proposalsQuery, enabled: admin.may('admins.manage') });
  const count = data.filter(({ not_by_you: reason }) => reason === null).length;
  if (count === 0) return null;
  return (
    <p role="status" className="shrink-0 border-b border-amber/35 bg-amber-soft px-3 py-2 sm:px-5">
      {count === 1 ? 'A change waits' : `${count} changes wait`} for your confirmation.{' '}
      <Link to={SETTINGS} search={{}} className="text-teal underline underline-offset-4">
        Look at {count === 1 ? 'it' : 'them'}
      </Link>
    </p>
  );
}
