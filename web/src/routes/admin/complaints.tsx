import { createFileRoute, redirect } from '@tanstack/react-router';
import { listParams } from '#web/lib/search-params.ts';

/** Complaints are a tab of the messages; older links still lead there. */
export const Route = createFileRoute('/admin/complaints')({
  validateSearch: listParams<never>(),
  beforeLoad: ({ search: { open } }) => {
    throw redirect({ to: '/admin/messages', search: { category: 'complaint', open }, replace: true });
  },
});
