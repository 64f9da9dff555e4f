import { createFileRoute } from '@tanstack/react-router';
import { listParams } from '#web/lib/search-params.ts';
import { deskScreen } from '#web/routes/-desk.ts';

export const Route = createFileRoute('/admin/policies')({
  validateSearch: listParams('status', 'policy_type', 'queue'),
  ...deskScreen('PoliciesScreen', 'Policy Requests'),
});
