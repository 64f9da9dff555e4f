import { createFileRoute } from '@tanstack/react-router';
import { pageTitle } from '#web/lib/title.ts';
import { deskScreen } from '#web/routes/-desk.ts';

export const Route = createFileRoute('/admin/analytics')({
  head: pageTitle('Analytics'),
  component: deskScreen('AnalyticsScreen'),
});
