import { createFileRoute } from '@tanstack/react-router';
import DocumentationPage from '../features/company/documentation.mdx';
import { pageTitle } from '../lib/title.ts';

export const Route = createFileRoute('/documentation')({
  head: pageTitle('Documentation'),
  component: DocumentationPage,
});
