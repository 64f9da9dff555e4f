import { createFileRoute } from '@tanstack/react-router';
import { LoginScreen } from '../../features/admin/auth/login-screen.tsx';
import { pageTitle } from '../../lib/title.ts';

export const Route = createFileRoute('/admin/admin-login')({
  head: pageTitle('Admin login'),
  component: LoginScreen,
});
