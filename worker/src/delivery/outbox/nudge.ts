import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../../platform/http/env.ts';
import type { Channels } from './channel.ts';
import { dispatch } from './dispatch.ts';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Hands over what a request wrote as soon as it is answered; what fails here the scheduled run does. */
export const nudgeOutbox = (channels: Channels) =>
  createMiddleware<AppEnv>(async (c, next) => {
    await next();
    if (READING.has(c.req.method) || !c.res.ok) return;
    const ctx = c.get('ctx');
    const handed = dispatch(ctx, channels).catch((error: unknown) =>
      ctx.log.error('outbox_not_handed_over', error),
    );
    c.executionCtx.waitUntil(handed);
  });
