import { createFileRoute } from '@tanstack/react-router';
import { pageTitle } from '#web/lib/title.ts';
import { deskScreen } from '#web/routes/-desk.ts';

export const Route = createFileRoute('/admin/admin-login')({
  head: pageTitle('Admin login'),
  component: deskScreen('LoginScreen'),
});
