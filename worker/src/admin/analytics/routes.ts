import {
  analyticsDevices,
  analyticsFunnel,
  analyticsGeographic,
  analyticsGrowth,
  analyticsOverview,
  analyticsPages,
  analyticsRealtime,
  analyticsReferrers,
  analyticsTraffic,
  growthQuery,
} from '../../../../domain/admin/analytics-schema.ts';
import { endpoint, routes } from '../../platform/http/endpoint.ts';
import { answer } from '../../platform/http/openapi.ts';
import { forAdmin } from '../auth/guard.ts';
import {
  readDevices,
  readFunnel,
  readGeographic,
  readGrowth,
  readOverview,
  readPages,
  readRealtime,
  readReferrers,
  readTraffic,
} from './read.ts';

export const adminAnalyticsRoutes = routes('admin: analytics', [
  endpoint('GET /admin/analytics/overview', {
    operationId: 'getAnalyticsOverview',
    summary: 'Get the last 30 days in four figures',
    guard: forAdmin('read'),
    answers: { 200: answer(analyticsOverview, 'Get the last 30 days in four figures') },
    run: readOverview,
  }),
  endpoint('GET /admin/analytics/traffic', {
    operationId: 'getAnalyticsTraffic',
    summary: 'Get the visitors of the last 7 days',
    guard: forAdmin('read'),
    answers: { 200: answer(analyticsTraffic, 'Get the visitors of the last 7 days') },
    run: readTraffic,
  }),
  endpoint('GET /admin/analytics/pages', {
    operationId: 'getAnalyticsPages',
    summary: 'Get the most viewed pages',
    guard: forAdmin('read'),
    answers: { 200: answer(analyticsPages, 'Get the most viewed pages') },
    run: readPages,
  }),
  endpoint('GET /admin/analytics/devices', {
    operationId: 'getAnalyticsDevices',
    summary: 'Get the visitors by device',
    guard: forAdmin('read'),
    answers: { 200: answer(analyticsDevices, 'Get the visitors by device') },
    run: readDevices,
  }),
  endpoint('GET /admin/analytics/realtime', {
    operationId: 'getAnalyticsRealtime',
    summary: 'Get current visitors, and today so far',
    guard: forAdmin('read'),
    answers: { 200: answer(analyticsRealtime, 'Get current visitors, and today so far') },
    run: readRealtime,
  }),
  endpoint('GET /admin/analytics/geographic', {
    operationId: 'getAnalyticsCountries',
    summary: 'Get the visitors by country',
    guard: forAdmin('read'),
    answers: { 200: answer(analyticsGeographic, 'Get the visitors by country') },
    run: readGeographic,
  }),
  endpoint('GET /admin/analytics/referrers', {
    operationId: 'getAnalyticsReferrers',
    summary: 'Get the visits by the site that linked here',
    guard: forAdmin('read'),
    answers: { 200: answer(analyticsReferrers, 'Get the visits by the site that linked here') },
    run: readReferrers,
  }),
  endpoint('GET /admin/analytics/growth', {
    operationId: 'getAnalyticsGrowth',
    summary: 'Get page views, visitors and visits, compared with as many days before',
    guard: forAdmin('read'),
    query: growthQuery,
    answers: { 200: answer(analyticsGrowth, 'Both periods and each day') },
    run: (ctx, { period }) => readGrowth(ctx, period),
  }),
  endpoint('GET /admin/analytics/funnel', {
    operationId: 'getPurchaseFunnel',
    summary: 'Get how far visitors get on the path to a policy, and where they leave',
    guard: forAdmin('read'),
    answers: {
      200: answer(analyticsFunnel, 'Get how far visitors get on the path to a policy, and where they leave'),
    },
    run: readFunnel,
  }),
]);
