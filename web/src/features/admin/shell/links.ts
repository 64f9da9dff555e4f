import {
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
import type { Permission } from '../../../../../domain/admin/roles.ts';

export interface DeskLink {
  to: string;
  label: string;
  icon: LucideIcon;
  needs?: Permission;
}

/** The desk's screens in the order of the rail (admin.md §2, then ours). */
export const DESK_LINKS: readonly DeskLink[] = [
  { to: '/admin/admin-dashboard', label: 'Dashboard', icon: LayoutDashboard },
  { to: '/admin/users', label: 'Users', icon: Users },
  { to: '/admin/policies', label: 'Policies', icon: FileText },
  { to: '/admin/claims', label: 'Claims', icon: ShieldAlert },
  { to: '/admin/messages', label: 'Messages', icon: MessageSquare },
  { to: '/admin/analytics', label: 'Analytics', icon: ChartLine },
  { to: '/admin/revenue', label: 'Revenue', icon: CircleDollarSign },
  { to: '/admin/reports', label: 'Reports', icon: ChartColumn },
  { to: '/admin/exceptions', label: 'Exceptions', icon: CircleAlert },
  { to: '/admin/contract', label: 'Contract', icon: Wallet },
  { to: '/admin/audit', label: 'Audit log', icon: ScrollText, needs: 'audit.read' },
  { to: '/admin/settings', label: 'Settings', icon: Settings },
];

/** Screens that the rail leaves out and the palette finds. */
export const MORE_LINKS: readonly DeskLink[] = [{ to: '/admin/queue', label: 'Work queue', icon: Inbox }];
