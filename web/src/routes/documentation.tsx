import { createFileRoute } from '@tanstack/react-router';
import { DocumentationPage } from '../features/company/documentation.tsx';
import { pageTitle } from '../lib/title.ts';

export const Route = createFileRoute('/documentation')({
  head: pageTitle('Documentation'),
  component: DocumentationPage,
});
