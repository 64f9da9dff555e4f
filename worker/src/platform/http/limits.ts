import { createMiddleware } from 'hono/factory';
import { routePath } from 'hono/route';
import { AppError } from '../../../../domain/errors.ts';
import { callerOf } from './caller.ts';
import { clientOf } from './client.ts';
import type { AppEnv } from './env.ts';

export type Limiter = 'QUOTE_LIMIT' | 'SIGN_IN_LIMIT';
const PERIOD_SECONDS = 60;

/**
 * Answers 429 above the limits of `wrangler.toml`, per client and per caller. Before sign-in the caller is
 * the client with the wallet it names. Both count by route, so another spelling of a path doesn't reset
 * them.
 */
export const limited = (limiter: Limiter) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const route = `${c.req.method} ${routePath(c, -1)}`;
    const client = clientOf(c.req.header('cf-connecting-ip'));
    const who = callerOf(c.get('ctx')) ?? `${client}|${namedAddress(await c.req.text())}`;
    for (const [binding, key] of [
      [c.env.CLIENT_LIMIT, client],
      [c.env[limiter], who],
    ] as const) {
      const { success } = await binding.limit({ key: `${route}|${key}` });
      if (!success) throw tooMany();
    }
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
