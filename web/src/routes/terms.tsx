import { createFileRoute } from '@tanstack/react-router';
import TermsPage from '../features/company/terms.mdx';
import { pageTitle } from '../lib/title.ts';

export const Route = createFileRoute('/terms')({
  head: pageTitle('Terms of service'),
  component: TermsPage,
});
