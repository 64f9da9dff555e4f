import { createFileRoute } from '@tanstack/react-router';
import { PrivacyPage } from '../features/company/privacy.tsx';
import { pageTitle } from '../lib/title.ts';

export const Route = createFileRoute('/privacy')({
  head: pageTitle('Privacy policy'),
  component: PrivacyPage,
});
