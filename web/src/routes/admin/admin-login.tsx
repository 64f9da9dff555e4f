import { createFileRoute } from '@tanstack/react-router';
import { pageTitle } from '../../lib/title.ts';
import { deskScreen } from '../-desk.ts';

export const Route = createFileRoute('/admin/admin-login')({
  head: pageTitle('Admin login'),
  component: deskScreen('LoginScreen'),
});
