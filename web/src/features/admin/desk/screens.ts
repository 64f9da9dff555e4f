// What the routes under /admin show, in one chunk (routes/-desk.ts).
export { AnalyticsScreen } from '#web/features/admin/analytics/analytics-screen.tsx';
export { AuditLogScreen } from '#web/features/admin/audit-log/audit-log-screen.tsx';
export { LoginScreen } from '#web/features/admin/auth/login-screen.tsx';
export { BooksScreen } from '#web/features/admin/books/books-screen.tsx';
export { ClaimsScreen } from '#web/features/admin/claims/claims-screen.tsx';
export { ContractScreen } from '#web/features/admin/contract/contract-screen.tsx';
export { DashboardScreen } from '#web/features/admin/dashboard/dashboard-screen.tsx';
export { ExceptionsScreen } from '#web/features/admin/exceptions/exceptions-screen.tsx';
export { MessagesScreen } from '#web/features/admin/messages/messages-screen.tsx';
export { PoliciesScreen } from '#web/features/admin/policies/policies-screen.tsx';
export { QueueScreen } from '#web/features/admin/queue/queue-screen.tsx';
export { ReportsScreen } from '#web/features/admin/reports/reports-screen.tsx';
export { RevenueScreen } from '#web/features/admin/revenue/revenue-screen.tsx';
export { SettingsScreen } from '#web/features/admin/settings/settings-screen.tsx';
export { DeskFrame } from '#web/features/admin/shell/desk.tsx';
export { UsersScreen } from '#web/features/admin/users/users-screen.tsx';
