import { createFileRoute } from '@tanstack/react-router';
import DocumentationPage from '#web/features/company/documentation.mdx';
import { pageTitle } from '#web/lib/title.ts';

export const Route = createFileRoute('/documentation')({
  head: pageTitle('Documentation'),
  component: DocumentationPage,
});
