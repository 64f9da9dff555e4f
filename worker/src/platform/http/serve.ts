import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context, MiddlewareHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import * as z from 'zod';
import type { BodyOf, Call, DataOf, Refusal, Who } from '#domain/http/call.ts';
import { pathId } from '#domain/ids.ts';
import type { AdminCtx, Ctx, WalletCtx } from '#worker/platform/context.ts';
import type { Download } from './download.ts';
import type { AppEnv } from './env.ts';
import { etagOf, FOR_A_MINUTE } from './headers.ts';
import { idempotent, idempotentByContent } from './idempotency.ts';
import { limited } from './limits.ts';
import { body, filesBody, idempotencyHeader, ifMatchHeader, optionalBody, refusals } from './openapi.ts';
import { type Config, route } from './route.ts';
import { strip } from './strip.ts';

/** Who may call, and the context that a call runs in. */
export interface Guard {
  security: Record<string, string[]>[];
  middleware: MiddlewareHandler<AppEnv>[];
  contextOf(c: Context<AppEnv>): Ctx;
  /** Statuses that it refuses with. */
  refuses: readonly Refusal[];
}
export type GuardOf = (who: Who) => Guard;

type Request = Context<AppEnv>['req'];
type ContextOf<C extends Call> = C extends { who: 'wallet' }
  ? WalletCtx
  : C extends { who: 'enrolling' | `admin: ${string}` } | { method: 'GET'; path: `/admin/${string}` }
    ? AdminCtx
    : Ctx;

type Valid<C, Part extends string> = C extends { [K in Part]: infer S extends z.ZodType }
  ? z.output<S>
  : unknown;
type ValidOptional<C> = C extends { optionalBody: infer S extends z.ZodType }
  ? Partial<z.output<S>>
  : unknown;
type Params<C> = C extends { params: z.ZodType }
  ? Valid<C, 'params'>
  : C extends { path: `${string}{id}${string}` }
    ? { id: number }
    : unknown;
type IfMatch<C> = C extends { ifMatch: true } ? { ifMatch?: string | undefined } : unknown;
/** Query, body and path of a call, validated and in one object. */
export type InputOf<C extends Call> = Valid<C, 'query'> &
  Valid<C, 'body'> &
  ValidOptional<C> &
  IfMatch<C> &
  Params<C>;

/** The plain outcome: a page of a list, data, nothing where that is null, or a file. */
type Plain<Body> = Body extends { data: unknown; next_cursor: unknown }
  ? Omit<Body, 'success' | 'message'>
  : Body extends { data: infer Data }
    ? // biome-ignore lint/suspicious/noConfusingVoidType: a use case without a result answers with null
      Data | (Data extends null ? void : never)
    : Response | Download;
type AnswerOf<C extends Call> = C['answers'][keyof C['answers']];
type Outcome<C extends Call> =
  | Plain<BodyOf<AnswerOf<C>>>
  | Reply<DataOf<AnswerOf<C>>, keyof C['answers'] & number>;

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
export const reply = <Data, Status extends 200 | 201 | 202 = never>(
  content: Reply<Data, Status>['content'],
) => new Reply(content);

type Run = (ctx: never, input: never, request: Request) => unknown;
/** A use case with the call that it serves. */
export interface Served {
  readonly serves: Call;
}

/**
 * Serves a call of the API with a use case, which stays callable.
 * @param run gets the caller's context and the valid input
 */
export function serve<
  C extends Call,
  F extends (ctx: ContextOf<C>, input: InputOf<C>, request: Request) => Outcome<C> | Promise<Outcome<C>>,
>(call: C, run: F): F & Served {
  return Object.assign(run, { serves: call });
}

const isServed = (value: unknown): value is Run & Served => typeof value === 'function' && 'serves' in value;
const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'path' in value && 'answers' in value;
type Modules = readonly Readonly<Record<string, unknown>>[];
const exportsOf = (modules: Modules) => modules.flatMap((each) => Object.values(each).flat());

const RECORD = z.object({ id: pathId });

/** A call with what its line says, where it doesn't say otherwise. */
export const completed = (call: Call): Call => ({
  ...(call.method === 'GET' && call.path.startsWith('/admin/') && { who: 'admin: read' }),
  ...(call.path.includes('{id}') && { params: RECORD }),
  ...call,
});

/** Every call that these modules declare. */
export const callsOf = (contract: Modules): Call[] => exportsOf(contract).filter(isCall).map(completed);

/**
 * Mounts every call of the contract with the use case that serves it.
 * @param contract the modules that declare calls, each with its `TAG` in the API's document
 * @param useCases the modules that serve them
 * @throws if a call is declared and not served, or served by two
 */
export function mount(
  app: OpenAPIHono<AppEnv>,
  contract: Modules,
  useCases: Modules,
  guardOf: GuardOf,
): void {
  const served = new Map<string, Run & Served>();
  for (const run of exportsOf(useCases).filter(isServed)) {
    const other = served.get(run.serves.id);
    if (other && other !== run) throw new Error(`Two use cases serve ${run.serves.id}`);
    served.set(run.serves.id, run);
  }
  const calls = contract.flatMap((each) => callsOf([each]).map((call) => ({ call, tag: String(each.TAG) })));
  for (const { call, tag } of calls.sort((a, b) => byPath(a.call, b.call))) {
    const run = served.get(call.id);
    if (!run) throw new Error(`Nobody serves ${call.id}`);
    served.delete(call.id);
    const { config, handle } = endpointOf(call, run, guardOf);
    app.openapi(route({ tags: [tag], ...config }), handle as never);
  }
  for (const id of served.keys()) throw new Error(`No module of the contract declares ${id}`);
}

/**
 * Customers' calls go before the desk's, as in the API's document, and a fixed part of a path before a parameter in its
 * place, which would match it too.
 */
function byPath(a: Call, b: Call): number {
  const key = ({ path }: Call) => path.replace(/^\/admin/, '~').replaceAll('{', '~');
  return key(a) < key(b) ? -1 : 1;
}

const MIDDLEWARE = { 'by key': idempotent, 'by content': idempotentByContent };

/** The route of a call: its guard, limits, validation and document, and the handler. */
function endpointOf(call: Call, run: Run, guardOf: GuardOf) {
  const { id, who, idempotent: once, answers, refuses, etag, cacheable, ...rest } = call;
  const {
    params,
    query,
    body: json,
    optionalBody: optional,
    optionalForm,
    ifMatch,
    limit: own,
    ...described
  } = rest;
  const { method } = described;
  const guard = who && guardOf(who);
  const usual = who === 'admin: export' ? 'EXPORT_LIMIT' : method === 'GET' ? null : 'QUOTE_LIMIT';
  const limit = own === undefined ? usual : own;
  const hasBody = json !== undefined || optional !== undefined || described.maxFileBytes !== undefined;
  const headers = {
    ...(once && method === 'POST' && idempotencyHeader.shape),
    ...(ifMatch && ifMatchHeader.shape),
  };
  const config = {
    ...described,
    operationId: id,
    method: method.toLowerCase() as Config['method'],
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
      ...(optional && { body: optionalBody(optional, optionalForm) }),
      ...(described.maxFileBytes !== undefined && { body: filesBody }),
    },
    responses: {
      ...answers,
      ...refusals(
        ...(guard?.refuses ?? []),
        ...(hasBody ? ([400, 413, 415] as const) : []),
        ...(hasBody || params || query ? ([422] as const) : []),
        ...(refuses ?? [...(params ? ([404] as const) : []), ...(once || ifMatch ? ([409] as const) : [])]),
      ),
    },
  } as Config;

  const plain = Number(Object.keys(answers)[0]) as ContentfulStatusCode;
  const shape = shapeOf(answers[plain]);
  const isFile = !('data' in shape);
  const isPage = 'next_cursor' in shape;
  const stripped = (body: object, status: ContentfulStatusCode) => {
    const declared = answers[status]?.content['application/json']?.schema;
    if (!declared) throw new Error(`${id} declares no answer of status ${status}`);
    return strip(declared, body) as object;
  };
  const handle = async (c: Context<AppEnv>): Promise<Response> => {
    const valid = (target: 'query' | 'json' | 'param'): object => c.req.valid(target as never) ?? {};
    const seen = ifMatch ? { ifMatch: c.req.header('if-match') } : {};
    const input = { ...valid('query'), ...valid('json'), ...seen, ...valid('param') };
    const ctx = guard ? guard.contextOf(c) : c.get('ctx');
    const outcome: unknown = await run(ctx as never, input as never, c.req);
    if (cacheable && !ctx.actor) {
      c.header('Cache-Control', FOR_A_MINUTE);
      c.header('Vary', 'Authorization', { append: true });
    }
    if (outcome instanceof Response) return outcome;
    if (isFile) return new Response((outcome as Download).body, outcome as Download);
    if (isPage) return c.json(stripped({ success: true, ...(outcome as object) }, plain), plain);
    const { data, message, ...chosen } =
      outcome instanceof Reply ? outcome.content : { data: outcome ?? null };
    const version = etag ? etagOf(data as { version: number }) : chosen.etag;
    const status = (chosen.status as ContentfulStatusCode | undefined) ?? plain;
    const headers = version === undefined ? undefined : { ETag: version };
    return c.json(stripped({ success: true, data, message }, status), status, headers);
  };
  return { config, handle };
}

function shapeOf(one: Call['answers'][number] | undefined): object {
  const schema = one?.content['application/json']?.schema;
  return schema instanceof z.ZodObject ? schema.shape : {};
}
