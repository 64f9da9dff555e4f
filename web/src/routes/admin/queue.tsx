import { createFileRoute } from '@tanstack/react-router';
import { params } from '#web/lib/search-params.ts';
import { deskScreen } from '#web/routes/-desk.ts';

export const Route = createFileRoute('/admin/queue')({
  validateSearch: params('section', 'kind', 'policy_type', 'amount', 'flag', 'open', 'act', 'document'),
  ...deskScreen('QueueScreen', 'Work queue'),
});
