import {
  activities,
  dashboardAnalytics,
  dashboardOverview,
  timeframeQuery,
} from '../../../../domain/admin/insight-schema.ts';
import { endpoint, routes } from '../../platform/http/endpoint.ts';
import { answer } from '../../platform/http/openapi.ts';
import { forAdmin } from '../auth/guard.ts';
import { listActivities } from './activities.ts';
import { getAnalytics } from './analytics.ts';
import { getOverview } from './overview.ts';

export const adminDashboardRoutes = routes('admin: dashboard', [
  endpoint('GET /admin/dashboard/overview', {
    operationId: 'getDashboardOverview',
    summary: 'Get the dashboard’s figures',
    description:
      'Growth compares the last 30 days, including today, with the 30 days before; it is null if nothing came in then. Revenue is premiums less refunds; its growth is in US dollars. Days are UTC.',
    guard: forAdmin('read'),
    answers: { 200: answer(dashboardOverview, 'The figures') },
    run: getOverview,
  }),
  endpoint('GET /admin/dashboard/activities', {
    operationId: 'listDashboardActivities',
    summary: 'List the latest activities, newest first, at most 20',
    description:
      'Customers who joined, policies issued, claims made and decided, claims paid, premiums refunded, and payments without a policy. `link` is the record at the desk.',
    guard: forAdmin('read'),
    answers: { 200: answer(activities, 'The activities') },
    run: listActivities,
  }),
  endpoint('GET /admin/dashboard/analytics', {
    operationId: 'getDashboardAnalytics',
    summary: 'Get the dashboard’s figures over time',
    description:
      'By UTC day, today last; for `12m` by month, this one last. Oldest first and without gaps: page views, customers who joined, policies issued, claims made, and revenue (premiums less refunds) at the rate of each day.',
    guard: forAdmin('read'),
    query: timeframeQuery,
    answers: { 200: answer(dashboardAnalytics, 'The figures') },
    run: getAnalytics,
  }),
]);
