import { createFileRoute } from '@tanstack/react-router';
import { params } from '../../lib/search-params.ts';
import { pageTitle } from '../../lib/title.ts';
import { deskScreen } from '../-desk.ts';

export const Route = createFileRoute('/admin/reports')({
  validateSearch: params('period', 'from'),
  head: pageTitle('Reports'),
  component: deskScreen('ReportsScreen'),
});
