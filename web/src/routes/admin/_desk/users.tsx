import { createFileRoute } from '@tanstack/react-router';
import { UsersScreen } from '../../../features/admin/users/users-screen.tsx';
import { pageTitle } from '../../../lib/title.ts';

export const Route = createFileRoute('/admin/_desk/users')({
  head: pageTitle('Users'),
  component: UsersScreen,
});
