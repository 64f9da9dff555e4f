import { createFileRoute } from '@tanstack/react-router';
import CookiePolicyPage from '../features/company/cookie-policy.mdx';
import { pageTitle } from '../lib/title.ts';

export const Route = createFileRoute('/cookie-policy')({
  head: pageTitle('Cookie policy'),
  component: CookiePolicyPage,
});
