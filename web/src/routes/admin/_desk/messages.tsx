import { createFileRoute } from '@tanstack/react-router';
import { MessagesScreen } from '../../../features/admin/messages/messages-screen.tsx';
import { pageTitle } from '../../../lib/title.ts';

export const Route = createFileRoute('/admin/_desk/messages')({
  head: pageTitle('Messages'),
  component: MessagesScreen,
});
