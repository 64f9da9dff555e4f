import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../http/env.ts';
import { dispatchLetters } from './dispatch.ts';

/** Hands letters over as soon as the request that wrote them is answered; what fails here the scheduled run does. */
export const nudgeMail = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const ctx = c.get('ctx');
  if (!ctx.outbox.written) return;
  c.executionCtx.waitUntil(
    dispatchLetters(ctx).catch((error: unknown) => ctx.log.error('letters_not_handed_over', error)),
  );
});
