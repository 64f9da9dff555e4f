import { QueryClient } from '@tanstack/react-query';
import { loadPart } from '#web/lib/load-part.ts';
import { isOffline, OFFLINE } from '#web/lib/network.ts';
import { readAnswer, type Wordless } from './answer.ts';
import { type Answer, callsOf, type Request } from './calls.ts';
import { ApiError, NOT_RESPONDING, notResponding } from './errors.ts';

export const TIMEOUT_MS = 30_000;
const HEALTH_TIMEOUT_MS = 5_000;
const ATTEMPTS = 3;
const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 5_000;
/** The client does not wait longer than this for a server that asks for a pause. */
const LONGEST_RETRY_AFTER_MS = 30_000;
/** How long a call waits for its own first attempt while the server still works on it. */
const LONGEST_IN_PROGRESS_MS = 60_000;

export interface ClientOptions {
  servers: readonly string[];
  /** Bearer token to send, or null. */
  token(): string | null;
  onUnauthorized(token: string): void;
  headers?(): Record<string, string>;
  wordless?: Wordless;
  edge?: Edge;
}

/** The pause before retry `attempt` (counted from 1): 1 s, doubling, at most 5 s. */
export function retryDelay(attempt: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** (attempt - 1), LONGEST_DELAY_MS);
}

/** Client of our API with the specification's server selection, time-outs and retries (customer.md §7–9). */
export function createApiClient(options: ClientOptions) {
  const { servers } = options;
  const edge = options.edge ?? browserEdge;
  let current = 0;
  let chosen: Promise<void> | null = null;
  /** Keys of POSTs with an unknown outcome. The same request is sent again under its key. */
  const openKeys = new Map<string, string>();

  /** Sends a request and reads the answer. Aborts after `ms` without progress. An abort by the caller is passed on. */
  async function timed(
    send: (signal: AbortSignal, moved: () => void) => Promise<Response>,
    ms: number,
    outer?: AbortSignal,
    read: NonNullable<Request['read']> = (response, now) => readAnswer(response, now, options.wordless),
  ) {
    const timer = new AbortController();
    let stop = new AbortController();
    const begin = () => {
      stop.abort();
      stop = new AbortController();
      edge.wait(ms, stop.signal).then(
        () => timer.abort(),
        () => undefined,
      );
    };
    const leave = () => timer.abort();
    outer?.addEventListener('abort', leave);
    if (outer?.aborted) leave();
    begin();
    try {
      const response = await send(timer.signal, begin).catch(notResponding);
      return { status: response.status, body: await read(response, edge.now()) };
    } catch (error) {
      outer?.throwIfAborted();
      if (timer.signal.aborted) throw new ApiError('timeout', NOT_RESPONDING);
      throw error;
    } finally {
      stop.abort();
      outer?.removeEventListener('abort', leave);
    }
  }

  /** What is asked for without a network is not sent later. */
  function connected(): void {
    if (edge.offline()) throw new ApiError('offline', OFFLINE);
  }

  async function healthy(base: string): Promise<boolean> {
    try {
      const ask = (signal: AbortSignal) => edge.fetch(`${base}/health`, { credentials: 'omit', signal });
      const { body } = await timed(ask, HEALTH_TIMEOUT_MS);
      return (body as { success?: unknown } | null)?.success === true;
    } catch {
      return false;
    }
  }

  /** Picks the first healthy server. A single server is not probed. */
  async function choose(): Promise<void> {
    if (servers.length < 2) return;
    for (let index = 0; index < servers.length; index++) {
      if (await healthy(servers[index] as string)) {
        current = index;
        return;
      }
    }
    current = 0;
  }

  /** How a call is sent: by `fetch`, or by XMLHttpRequest when its progress is watched. */
  function requested({ method, path, body, file }: Request, headers: Record<string, string>) {
    const url = `${servers[current]}${path}`;
    return (signal: AbortSignal, moved: () => void): Promise<Response> => {
      if (file) {
        const form = new FormData();
        form.set('file', file.content);
        file.onProgress(0);
        return edge.send(url, { method, headers, body: form, signal }, (share) => {
          moved();
          file.onProgress(share);
        });
      }
      const init: RequestInit = { method, headers, mode: 'cors', credentials: 'omit', signal };
      if (body !== undefined) {
        headers['content-type'] = 'application/json';
        init.body = JSON.stringify(body);
      }
      return edge.fetch(url, init);
    };
  }

  async function once(call: Request, key: string | null): Promise<Answer<unknown>> {
    const token = call.token ?? options.token();
    const headers: Record<string, string> = { accept: 'application/json', ...options.headers?.() };
    if (token) headers.authorization = `Bearer ${token}`;
    if (key) headers['idempotency-key'] = key;
    if (call.ifMatch) headers['if-match'] = call.ifMatch;
    const send = requested(call, headers);
    const { status, body } = await timed(send, TIMEOUT_MS, call.signal, call.read).catch((error: unknown) => {
      if (token && error instanceof ApiError && error.status === 401) options.onUnauthorized(token);
      throw error;
    });
    try {
      return { status, data: call.parse(body, status) };
    } catch {
      const message = 'The server’s answer could not be read. Please try again later.';
      throw new ApiError('format', message, { status });
    }
  }

  /** One attempt. If the server still works on an earlier attempt with the same key, waits for that answer. */
  async function finished(call: Request, key: string | null): Promise<Answer<unknown>> {
    const began = edge.now();
    for (;;) {
      try {
        return await once(call, key);
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'in_progress') throw error;
        if (edge.now() - began >= LONGEST_IN_PROGRESS_MS) throw error;
        await edge.wait(error.detail.retryAfter ?? FIRST_DELAY_MS, call.signal);
      }
    }
  }

  async function attempts(call: Request): Promise<Answer<unknown>> {
    connected();
    chosen ??= choose();
    await chosen;
    if (call.method !== 'POST' || call.file) return tryServers(call, null);
    const request = JSON.stringify([call.token ?? options.token(), call.path, call.body ?? null]);
    const key = call.key ?? openKeys.get(request) ?? edge.key();
    openKeys.set(request, key);
    try {
      const answer = await tryServers(call, key);
      openKeys.delete(request);
      return answer;
    } catch (error) {
      if (error instanceof ApiError && error.refused) openKeys.delete(request);
      throw error;
    }
  }

  async function tryServers(call: Request, key: string | null): Promise<Answer<unknown>> {
    let last: ApiError | null = null;
    for (let tried = 0; tried < servers.length; tried++) {
      for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
        try {
          return await finished(call, key);
        } catch (error) {
          if (!(error instanceof ApiError) || !error.retryable) throw error;
          last = error;
        }
        connected();
        const asked = last.detail.retryAfter ?? 0;
        if (asked > LONGEST_RETRY_AFTER_MS) throw last;
        if (attempt < ATTEMPTS) await edge.wait(Math.max(retryDelay(attempt), asked), call.signal);
      }
      current = (current + 1) % servers.length;
    }
    current = 0;
    const why = last?.kind === 'network' && (await edge.whyUnreachable());
    if (why) throw new ApiError('network', why);
    throw last ?? new ApiError('network', NOT_RESPONDING);
  }

  return callsOf(attempts);
}

/** A request that reports the progress of its body. */
interface Sending {
  method: string;
  headers: Record<string, string>;
  body: FormData;
  signal: AbortSignal;
}

/** The network and the clock, replaceable in tests. */
export interface Edge {
  fetch: typeof fetch;
  /** Like `fetch`, but reports the share (0 to 1) of the body that has been sent. */
  send(url: string, init: Sending, onProgress: (share: number) => void): Promise<Response>;
  now(): number;
  wait(ms: number, signal?: AbortSignal): Promise<void>;
  key(): string;
  /** Whether there is no network at all. */
  offline(): boolean;
  /** Why the server can't be reached although there is a network, if that can be told. */
  whyUnreachable(): Promise<string | null>;
}

/** Statuses for which a Response cannot have a body. */
const BODILESS = new Set([204, 205, 304]);
const READ_HEADERS = ['content-type', 'retry-after'];

/** Uses XMLHttpRequest, because `fetch` reports no upload progress. */
const send: Edge['send'] = (url, { method, headers, body, signal }, onProgress) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    const fail = () => {
      signal.removeEventListener('abort', stop);
      reject(new TypeError('The file could not be sent.'));
    };
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    });
    request.addEventListener('error', fail);
    request.addEventListener('abort', fail);
    request.addEventListener('load', () => {
      signal.removeEventListener('abort', stop);
      const answered = new Headers();
      for (const name of READ_HEADERS) {
        const value = request.getResponseHeader(name);
        if (value !== null) answered.set(name, value);
      }
      const { status, statusText, responseText } = request;
      const text = BODILESS.has(status) ? null : responseText;
      resolve(new Response(text, { status, statusText, headers: answered }));
    });
    if (signal.aborted) return fail();
    signal.addEventListener('abort', stop);
    request.send(body);
  });

export const browserEdge: Edge = {
  fetch: (input, init) => fetch(input, init),
  send,
  now: () => Date.now(),
  wait: (ms, signal) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, ms);
      signal?.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(signal.reason);
      });
    }),
  key: () => crypto.randomUUID(),
  offline: isOffline,
  whyUnreachable: () =>
    loadPart(() => import('#web/lib/renew.ts')).then(
      (renew) => renew.whyUnreachable(),
      () => null,
    ),
};

/** A cache of answers. The API client does the retries; React Query only caches, shares and refreshes. */
export const createCache = (staleTime: number) =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        // A call fails at once without a network. One that waits for it would be sent later than it was asked for.
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime,
        refetchOnWindowFocus: (query) => !(query.state.error instanceof ApiError),
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
