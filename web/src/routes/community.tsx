import { createFileRoute } from '@tanstack/react-router';
import CommunityPage from '../features/company/community.mdx';
import { pageTitle } from '../lib/title.ts';

export const Route = createFileRoute('/community')({
  head: pageTitle('Community'),
  component: CommunityPage,
});
