import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../../platform/http/env.ts';
import { dispatchDeliveries } from '../calls/dispatch.ts';
import { dispatchLetters } from '../mail/dispatch.ts';

/** Hands letters and calls over as soon as the request that wrote them is answered; what fails here the scheduled run does. */
export const nudgeOutboxes = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const ctx = c.get('ctx');
  const nudge = (what: string, run: Promise<void>) =>
    c.executionCtx.waitUntil(run.catch((error: unknown) => ctx.log.error(`${what}_not_handed_over`, error)));
  if (ctx.outbox.written) nudge('letters', dispatchLetters(ctx));
  if (ctx.outbox.called) nudge('deliveries', dispatchDeliveries(ctx));
});
