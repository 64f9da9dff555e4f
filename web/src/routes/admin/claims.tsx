import { createFileRoute } from '@tanstack/react-router';
import { listParams } from '#web/lib/search-params.ts';
import { deskScreen } from '#web/routes/-desk.ts';

export const Route = createFileRoute('/admin/claims')({
  validateSearch: listParams('status', 'policy_type', 'amount', 'flag', 'assigned', 'queue', 'document'),
  ...deskScreen('ClaimsScreen', 'Claims'),
});
