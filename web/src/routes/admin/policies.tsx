import { createFileRoute } from '@tanstack/react-router';
import { listParams } from '#web/lib/search-params.ts';
import { pageTitle } from '#web/lib/title.ts';
import { deskScreen } from '#web/routes/-desk.ts';

export const Route = createFileRoute('/admin/policies')({
  validateSearch: listParams('status', 'policy_type', 'queue'),
  head: pageTitle('Policy Requests'),
  component: deskScreen('PoliciesScreen'),
});
