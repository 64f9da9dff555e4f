import { createFileRoute } from '@tanstack/react-router';
import { params } from '#web/lib/search-params.ts';
import { deskScreen } from '#web/routes/-desk.ts';

export const Route = createFileRoute('/admin/admin-dashboard')({
  validateSearch: params('timeframe', 'figure'),
  ...deskScreen('DashboardScreen', 'Dashboard'),
});
