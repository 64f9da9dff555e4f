import { createFileRoute } from '@tanstack/react-router';
import { params } from '../../lib/search-params.ts';
import { pageTitle } from '../../lib/title.ts';
import { deskScreen } from '../-desk.ts';

export const Route = createFileRoute('/admin/queue')({
  validateSearch: params('section', 'kind', 'open', 'act', 'document'),
  head: pageTitle('Work queue'),
  component: deskScreen('QueueScreen'),
});
