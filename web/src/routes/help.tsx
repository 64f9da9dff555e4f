import { createFileRoute } from '@tanstack/react-router';
import HelpPage from '../features/company/help.mdx';
import { pageTitle } from '../lib/title.ts';

export const Route = createFileRoute('/help')({
  head: pageTitle('Help'),
  component: HelpPage,
});
