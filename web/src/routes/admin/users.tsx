import { createFileRoute } from '@tanstack/react-router';
import { listParams } from '#web/lib/search-params.ts';
import { deskScreen } from '#web/routes/-desk.ts';

export const Route = createFileRoute('/admin/users')({
  validateSearch: listParams('status'),
  ...deskScreen('UsersScreen', 'Users'),
});
