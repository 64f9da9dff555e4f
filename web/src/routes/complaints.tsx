import { createFileRoute } from '@tanstack/react-router';
import { ComplaintScreen } from '#web/features/help/public-pages.tsx';
import { pageTitle } from '#web/lib/title.ts';

export const Route = createFileRoute('/complaints')({
  head: pageTitle('Complaints'),
  component: ComplaintScreen,
});
