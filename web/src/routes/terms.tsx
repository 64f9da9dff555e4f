import { createFileRoute } from '@tanstack/react-router';
import TermsPage from '#web/features/company/terms.mdx';
import { pageTitle } from '#web/lib/title.ts';

export const Route = createFileRoute('/terms')({
  head: pageTitle('Terms of service'),
  component: TermsPage,
});
