import { createFileRoute } from '@tanstack/react-router';
import { listParams } from '../../lib/search-params.ts';
import { pageTitle } from '../../lib/title.ts';
import { deskScreen } from '../-desk.ts';

export const Route = createFileRoute('/admin/complaints')({
  validateSearch: listParams('status'),
  head: pageTitle('Complaints'),
  component: deskScreen('ComplaintsScreen'),
});
