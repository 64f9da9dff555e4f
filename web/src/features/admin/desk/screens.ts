// What the routes under /admin show, in one chunk (routes/-desk.ts).
export { AnalyticsScreen } from '../analytics/analytics-screen.tsx';
export { AuditLogScreen } from '../audit-log/audit-log-screen.tsx';
export { LoginScreen } from '../auth/login-screen.tsx';
export { BooksScreen } from '../books/books-screen.tsx';
export { ClaimsScreen } from '../claims/claims-screen.tsx';
export { ContractScreen } from '../contract/contract-screen.tsx';
export { DashboardScreen } from '../dashboard/dashboard-screen.tsx';
export { ExceptionsScreen } from '../exceptions/exceptions-screen.tsx';
export { MessagesScreen } from '../messages/messages-screen.tsx';
export { PoliciesScreen } from '../policies/policies-screen.tsx';
export { QueueScreen } from '../queue/queue-screen.tsx';
export { ReportsScreen } from '../reports/reports-screen.tsx';
export { RevenueScreen } from '../revenue/revenue-screen.tsx';
export { SettingsScreen } from '../settings/settings-screen.tsx';
export { DeskFrame } from '../shell/desk-frame.tsx';
export { UsersScreen } from '../users/users-screen.tsx';
