import { createFileRoute } from '@tanstack/react-router';
import PrivacyPage from '#web/features/company/privacy.mdx';
import { pageTitle } from '#web/lib/title.ts';

export const Route = createFileRoute('/privacy')({
  head: pageTitle('Privacy policy'),
  component: PrivacyPage,
});
