import { createRoute, type RouteConfig } from '@hono/zod-openapi';
import { acceptBody } from './body.ts';
import { limitedClient } from './limits.ts';

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
