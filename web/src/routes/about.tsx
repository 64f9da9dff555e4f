import { createFileRoute } from '@tanstack/react-router';
import AboutPage from '#web/features/company/about.mdx';
import { pageTitle } from '#web/lib/title.ts';

export const Route = createFileRoute('/about')({
  head: pageTitle('About'),
  component: AboutPage,
});
