import { createRoute, type RouteConfig } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { acceptBody } from './body.ts';

type Config = Omit<RouteConfig, 'path'> & {
  path: string;
  /** Unique; generated clients use it as the method name. */
  operationId: string;
  /** Most bytes of uploaded files. */
  maxFileBytes?: number;
};

const WITHOUT_BODY = new Set(['get', 'head', 'options']);

/**
 * An API route. It accepts only the body types it declares, and at most 64 KiB of JSON by default; without
 * `security` it is public.
 */
export function route<const Path extends string, Route extends Config & { path: Path }>(config: Route) {
  const { middleware = [], maxFileBytes = 0, ...rest } = config;
  const content = config.request?.body?.content ?? { 'application/json': {} };
  const body = WITHOUT_BODY.has(config.method) ? [] : [acceptBody(Object.keys(content), maxFileBytes)];
  // Without the cast a path would lose its parameters, and a handler its validated types.
  const complete = {
    security: [],
    ...rest,
    middleware: [...body, ...[middleware].flat()],
  } as unknown as Route;
  return createRoute<Path, Route>(complete);
}

/** Answers 200 with `data`. */
export const ok = <Data>(c: Context, data: Data) => c.json({ success: true as const, data }, 200);

/** The same with the record's version as ETag, for a later `If-Match`. */
export const okTagged = <Data>(c: Context, data: Data, etag: string) =>
  c.json({ success: true as const, data }, 200, { ETag: etag });

/** The `If-Match` of a request whose headers have it. */
export const seenBy = (c: { req: { valid(target: 'header'): { 'if-match'?: string | undefined } } }) => ({
  ifMatch: c.req.valid('header')['if-match'],
});
