import { createFileRoute } from '@tanstack/react-router';
import PrivacyPage from '../features/company/privacy.mdx';
import { pageTitle } from '../lib/title.ts';

export const Route = createFileRoute('/privacy')({
  head: pageTitle('Privacy policy'),
  component: PrivacyPage,
});
