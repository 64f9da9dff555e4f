import type { Context, Next } from 'hono';
import { createMiddleware } from 'hono/factory';
import { AppError } from '#domain/errors.ts';
import { type Ctx, isoIn, nowIso } from '#worker/platform/context.ts';
import { sha256Hex } from '#worker/platform/crypto/bytes.ts';
import { purposeHash } from '#worker/platform/crypto/jwt.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import {
  endLease,
  type KeyRow,
  leaseKey,
  purgeKeys,
  releaseIdempotencyKey,
  type WriteKey,
} from '#worker/platform/db/write-keys.ts';
import { callerOf, clientOf } from './client.ts';
import type { AppEnv } from './env.ts';

const MAX_KEY = 200;
/** How long a running request holds its key, in milliseconds. A slower write still happens only once. */
const LEASE_MS = 15_000;
/** How long a key without a write stays bound to its request, in milliseconds. */
const BOUND_MS = 24 * 3_600_000;
/** Without a key, equal content within this time counts as one request, in milliseconds. */
const SAME_CONTENT_MS = 30_000;

/** Answers after which a client should retry, possibly with another body. */
const passing = (status: number) => status === 202 || status === 401 || status === 429 || status >= 500;

/** Writes a POST once per caller and Idempotency-Key; `once` does the writing. */
export const idempotent = createMiddleware<AppEnv>((c, next) => giveWriteKey(c, next, false));

/**
 * Like `idempotent`, and without a key equal content within 30 seconds is one request. Not for settings
 * that toggle.
 */
export const idempotentByContent = createMiddleware<AppEnv>((c, next) => giveWriteKey(c, next, true));

async function giveWriteKey(c: Context<AppEnv>, next: Next, byContent: boolean): Promise<void> {
  const named = c.req.header('idempotency-key');
  if (named === undefined && !byContent) return next();
  if (named !== undefined && (named.length === 0 || named.length > MAX_KEY)) {
    throw new AppError('invalid', `An Idempotency-Key has 1 to ${MAX_KEY} characters.`);
  }
  const ctx = c.get('ctx');
  const request = {
    caller: callerOf(ctx) ?? (await strangerIn(c)),
    fingerprint: await sha256Hex(`${c.req.method} ${target(c.req.url)}\n${await c.req.text()}`),
    replayed: false,
  };
  if (named === undefined) {
    const since = isoIn(ctx, -SAME_CONTENT_MS);
    c.set('ctx', { ...ctx, writeKey: { ...request, key: request.fingerprint, since, record: null } });
    return next();
  }
  const held = await lease(ctx, { ...request, key: named });
  const writeKey: WriteKey = { ...request, key: named, since: '', record: held?.record_id ?? null };
  c.set('ctx', { ...ctx, writeKey });
  await next();
  if (writeKey.replayed) c.header('Idempotency-Replayed', 'true');
  else if (passing(c.res.status)) await releaseIdempotencyKey(ctx.db, writeKey);
  else await endLease(ctx.db, writeKey, nowIso(ctx));
}

/** A client that isn't signed in, as a keyed hash of its address. */
async function strangerIn(c: Context<AppEnv>): Promise<string> {
  const hashed = await purposeHash(c.get('ctx').settings.sessionSecret, 'clients');
  return `client:${await hashed(clientOf(c.req.header('cf-connecting-ip')))}`;
}

/** Whether the answer repeats the one to a request with equal content moments before. */
export const isRepeat = ({ writeKey }: Pick<Ctx, 'writeKey'>) =>
  writeKey !== null && writeKey.since !== '' && writeKey.replayed;

/**
 * What an earlier request with this key wrote; null if this one goes first. 409 if the key belongs to
 * another request or one still running.
 */
async function lease(
  ctx: Ctx,
  { caller, key, fingerprint }: Pick<WriteKey, 'caller' | 'key' | 'fingerprint'>,
): Promise<KeyRow | null> {
  const now = nowIso(ctx);
  const row = { caller, key, fingerprint, created_at: now };
  const held = await leaseKey(
    ctx.db,
    { ...row, leased_until: isoIn(ctx, LEASE_MS), expires_at: isoIn(ctx, BOUND_MS) },
    now,
  );
  if (held && held.fingerprint !== fingerprint) {
    throw new AppError('idempotency_mismatch', 'This Idempotency-Key was used for another request.');
  }
  if (held && held.record_id === null) {
    throw new AppError('in_progress', 'The first request with this Idempotency-Key is still running.', {
      retryAfter: 1,
    });
  }
  return held;
}

/** Path and query, because the query can be the only difference between a preview and the real request. */
function target(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

export const purgeIdempotencyKeys = (ctx: Ctx): Statement[] => [purgeKeys(ctx.db, nowIso(ctx))];
