import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../../platform/http/env.ts';
import type { Channels } from './channel.ts';
import { dispatch } from './dispatch.ts';

/** Queues a request's outbox entries right after the response. The scheduled run picks up what fails here. */
export const nudgeOutbox = (channels: Channels) =>
  createMiddleware<AppEnv>(async (c, next) => {
    await next();
    const ctx = c.get('ctx');
    if (!ctx.outbox.written) return;
    const handed = dispatch(ctx, channels).catch((error: unknown) =>
      ctx.log.error('outbox_not_handed_over', error),
    );
    c.executionCtx.waitUntil(handed);
  });
