/** How requests reach a worker: the real one, or one with other edges or variables. */
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env, exports } from 'cloudflare:workers';
import { AsyncLocalStorage } from 'node:async_hooks';
import { createApp } from '#worker/app.ts';
import { realEdges } from '#worker/edges.ts';
import worker from '#worker/index.ts';
import type { Edges } from '#worker/platform/context.ts';

export const ORIGIN = 'http://localhost:8787';

export type Reach = (request: Request) => Promise<Response> | Response;

type Serve = (execution: ExecutionContext) => Promise<Response> | Response;

/** Answers when what the answer left for later is done, too. */
async function executed(serve: Serve): Promise<Response> {
  const execution = createExecutionContext();
  const response = await serve(execution);
  await waitOnExecutionContext(execution);
  return response;
}

type Incoming = Parameters<typeof worker.fetch>[0];

/** Calls the worker as the runtime does. */
const direct: Reach = (request) => executed((execution) => worker.fetch(request as Incoming, env, execution));

/**
 * The worker through the runtime, as a client reaches it. The runtime asks the test runner for the worker's module with
 * each request, which takes longer than most answers.
 */
export const throughRuntime: Reach = (request) => exports.default.fetch(request);

let way = direct;
/** The worker as it is. */
export const real: Reach = (request) => way(request);

/** Sends the calls of this file through the runtime, in a file that is about HTTP. Every file starts without it. */
export function reachThroughRuntime(on = true): void {
  way = on ? throughRuntime : direct;
}

const boundBefore = new Map<string, Env>();
/**
 * The worker's bindings with these variables. They are the same object for the same text: the worker checks its settings
 * once for each.
 */
export function bindings(variables: Partial<Env> = {}): Env {
  if (!Object.values(variables).every((value) => typeof value === 'string')) return { ...env, ...variables };
  const key = JSON.stringify(variables);
  const bound = boundBefore.get(key) ?? { ...env, ...variables };
  boundBefore.set(key, bound);
  return bound;
}

/** Registering all routes takes longer than most requests, so one app serves every set of edges. */
const edgesOfRequest = new AsyncLocalStorage<Edges>();
const app = createApp(() => edgesOfRequest.getStore() ?? realEdges);

export function workerWith(edges: Partial<Edges>, variables: Partial<Env> = {}): Reach {
  const all = { ...realEdges, ...edges };
  // A worker of its own: what it remembers of the chains is nobody else's.
  const bound = { ...env, ...variables };
  return (request) =>
    executed((execution) => edgesOfRequest.run(all, () => app.fetch(request, bound, execution)));
}
