import { createMiddleware } from 'hono/factory';
import { routePath } from 'hono/route';
import { type Edges, makeContext } from '#worker/platform/context.ts';
import type { AppEnv } from './env.ts';

/** Gives every request a context and an id, and logs one line with its own route, status and time, but no address. */
export const requestContext = (edgesOf: () => Edges) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const requestId = crypto.randomUUID();
    const ctx = makeContext(c.env, edgesOf(), requestId, new URL(c.req.url));
    c.set('ctx', ctx);
    const started = Date.now();
    const { body, headers } = c.req.raw;
    await next();
    // The platform loses the answer to a body that is never read. A client that has left needs none.
    if (c.res.status >= 400 && body && !body.locked && headers.has('content-length')) {
      await body.pipeTo(new WritableStream()).catch(() => null);
    }
    c.header('X-Request-Id', requestId);
    if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store');
    ctx.log.info('request', {
      method: c.req.method,
      route: routePath(c),
      status: c.res.status,
      ms: Date.now() - started,
    });
  });
