import {
  BookOpenText,
  ChartColumn,
  ChartLine,
  CircleAlert,
  CircleDollarSign,
  FileText,
  Inbox,
  LayoutDashboard,
  type LucideIcon,
  MessageSquare,
  ScrollText,
  Settings,
  ShieldAlert,
  Users,
  Wallet,
} from 'lucide-react';
import type { QueueCounts } from '#domain/admin/records-schema.ts';
import type { Permission } from '#domain/permissions.ts';
import type { DeskPath } from '#web/features/admin/paths.ts';

export interface DeskLink {
  to: DeskPath;
  label: string;
  icon: LucideIcon;
  needs?: Permission;
  /** What of the queue's counts stands beside it. */
  counts?: Exclude<keyof QueueCounts, 'newest'>;
}

/** The desk's screens in the order of the rail (admin.md §2, then ours). */
export const DESK_LINKS: readonly DeskLink[] = [
  { to: '/admin/admin-dashboard', label: 'Dashboard', icon: LayoutDashboard },
  { to: '/admin/queue', label: 'Work queue', icon: Inbox, counts: 'queue' },
  { to: '/admin/users', label: 'Users', icon: Users },
  { to: '/admin/policies', label: 'Policies', icon: FileText, counts: 'policies' },
  { to: '/admin/claims', label: 'Claims', icon: ShieldAlert, counts: 'claims' },
  { to: '/admin/messages', label: 'Messages', icon: MessageSquare, counts: 'messages' },
  { to: '/admin/analytics', label: 'Analytics', icon: ChartLine },
  { to: '/admin/revenue', label: 'Revenue', icon: CircleDollarSign },
  { to: '/admin/reports', label: 'Reports', icon: ChartColumn },
  { to: '/admin/books', label: 'Books', icon: BookOpenText },
  { to: '/admin/exceptions', label: 'Exceptions', icon: CircleAlert, counts: 'exceptions' },
  { to: '/admin/contract', label: 'Contract', icon: Wallet },
  { to: '/admin/audit-log', label: 'Audit log', icon: ScrollText, needs: 'audit_log.read' },
  { to: '/admin/settings', label: 'Settings', icon: Settings },
];
