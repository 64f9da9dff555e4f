import { answer, call } from '#domain/http/call.ts';
import * as schema from './analytics-schema.ts';

export const TAG = 'admin: analytics';

export const getAnalyticsOverview = call('getAnalyticsOverview', 'GET /admin/analytics/overview', {
  summary: 'Get the last 30 days in four figures',
  answers: { 200: answer(schema.analyticsOverview, 'Get the last 30 days in four figures') },
});

export const getAnalyticsTraffic = call('getAnalyticsTraffic', 'GET /admin/analytics/traffic', {
  summary: 'Get the visitors of the last 7 days',
  answers: { 200: answer(schema.analyticsTraffic, 'Get the visitors of the last 7 days') },
});

export const getAnalyticsPages = call('getAnalyticsPages', 'GET /admin/analytics/pages', {
  summary: 'Get the most viewed pages',
  answers: { 200: answer(schema.analyticsPages, 'Get the most viewed pages') },
});

export const getAnalyticsDevices = call('getAnalyticsDevices', 'GET /admin/analytics/devices', {
  summary: 'Get the visitors by device',
  answers: { 200: answer(schema.analyticsDevices, 'Get the visitors by device') },
});

export const getAnalyticsRealtime = call('getAnalyticsRealtime', 'GET /admin/analytics/realtime', {
  summary: 'Get current visitors, and today so far',
  answers: { 200: answer(schema.analyticsRealtime, 'Get current visitors, and today so far') },
});

export const getAnalyticsCountries = call('getAnalyticsCountries', 'GET /admin/analytics/geographic', {
  summary: 'Get the visitors by country',
  answers: { 200: answer(schema.analyticsGeographic, 'Get the visitors by country') },
});

export const getAnalyticsReferrers = call('getAnalyticsReferrers', 'GET /admin/analytics/referrers', {
  summary: 'Get the visits by the site that linked here',
  answers: { 200: answer(schema.analyticsReferrers, 'Get the visits by the site that linked here') },
});

export const getAnalyticsGrowth = call('getAnalyticsGrowth', 'GET /admin/analytics/growth', {
  summary: 'Get page views, visitors and visits, compared with as many days before',
  query: schema.growthQuery,
  answers: { 200: answer(schema.analyticsGrowth, 'Both periods and each day') },
});

export const getPurchaseFunnel = call('getPurchaseFunnel', 'GET /admin/analytics/funnel', {
  summary: 'Get how far visitors get on the path to a policy, and where they leave',
  answers: {
    200: answer(
      schema.analyticsFunnel,
      'Get how far visitors get on the path to a policy, and where they leave',
    ),
  },
});
