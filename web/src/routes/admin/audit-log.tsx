import { createFileRoute } from '@tanstack/react-router';
import { listParams } from '../../lib/search-params.ts';
import { pageTitle } from '../../lib/title.ts';
import { deskScreen } from '../-desk.ts';

export const Route = createFileRoute('/admin/audit-log')({
  validateSearch: listParams('admin_id', 'subject'),
  head: pageTitle('Audit log'),
  component: deskScreen('AuditLogScreen'),
});
