import { createMiddleware } from 'hono/factory';
import { AppError } from '../../../domain/errors.ts';
import { type Ctx, nowIso } from '../context.ts';
import { open, seal } from '../crypto/sealed.ts';
import { callerOf } from './caller.ts';
import type { AppEnv } from './env.ts';
import { claimKey, forgetKey, purgeKeys, rememberAnswer, type StoredKey } from './repository.ts';

const MAX_KEY = 200;
/** Time after which a request that never finished gives its key back, in milliseconds. */
const ABANDONED_MS = 60_000;

/** How long an answer is remembered, in milliseconds. */
const REMEMBERED_MS = 24 * 3_600_000;

/** Answers after which a client is meant to try again with the same key. */
const passing = (status: number) => status === 202 || status === 401 || status === 429 || status >= 500;

/** Behind `requireWallet` or `requireAdmin`: the same key and body of the same caller get the first answer again. */
export const idempotent = createMiddleware<AppEnv>(async (c, next) => {
  const key = c.req.header('idempotency-key');
  if (key === undefined) return next();
  if (key.length === 0 || key.length > MAX_KEY) {
    throw new AppError('invalid', `An Idempotency-Key has 1 to ${MAX_KEY} characters.`);
  }
  const ctx = c.get('ctx');
  const caller = callerOf(ctx);
  if (caller === null) throw new AppError('unauthorized', 'Please sign in first.');
  const entry = {
    wallet: caller,
    key,
    fingerprint: await fingerprint(`${c.req.method} ${target(c.req.url)}\n${await c.req.text()}`),
  };
  const abandoned = new Date(ctx.clock() - ABANDONED_MS).toISOString();
  const stored = await claimKey(ctx.db, { ...entry, createdAt: nowIso(ctx) }, abandoned);
  if (stored) return replay(ctx, stored, entry.fingerprint);
  await next();
  if (passing(c.res.status)) return forgetKey(ctx.db, entry);
  const sealed = await seal(ctx.settings.detailsKeys, await c.res.clone().text(), bindingOf(entry));
  await rememberAnswer(ctx.db, entry, c.res.status, sealed);
});

/** Answers are kept encrypted: some hold what is shown once, or personal details. */
const bindingOf = ({ wallet, key }: Pick<StoredKey, 'wallet' | 'key'>) => ({
  row: `idempotency:${key}`,
  owner: wallet,
});

async function replay(ctx: Ctx, stored: StoredKey, given: string): Promise<Response> {
  if (stored.fingerprint !== given) {
    throw new AppError('idempotency_mismatch', 'This Idempotency-Key was used for another request.');
  }
  if (stored.status === null) {
    throw new AppError('conflict', 'The first request with this Idempotency-Key is still under way.', {
      retryAfter: 1,
    });
  }
  const body = await open(ctx.settings.detailsKeys, stored.body ?? '', bindingOf(stored));
  return new Response(String(body), {
    status: stored.status,
    headers: { 'Content-Type': 'application/json', 'Idempotency-Replayed': 'true' },
  });
}

/** Path and query: a query can be all that tells a preview from the real thing. */
function target(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

async function fingerprint(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function purgeIdempotencyKeys(ctx: Ctx): Promise<void> {
  return purgeKeys(ctx.db, new Date(ctx.clock() - REMEMBERED_MS).toISOString());
}
