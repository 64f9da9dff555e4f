import { createFileRoute } from '@tanstack/react-router';
import { listParams } from '../../lib/search-params.ts';
import { pageTitle } from '../../lib/title.ts';
import { deskScreen } from '../-desk.ts';

export const Route = createFileRoute('/admin/claims')({
  validateSearch: listParams('status', 'policy_type', 'assigned', 'queue', 'document'),
  head: pageTitle('Claims'),
  component: deskScreen('ClaimsScreen'),
});
