import { createFileRoute } from '@tanstack/react-router';
import { listParams } from '../../lib/search-params.ts';
import { pageTitle } from '../../lib/title.ts';
import { deskScreen } from '../-desk.ts';

export const Route = createFileRoute('/admin/policies')({
  validateSearch: listParams('status', 'policy_type', 'queue'),
  head: pageTitle('Policy Requests'),
  component: deskScreen('PoliciesScreen'),
});
