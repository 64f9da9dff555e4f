import { createFileRoute } from '@tanstack/react-router';
import { AuditScreen } from '../../../features/admin/audit/audit-screen.tsx';
import { pageTitle } from '../../../lib/title.ts';

export const Route = createFileRoute('/admin/_desk/audit')({
  head: pageTitle('Audit log'),
  component: AuditScreen,
});
