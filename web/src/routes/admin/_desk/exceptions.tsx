import { createFileRoute } from '@tanstack/react-router';
import { ExceptionsScreen } from '../../../features/admin/exceptions/exceptions-screen.tsx';
import { pageTitle } from '../../../lib/title.ts';

export const Route = createFileRoute('/admin/_desk/exceptions')({
  head: pageTitle('Payment exceptions'),
  component: ExceptionsScreen,
});
