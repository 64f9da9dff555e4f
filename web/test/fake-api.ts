import { vi } from 'vitest';

/** A recorded request; `path` is without `/api` and query. */
export interface ApiCall {
  method: string;
  path: string;
  query: string;
  body: unknown;
  headers: Headers;
}

interface Reply {
  status?: number;
  data?: unknown;
  /** The message of an error answer. */
  message?: string;
  code?: string;
  issues?: { path: string; message: string }[];
  /** Cursor of the next page, for lists that have one. */
  next_cursor?: string;
}

type Handler = Reply | ((call: ApiCall) => Reply | Promise<Reply>) | Response;

/** Loaded before a file fakes `fetch`. */
export const realFetch = globalThis.fetch;
/** Hosts of servers that tests started, such as a fake node. Requests to them are real. */
export const realHosts = new Set<string>();

/**
 * Fakes `fetch` with a server that knows these answers by `METHOD /path`. Anything else is a 404, as on our server.
 * `elsewhere` serves other hosts and static files.
 */
export function fakeApi(
  handlers: Record<string, Handler>,
  elsewhere: typeof fetch = async () => new Response(null, { status: 404 }),
): ApiCall[] {
  const calls: ApiCall[] = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const url = new URL(String(input), 'http://site.test');
    if (realHosts.has(url.host)) return realFetch(input, init);
    if (url.host !== 'site.test' || !url.pathname.startsWith('/api/')) return elsewhere(input, init);
    const call = {
      method: init?.method ?? 'GET',
      path: url.pathname.slice('/api'.length),
      query: url.search,
      body: init?.body === undefined ? undefined : JSON.parse(String(init.body)),
      headers: new Headers(init?.headers),
    };
    calls.push(call);
    const handler = handlers[`${call.method} ${call.path}`];
    if (handler instanceof Response) return handler.clone();
    const reply = typeof handler === 'function' ? await handler(call) : handler;
    const {
      status = reply ? 200 : 404,
      data = null,
      message,
      code = 'test',
      issues,
      next_cursor,
    } = reply ?? {
      message: 'Not found.',
    };
    if (status < 400) return Response.json({ success: true, data, next_cursor }, { status });
    return Response.json({ success: false, message, code, request_id: 'r', issues }, { status });
  });
  return calls;
}
