import { type ComponentType, lazy } from 'react';

interface Screen {
  title: string;
  Screen: ComponentType;
}

const screen = (title: string, load: () => Promise<ComponentType>): Screen => ({
  title,
  Screen: lazy(async () => ({ default: await load() })),
});

/** What follows `/admin/` in the address. Anything else leads to the dashboard (admin.md §2). */
export const SCREENS: Readonly<Record<string, Screen>> = {
  'admin-dashboard': screen(
    'Dashboard',
    async () => (await import('../dashboard/dashboard-screen.tsx')).DashboardScreen,
  ),
  queue: screen('Work queue', async () => (await import('../queue/queue-screen.tsx')).QueueScreen),
  users: screen('Users', async () => (await import('../users/users-screen.tsx')).UsersScreen),
  policies: screen(
    'Policy Requests',
    async () => (await import('../policies/policies-screen.tsx')).PoliciesScreen,
  ),
  claims: screen('Claims', async () => (await import('../claims/claims-screen.tsx')).ClaimsScreen),
  messages: screen('Messages', async () => (await import('../messages/messages-screen.tsx')).MessagesScreen),
  analytics: screen(
    'Analytics',
    async () => (await import('../analytics/analytics-screen.tsx')).AnalyticsScreen,
  ),
  revenue: screen('Revenue', async () => (await import('../revenue/revenue-screen.tsx')).RevenueScreen),
  reports: screen('Reports', async () => (await import('../reports/reports-screen.tsx')).ReportsScreen),
  exceptions: screen(
    'Payment exceptions',
    async () => (await import('../exceptions/exceptions-screen.tsx')).ExceptionsScreen,
  ),
  contract: screen('Contract', async () => (await import('../contract/contract-screen.tsx')).ContractScreen),
  audit: screen('Audit log', async () => (await import('../audit/audit-screen.tsx')).AuditScreen),
  settings: screen('Settings', async () => (await import('../settings/settings-screen.tsx')).SettingsScreen),
};
