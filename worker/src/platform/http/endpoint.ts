import { OpenAPIHono } from '@hono/zod-openapi';
import type { Context, MiddlewareHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import * as z from 'zod';
import type { Ctx } from '../context.ts';
import type { Download } from './download.ts';
import type { AppEnv } from './env.ts';
import { etagOf } from './etag.ts';
import { FOR_A_MINUTE } from './headers.ts';
import { idempotent, idempotentByContent } from './idempotency.ts';
import { type Limiter, limited } from './limits.ts';
import {
  body,
  filesBody,
  idempotencyHeader,
  ifMatchHeader,
  optionalBody,
  type Refusal,
  refusals,
} from './openapi.ts';
import { type Config, route } from './route.ts';

/** Who may call an endpoint, and the context that it runs in. */
export interface Guard<C extends Ctx> {
  security: Record<string, string[]>[];
  middleware: MiddlewareHandler<AppEnv>[];
  contextOf(c: Context<AppEnv>): C;
  /** Statuses that it refuses with. */
  refuses: readonly Refusal[];
}

type Request = Context<AppEnv>['req'];
type Schema = z.ZodType | undefined;
type Answer = { description: string; content: Record<string, { schema: z.ZodType }> };

type Valid<S> = S extends z.ZodType ? z.output<S> : unknown;
type ValidOptional<S> = S extends z.ZodType ? Partial<z.output<S>> : unknown;
type IfMatch<Takes> = Takes extends true ? { ifMatch: string | undefined } : unknown;

type BodyOf<One> = One extends { content: { 'application/json': { schema: infer S extends z.ZodType } } }
  ? z.input<S>
  : unknown;
type DataOf<Body> = Body extends { data: infer Data } ? Data : never;
/** The plain outcome: a page of a list, data, nothing where that is null, or a file. */
type Plain<Body> = Body extends { data: unknown; next_cursor: unknown }
  ? Omit<Body, 'success' | 'message'>
  : Body extends { data: infer Data }
    ? // biome-ignore lint/suspicious/noConfusingVoidType: a use case without a result answers with null
      Data | (Data extends null ? void : never)
    : Response | Download;
type Outcome<Answers> =
  | Plain<BodyOf<Answers[keyof Answers]>>
  | Reply<DataOf<BodyOf<Answers[keyof Answers]>>, keyof Answers & number>;

class Reply<Data, Status extends number> {
  constructor(
    readonly content: {
      data: Data;
      status?: Status | undefined;
      message?: string | undefined;
      etag?: string | undefined;
    },
  ) {}
}

/** An outcome that also says its status, or has a message or an ETag. */
export const reply = <Data, Status extends 200 | 201 | 202>(content: Reply<Data, Status>['content']) =>
  new Reply(content);

interface Declaration<C extends Ctx, Params, Query, Body, Optional, Takes, Answers> {
  /** Unique; generated clients use it as the method name. */
  operationId: string;
  summary: string;
  description?: string;
  /** If it isn't that of the other endpoints here. */
  tag?: string;
  /** Without it the endpoint is public. */
  guard?: Guard<C>;
  /** Besides the limit that every endpoint has. Writes have `QUOTE_LIMIT` if they don't say another one or null. */
  limit?: Limiter | null;
  /** Writes once per Idempotency-Key; by content, also without a key (`idempotentByContent`). */
  idempotent?: 'by key' | 'by content';
  params?: Params;
  query?: Query;
  body?: Body;
  /** A body that a request may leave out. */
  optionalBody?: Optional;
  /** Most bytes of the uploaded files, which `filesOf` reads. */
  maxFileBytes?: number;
  ifMatch?: Takes;
  /** Whether the version of the data is its ETag. */
  etag?: DataOf<BodyOf<Answers[keyof Answers]>> extends { version: number } ? boolean : never;
  /** Whether browsers and proxies may keep the answer for a minute when nobody is signed in. */
  cacheable?: boolean;
  /** By status; the lowest one is that of a plain outcome. */
  answers: Answers;
  /** Statuses that its use case refuses with; those of guard and input follow from them. */
  refuses?: readonly Refusal[];
  /** @param input query, body and path, validated and in one object */
  run(
    ctx: NoInfer<C>,
    input: NoInfer<Valid<Query> & Valid<Body> & ValidOptional<Optional> & IfMatch<Takes> & Valid<Params>>,
    request: Request,
  ): NoInfer<Outcome<Answers> | Promise<Outcome<Answers>>>;
}

export interface Endpoint {
  config: Config;
  handle(c: Context<AppEnv>): Promise<Response>;
}

const MIDDLEWARE = { 'by key': idempotent, 'by content': idempotentByContent };

/**
 * One call of the API: its route, guard, limits, validation, document and handler.
 * @param call method and path, such as `GET /admin/users/{wallet}`
 */
export function endpoint<
  const Answers extends Record<number, Answer>,
  C extends Ctx = Ctx,
  Params extends Schema = undefined,
  Query extends Schema = undefined,
  Body extends Schema = undefined,
  Optional extends Schema = undefined,
  Takes extends boolean = false,
>(
  call: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`,
  declared: Declaration<C, Params, Query, Body, Optional, Takes, Answers>,
): Endpoint {
  const { run, guard, idempotent: once, tag, answers, refuses = [], etag, cacheable, ...rest } = declared;
  const { params, query, body: json, optionalBody: optional, ifMatch, limit: own, ...described } = rest;
  const [method = '', path = ''] = call.split(' ');
  const limit = own === undefined && method !== 'GET' ? 'QUOTE_LIMIT' : own;
  const hasBody = json !== undefined || optional !== undefined || described.maxFileBytes !== undefined;
  const headers = {
    ...(once && method === 'POST' && idempotencyHeader.shape),
    ...(ifMatch && ifMatchHeader.shape),
  };
  const config = {
    ...described,
    ...(tag && { tags: [tag] }),
    method: method.toLowerCase() as Config['method'],
    path,
    security: guard?.security ?? [],
    middleware: [
      ...(guard?.middleware ?? []),
      ...(limit ? [limited(limit)] : []),
      ...(once ? [MIDDLEWARE[once]] : []),
    ],
    request: {
      ...(params && { params }),
      ...(query && { query }),
      ...(Object.keys(headers).length > 0 && { headers: z.object(headers) }),
      ...(json && { body: body(json) }),
      ...(optional && { body: optionalBody(optional) }),
      ...(described.maxFileBytes !== undefined && { body: filesBody }),
    },
    responses: {
      ...answers,
      ...refusals(
        ...(guard?.refuses ?? []),
        ...(hasBody ? ([400, 413, 415] as const) : []),
        ...(hasBody || params || query ? ([422] as const) : []),
        ...refuses,
      ),
    },
  } as Config;

  const usual = Number(Object.keys(answers)[0]) as ContentfulStatusCode;
  const shape = shapeOf(answers[usual]);
  const isFile = !('data' in shape);
  const isPage = 'next_cursor' in shape;
  const handle = async (c: Context<AppEnv>): Promise<Response> => {
    const valid = (target: 'query' | 'json' | 'param'): object => c.req.valid(target as never) ?? {};
    const seen = ifMatch ? { ifMatch: c.req.header('if-match') } : {};
    const input = { ...valid('query'), ...valid('json'), ...seen, ...valid('param') };
    const ctx = guard ? guard.contextOf(c) : c.get('ctx');
    const outcome: unknown = await run(ctx as C, input as Parameters<typeof run>[1], c.req);
    if (cacheable && !ctx.actor) {
      c.header('Cache-Control', FOR_A_MINUTE);
      c.header('Vary', 'Authorization', { append: true });
    }
    if (outcome instanceof Response) return outcome;
    if (isFile) return new Response((outcome as Download).body, outcome as Download);
    if (isPage) return c.json({ success: true, ...(outcome as object) }, usual);
    const { data, message, ...chosen } =
      outcome instanceof Reply ? outcome.content : { data: outcome ?? null };
    const version = etag ? etagOf(data as { version: number }) : chosen.etag;
    const status = (chosen.status as ContentfulStatusCode | undefined) ?? usual;
    return c.json({ success: true, data, message }, status, version === undefined ? {} : { ETag: version });
  };
  return { config, handle };
}

function shapeOf(one: Answer | undefined): object {
  const schema = one?.content['application/json']?.schema;
  return schema instanceof z.ZodObject ? schema.shape : {};
}

/** The endpoints of a feature, under the tag that they have in the API's document. */
export function routes(tag: string, endpoints: readonly Endpoint[]): OpenAPIHono<AppEnv> {
  const app = new OpenAPIHono<AppEnv>();
  for (const { config, handle } of endpoints) app.openapi(route({ tags: [tag], ...config }), handle as never);
  return app;
}
