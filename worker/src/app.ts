import { OpenAPIHono } from '@hono/zod-openapi';
import { cors } from 'hono/cors';
import { API_BASE } from '#domain/http/base.ts';
import { forAdmin, forEnrolling } from '#worker/admin/auth/guard.ts';
import { nudgeOutbox } from '#worker/delivery/outbox/dispatch.ts';
import { forAnyone, forWallet } from '#worker/identity/wallet/session.ts';
import { safeHeaders } from '#worker/platform/http/headers.ts';
import { version } from '../../package.json';
import { realEdges } from './edges.ts';
import { channels } from './jobs/channels.ts';
import type { Edges } from './platform/context.ts';
import type { AppEnv } from './platform/http/env.ts';
import { answerError, answerNotFound } from './platform/http/errors.ts';
import { requestContext } from './platform/http/middleware.ts';
import { describeApi } from './platform/http/openapi.ts';
import { type GuardOf, mount } from './platform/http/serve.ts';
import { CONTRACT, SERVED } from './served.gen.ts';

/** Who may make a call, as the worker checks it. */
const guardOf: GuardOf = (who) => {
  if (who === 'wallet') return forWallet;
  if (who === 'anyone') return forAnyone;
  if (who === 'enrolling') return forEnrolling;
  return forAdmin(who.slice('admin: '.length) as Parameters<typeof forAdmin>[0]);
};

/**
 * The API: middleware in order, mounted features, one error handler.
 * @param edgesOf gives each request its edges
 */
export function createApp(edgesOf: () => Edges = () => realEdges) {
  const app = new OpenAPIHono<AppEnv>({
    defaultHook: (result) => {
      if (!result.success) throw result.error;
    },
  }).basePath(API_BASE);

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

  mount(app, CONTRACT, SERVED, guardOf);
  describeApi(app, version);
  return app;
}
