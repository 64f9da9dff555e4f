import { createFileRoute } from '@tanstack/react-router';
import AccessibilityPage from '#web/features/company/accessibility.mdx';
import { pageTitle } from '#web/lib/title.ts';

export const Route = createFileRoute('/accessibility')({
  head: pageTitle('Accessibility'),
  component: AccessibilityPage,
});
