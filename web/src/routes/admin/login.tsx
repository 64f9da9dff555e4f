import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/admin/login')({
  beforeLoad: ({ location }) => {
    throw redirect({ to: '/admin/admin-login', hash: location.hash, replace: true });
  },
});
