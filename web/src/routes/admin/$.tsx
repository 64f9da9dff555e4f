import { createFileRoute, redirect } from '@tanstack/react-router';

/** Anything else under /admin leads to the dashboard (admin.md §2), and links to `/admin/login` to the login. */
export const Route = createFileRoute('/admin/$')({
  beforeLoad: ({ params: { _splat }, location: { hash } }) => {
    const to = _splat === 'login' ? '/admin/admin-login' : '/admin/admin-dashboard';
    throw redirect({ to, hash, replace: true });
  },
});
