import { createMiddleware } from 'hono/factory';
import { KEPT } from '#domain/promises.ts';
import type { AppEnv } from '#worker/platform/http/env.ts';
import type { Channels } from './channel.ts';
import { dispatch } from './dispatch.ts';

/** How long a request's entries wait at most before they are sent. */
const HELD_MS = KEPT.undoSeconds * 1000;

/** Queues a request's outbox entries right after the response. The scheduled run picks up what fails here. */
export const nudgeOutbox = (channels: Channels) =>
  createMiddleware<AppEnv>(async (c, next) => {
    await next();
    const ctx = c.get('ctx');
    if (!ctx.outbox.written) return;
    const handed = dispatch(ctx, channels, HELD_MS).catch((error: unknown) =>
      ctx.log.error('outbox_not_handed_over', error),
    );
    c.executionCtx.waitUntil(handed);
  });
