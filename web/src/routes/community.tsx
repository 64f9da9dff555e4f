import { createFileRoute } from '@tanstack/react-router';
import CommunityPage from '#web/features/company/community.mdx';
import { pageTitle } from '#web/lib/title.ts';

export const Route = createFileRoute('/community')({
  head: pageTitle('Community'),
  component: CommunityPage,
});
