import { createFileRoute } from '@tanstack/react-router';
import { params } from '#web/lib/search-params.ts';
import { deskScreen } from '#web/routes/-desk.ts';

export const Route = createFileRoute('/admin/reports')({
  validateSearch: params('period', 'from', 'view', 'kind'),
  ...deskScreen('ReportsScreen', 'Reports'),
});
