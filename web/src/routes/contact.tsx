import { createFileRoute } from '@tanstack/react-router';
import { ContactScreen } from '#web/features/help/public-pages.tsx';
import { pageTitle } from '#web/lib/title.ts';

export const Route = createFileRoute('/contact')({
  head: pageTitle('Contact'),
  component: ContactScreen,
});
