import { createFileRoute } from '@tanstack/react-router';
import { PoliciesScreen } from '../../../features/admin/policies/policies-screen.tsx';
import { pageTitle } from '../../../lib/title.ts';

export const Route = createFileRoute('/admin/_desk/policies')({
  head: pageTitle('Policy Requests'),
  component: PoliciesScreen,
});
