import { createFileRoute } from '@tanstack/react-router';
import { listParams } from '../../lib/search-params.ts';
import { pageTitle } from '../../lib/title.ts';
import { deskScreen } from '../-desk.ts';

export const Route = createFileRoute('/admin/messages')({
  validateSearch: listParams('category', 'status', 'priority', 'assigned'),
  head: pageTitle('Messages'),
  component: deskScreen('MessagesScreen'),
});
