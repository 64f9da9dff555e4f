import { createFileRoute } from '@tanstack/react-router';
import AccessibilityPage from '../features/company/accessibility.mdx';
import { pageTitle } from '../lib/title.ts';

export const Route = createFileRoute('/accessibility')({
  head: pageTitle('Accessibility'),
  component: AccessibilityPage,
});
