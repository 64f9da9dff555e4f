import { createRoute, type RouteConfig } from '@hono/zod-openapi';
import { createMiddleware } from 'hono/factory';
import { AppError } from '#domain/errors.ts';
import { formatBytes } from '#domain/files.ts';
import type { AppEnv } from './env.ts';
import { limitedClient } from './limits.ts';

/** Largest JSON body, in bytes; a form with files may add this much to them. */
const MAX_BODY = 64 * 1024;

/**
 * Rejects a body that is too large as soon as that is known, whatever its declared length, and any content
 * type but `types`. A JSON body is also checked to be well-formed; a form is read by its handler.
 * @param types content types, without parameters
 */
const acceptBody = (types: readonly string[], maxFileBytes: number) => {
  const most = maxFileBytes + MAX_BODY;
  const tooLarge = () =>
    new AppError(
      'payload_too_large',
      maxFileBytes > 0
        ? `This file is too large. At most ${formatBytes(maxFileBytes)} can be uploaded.`
        : 'The request is too large.',
    );
  return createMiddleware<AppEnv>(async (c, next) => {
    const { body, headers } = c.req.raw;
    if (Number(headers.get('content-length')) > most) throw tooLarge();
    if (body && !headers.has('content-length')) {
      const read = await readAtMost(body, most);
      if (read === null) throw tooLarge();
      c.req.raw = new Request(c.req.raw, { body: read });
    }
    const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
    const isForm = type !== undefined && type !== 'application/json' && types.includes(type);
    // `filesOf` rejects a body without a form in its own words.
    if (!isForm && types.includes('application/json')) checkJson(await c.req.text(), type);
    return next();
  });
};

/** A body of an unknown length; null if it is larger. As much again is read and dropped, so that its sender gets the answer. */
async function readAtMost(body: ReadableStream<Uint8Array<ArrayBuffer>>, most: number): Promise<Blob | null> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size <= most) chunks.push(chunk);
    else if (size > 2 * most) break;
  }
  return size > most ? null : new Blob(chunks);
}

function checkJson(text: string, type: string | undefined): void {
  if (text === '') return;
  if (type !== 'application/json') {
    throw new AppError('unsupported_media_type', 'Please send JSON (Content-Type: application/json).');
  }
  try {
    JSON.parse(text);
  } catch {
    throw new AppError('malformed', 'The request is not well-formed JSON.');
  }
}

export type Config = Omit<RouteConfig, 'path'> & {
  path: string;
  /** Unique; generated clients use it as the method name. */
  operationId: string;
  /** Most bytes of uploaded files. */
  maxFileBytes?: number;
};

const WITHOUT_BODY = new Set(['get', 'head', 'options']);

/**
 * An API route. Every client's requests to it are limited. It accepts only the body types it declares, and at most 64 KiB
 * of JSON by default; without `security` it is public.
 */
export function route<const Path extends string, Route extends Config & { path: Path }>(config: Route) {
  const { middleware = [], maxFileBytes = 0, ...rest } = config;
  const content = config.request?.body?.content ?? { 'application/json': {} };
  const body = WITHOUT_BODY.has(config.method) ? [] : [acceptBody(Object.keys(content), maxFileBytes)];
  // Without the cast a path would lose its parameters, and a handler its validated types.
  const complete = {
    security: [],
    ...rest,
    middleware: [limitedClient, ...body, ...[middleware].flat()],
  } as unknown as Route;
  return createRoute<Path, Route>(complete);
}
