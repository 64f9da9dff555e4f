import { createFileRoute } from '@tanstack/react-router';
import { ClaimsScreen } from '../../../features/admin/claims/claims-screen.tsx';
import { pageTitle } from '../../../lib/title.ts';

export const Route = createFileRoute('/admin/_desk/claims')({
  head: pageTitle('Claims'),
  component: ClaimsScreen,
});
