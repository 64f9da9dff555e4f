import { createFileRoute } from '@tanstack/react-router';
import AboutPage from '../features/company/about.mdx';
import { pageTitle } from '../lib/title.ts';

export const Route = createFileRoute('/about')({
  head: pageTitle('About'),
  component: AboutPage,
});
