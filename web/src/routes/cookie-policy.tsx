import { createFileRoute } from '@tanstack/react-router';
import CookiePolicyPage from '#web/features/company/cookie-policy.mdx';
import { pageTitle } from '#web/lib/title.ts';

export const Route = createFileRoute('/cookie-policy')({
  head: pageTitle('Cookie policy'),
  component: CookiePolicyPage,
});
