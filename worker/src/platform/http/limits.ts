import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { routePath } from 'hono/route';
import { AppError } from '#domain/errors.ts';
import type { Limit } from '#domain/http/call.ts';
import { callerOf, clientIn } from './client.ts';
import type { AppEnv } from './env.ts';

const PERIOD_SECONDS = 60;

/** Counts a request under its own route's pattern, so that another spelling of a path doesn't reset the count. */
async function count(c: Context<AppEnv>, limiter: Limit | 'CLIENT_LIMIT', who: string): Promise<void> {
  const { success } = await c.env[limiter].limit({ key: `${c.req.method} ${routePath(c)}|${who}` });
  if (!success) throw tooMany();
}

/** The limit of every operation, per client; `route` mounts it before anything else. */
export const limitedClient = createMiddleware<AppEnv>(async (c, next) => {
  await count(c, 'CLIENT_LIMIT', clientIn(c.req));
  return next();
});

/**
 * Answers 429 above a lower limit of `wrangler.toml`, per caller. Before sign-in the caller is the client with the wallet
 * it names.
 */
export const limited = (limiter: Limit) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const caller = callerOf(c.get('ctx'));
    await count(c, limiter, caller ?? `${clientIn(c.req)}|${namedAddress(await c.req.text())}`);
    return next();
  });

const tooMany = () =>
  new AppError('rate_limited', 'Too many requests. Please wait a minute and try again.', {
    retryAfter: PERIOD_SECONDS,
  });

/** The wallet named in a sign-in, so that one client's attempts never use up another wallet's limit. */
function namedAddress(text: string): string {
  const body: unknown = text === '' ? null : JSON.parse(text);
  const address = body && typeof body === 'object' && 'address' in body ? body.address : '';
  return typeof address === 'string' ? address.slice(0, 80).toLowerCase() : '';
}
