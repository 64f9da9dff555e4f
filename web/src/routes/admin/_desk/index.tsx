import { createFileRoute } from '@tanstack/react-router';
import { QueueScreen } from '../../../features/admin/queue/queue-screen.tsx';
import { pageTitle } from '../../../lib/title.ts';

export const Route = createFileRoute('/admin/_desk/')({
  head: pageTitle('Work queue'),
  component: QueueScreen,
});
