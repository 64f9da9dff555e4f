import { answer, call } from '#domain/http/call.ts';
import { activities, dashboardAnalytics, dashboardOverview, timeframeQuery } from './insight-schema.ts';

export const TAG = 'admin: dashboard';

export const getDashboardOverview = call('getDashboardOverview', 'GET /admin/dashboard/overview', {
  summary: 'Get the dashboard’s figures',
  description:
    'Growth compares the last 30 days, including today, with the 30 days before; it is null if nothing came in then. Revenue is premiums less refunds; its growth is in US dollars. Days are UTC.',
  answers: { 200: answer(dashboardOverview, 'The figures') },
});

export const listDashboardActivities = call('listDashboardActivities', 'GET /admin/dashboard/activities', {
  summary: 'List the latest activities, newest first, at most 20',
  description:
    'Customers who joined, policies issued, claims made and decided, claims paid, premiums refunded, and payments without a policy. `link` is the record at the desk.',
  answers: { 200: answer(activities, 'The activities') },
});

export const getDashboardAnalytics = call('getDashboardAnalytics', 'GET /admin/dashboard/analytics', {
  summary: 'Get the dashboard’s figures over time',
  description:
    'By UTC day, today last; for `12m` by month, this one last. Oldest first and without gaps: page views, customers who joined, policies issued, claims made, and revenue (premiums less refunds) at the rate of each day.',
  query: timeframeQuery,
  answers: { 200: answer(dashboardAnalytics, 'The figures') },
});
