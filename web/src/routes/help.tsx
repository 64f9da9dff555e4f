import { createFileRoute } from '@tanstack/react-router';
import HelpPage from '#web/features/company/help.mdx';
import { pageTitle } from '#web/lib/title.ts';

export const Route = createFileRoute('/help')({
  head: pageTitle('Help'),
  component: HelpPage,
});
