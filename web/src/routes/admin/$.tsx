import { createFileRoute, redirect } from '@tanstack/react-router';

/** An unknown path falls back to the dashboard (admin.md §2). */
export const Route = createFileRoute('/admin/$')({
  beforeLoad: () => {
    throw redirect({ to: '/admin/admin-dashboard', replace: true });
  },
});
