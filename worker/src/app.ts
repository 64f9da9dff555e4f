import { OpenAPIHono } from '@hono/zod-openapi';
import { cors } from 'hono/cors';
import { version } from '../../package.json';
import { accountRoutes } from './account/email/routes.ts';
import { profileRoutes } from './account/profile/routes.ts';
import { adminAdminRoutes } from './admin/admins/routes.ts';
import { adminAnalyticsRoutes } from './admin/analytics/routes.ts';
import { adminApprovalRoutes } from './admin/approvals/routes.ts';
import { auditLogRoutes } from './admin/audit-log/routes.ts';
import { adminAuthRoutes } from './admin/auth/routes.ts';
import { adminBookRoutes } from './admin/books/routes.ts';
import { adminChainRoutes } from './admin/chains/routes.ts';
import { adminClaimPaymentRoutes } from './admin/claims/payments/routes.ts';
import { adminClaimRoutes } from './admin/claims/routes.ts';
import { adminDashboardRoutes } from './admin/dashboard/routes.ts';
import { adminExceptionRoutes } from './admin/exceptions/routes.ts';
import { adminFigureRoutes } from './admin/figures/check/routes.ts';
import { adminFindRoutes } from './admin/find/routes.ts';
import { adminLetterRoutes } from './admin/letters/routes.ts';
import { adminMessageRoutes } from './admin/messages/routes.ts';
import { adminPolicyRoutes } from './admin/policies/routes.ts';
import { adminQueueRoutes } from './admin/queue/routes.ts';
import { adminReportRoutes } from './admin/reports/routes.ts';
import { adminRevenueRoutes } from './admin/revenue/routes.ts';
import { adminSavedReplyRoutes } from './admin/saved-replies/routes.ts';
import { adminSettingsRoutes } from './admin/settings/routes.ts';
import { adminUserRoutes } from './admin/users/routes.ts';
import { adminViewRoutes } from './admin/views/routes.ts';
import { analyticsRoutes } from './analytics/routes.ts';
import { claimDocumentRoutes } from './claims/documents/routes.ts';
import { claimRoutes } from './claims/routes.ts';
import { withdrawalRoutes } from './claims/withdrawals/routes.ts';
import { complaintRoutes } from './conversations/complaints/routes.ts';
import { contactRoutes } from './conversations/contact/routes.ts';
import { messageRoutes } from './conversations/messages/routes.ts';
import { supportRoutes } from './conversations/support/routes.ts';
import { nudgeOutbox } from './delivery/outbox/nudge.ts';
import { pushRoutes } from './delivery/push/routes.ts';
import { webhookRoutes } from './delivery/webhooks/routes.ts';
import { realEdges } from './edges.ts';
import { authRoutes } from './identity/wallet/routes.ts';
import { channels } from './jobs/channels.ts';
import { offerRoutes } from './letters/offers/routes.ts';
import type { Edges } from './platform/context.ts';
import type { AppEnv } from './platform/http/env.ts';
import { answerError, answerNotFound } from './platform/http/errors.ts';
import { safeHeaders } from './platform/http/headers.ts';
import { requestContext } from './platform/http/middleware.ts';
import { describeApi } from './platform/http/openapi.ts';
import { certificateRoutes } from './policies/certificate/routes.ts';
import { policyRoutes } from './policies/routes.ts';
import { shareRoutes } from './policies/share/routes.ts';
import { draftRoutes } from './quotes/routes.ts';
import { auditRoutes } from './settlement/audit/routes.ts';
import { checkoutRoutes } from './settlement/checkout/routes.ts';
import { healthRoutes } from './settlement/health/routes.ts';
import { paymentRoutes } from './settlement/payments/routes.ts';
import { registryRoutes } from './settlement/registry/routes.ts';
import { relayRoutes } from './settlement/relay/routes.ts';

/**
 * The API: middleware in order, mounted features, one error handler.
 * @param edgesOf gives each request its edges
 */
export function createApp(edgesOf: () => Edges = () => realEdges) {
  const app = new OpenAPIHono<AppEnv>({
    defaultHook: (result) => {
      if (!result.success) throw result.error;
    },
  }).basePath('/api');

  app.onError(answerError);
  app.notFound(answerNotFound);
  app.use(safeHeaders);
  app.use(requestContext(edgesOf));
  app.use(
    cors({
      origin: (_, c) => c.get('ctx').settings.publicOrigin,
      allowHeaders: ['authorization', 'content-type', 'idempotency-key', 'if-match', 'x-unattended'],
      exposeHeaders: ['x-request-id', 'retry-after', 'idempotency-replayed', 'content-disposition', 'etag'],
      maxAge: 600,
    }),
  );
  app.use(nudgeOutbox(channels));

  for (const routes of [
    healthRoutes,
    authRoutes,
    draftRoutes,
    checkoutRoutes,
    relayRoutes,
    paymentRoutes,
    policyRoutes,
    withdrawalRoutes,
    shareRoutes,
    registryRoutes,
    auditRoutes,
    certificateRoutes,
    accountRoutes,
    profileRoutes,
    pushRoutes,
    offerRoutes,
    claimRoutes,
    claimDocumentRoutes,
    messageRoutes,
    supportRoutes,
    contactRoutes,
    complaintRoutes,
    webhookRoutes,
    analyticsRoutes,
    adminAuthRoutes,
    adminAdminRoutes,
    auditLogRoutes,
    adminUserRoutes,
    adminExceptionRoutes,
    adminQueueRoutes,
    adminFindRoutes,
    adminViewRoutes,
    adminClaimRoutes,
    adminClaimPaymentRoutes,
    adminPolicyRoutes,
    adminMessageRoutes,
    adminLetterRoutes,
    adminSavedReplyRoutes,
    adminSettingsRoutes,
    adminApprovalRoutes,
    adminChainRoutes,
    adminDashboardRoutes,
    adminRevenueRoutes,
    adminReportRoutes,
    adminBookRoutes,
    adminFigureRoutes,
    adminAnalyticsRoutes,
  ]) {
    app.route('/', routes);
  }

  describeApi(app, version);
  return app;
}
