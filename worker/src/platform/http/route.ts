import { createRoute, type RouteConfig } from '@hono/zod-openapi';
import { acceptBody } from './body.ts';

type Config = Omit<RouteConfig, 'path'> & {
  path: string;
  /** Unique; clients name the call after it. */
  operationId: string;
  /** Most bytes of the files that an upload brings. */
  maxFileBytes?: number;
};

const WITHOUT_BODY = new Set(['get', 'head', 'options']);

/**
 * A route of the API. It takes only the kinds of body that it declares, and JSON of at most 64 KiB unless it says
 * otherwise; without `security` anybody may call it.
 */
export function route<const Path extends string, Route extends Config & { path: Path }>(config: Route) {
  const { middleware = [], maxFileBytes = 0, ...rest } = config;
  const content = config.request?.body?.content ?? { 'application/json': {} };
  const body = WITHOUT_BODY.has(config.method) ? [] : [acceptBody(Object.keys(content), maxFileBytes)];
  // Without the cast a path would lose its parameters, and a handler the types of what was validated.
  const complete = {
    security: [],
    ...rest,
    middleware: [...body, ...[middleware].flat()],
  } as unknown as Route;
  return createRoute<Path, Route>(complete);
}
