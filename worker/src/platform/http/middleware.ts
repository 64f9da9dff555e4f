import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import { routePath } from 'hono/route';
import { AppError } from '../../../../domain/errors.ts';
import { formatBytes, MAX_AVATAR_BYTES, MAX_DOCUMENT_BYTES } from '../../../../domain/files.ts';
import { type Edges, makeContext } from '../context.ts';
import type { AppEnv } from './env.ts';

/** Largest JSON body, in bytes; a form with files has this much beside them. */
const MAX_BODY = 64 * 1024;
/** Where files are uploaded, and the most that one request brings. */
const UPLOADS: readonly { path: RegExp; max: number }[] = [
  { path: /^\/api\/claims\/[^/]+\/documents$/, max: MAX_DOCUMENT_BYTES },
  { path: /^\/api\/profile\/avatar$/, max: MAX_AVATAR_BYTES },
];
const uploadAt = (path: string) => UPLOADS.find((each) => each.path.test(path));
/** Where a mail program posts the one-click form of RFC 8058; what counts of it stands in the query. */
const ONE_CLICK = /^\/api\/profile\/unsubscribe$/;
const FORMS = new Set(['application/x-www-form-urlencoded', 'multipart/form-data']);
const WITHOUT_BODY = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Gives every request its context and id, and writes one log line about it: route, status and time, no address. */
export const requestContext = (edges: Edges) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const requestId = crypto.randomUUID();
    const ctx = makeContext(c.env, edges, requestId, new URL(c.req.url));
    c.set('ctx', ctx);
    const started = Date.now();
    await next();
    c.header('X-Request-Id', requestId);
    if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store');
    ctx.log.info('request', {
      method: c.req.method,
      route: routePath(c, -1),
      status: c.res.status,
      ms: Date.now() - started,
    });
  });

/** Refuses a larger body as soon as that is known, whatever length it declared. */
export const bearableBody = createMiddleware<AppEnv>((c, next) => {
  const upload = uploadAt(c.req.path);
  return bodyLimit({
    maxSize: (upload?.max ?? 0) + MAX_BODY,
    onError: () => {
      const message = upload
        ? `This file is too large. At most ${formatBytes(upload.max)} can be uploaded.`
        : 'The request is too large.';
      throw new AppError('payload_too_large', message);
    },
  })(c, next);
});

/** Lets through only JSON, so that handlers meet nothing else; what uploads files reads its form by `filesOf`. */
export const jsonBody = createMiddleware<AppEnv>(async (c, next) => {
  if (WITHOUT_BODY.has(c.req.method) || uploadAt(c.req.path)) return next();
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (ONE_CLICK.test(c.req.path) && type !== undefined && FORMS.has(type)) return next();
  const text = await c.req.text();
  if (text === '') return next();
  if (type !== 'application/json') {
    throw new AppError('unsupported_media_type', 'Please send JSON (Content-Type: application/json).');
  }
  try {
    JSON.parse(text);
  } catch {
    throw new AppError('malformed', 'The request is not well-formed JSON.');
  }
  return next();
});
