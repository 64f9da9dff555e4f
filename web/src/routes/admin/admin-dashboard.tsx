import { createFileRoute } from '@tanstack/react-router';
import { params } from '../../lib/search-params.ts';
import { pageTitle } from '../../lib/title.ts';
import { deskScreen } from '../-desk.ts';

export const Route = createFileRoute('/admin/admin-dashboard')({
  validateSearch: params('timeframe', 'figure'),
  head: pageTitle('Dashboard'),
  component: deskScreen('DashboardScreen'),
});
