import { createFileRoute } from '@tanstack/react-router';
import { ComplaintScreen } from '../features/contact/complaint-screen.tsx';
import { pageTitle } from '../lib/title.ts';

export const Route = createFileRoute('/complaints')({
  head: pageTitle('Complaints'),
  component: ComplaintScreen,
});
