import { createFileRoute } from '@tanstack/react-router';
import { listParams } from '#web/lib/search-params.ts';
import { deskScreen } from '#web/routes/-desk.ts';

export const Route = createFileRoute('/admin/audit-log')({
  validateSearch: listParams('admin_id', 'subject'),
  ...deskScreen('AuditLogScreen', 'Audit log'),
});
