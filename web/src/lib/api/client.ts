import { OFFLINE } from '../network.ts';
import type { DownloadedFile } from '../save-file.ts';
import { cursorIn, readAnswer, readFile, unwrap, type Wordless } from './answer.ts';
import { browserEdge, type Edge } from './edge.ts';
import { ApiError, NOT_RESPONDING, notResponding } from './errors.ts';

export const TIMEOUT_MS = 30_000;
const HEALTH_TIMEOUT_MS = 5_000;
const ATTEMPTS = 3;
const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 5_000;
/** The client does not wait longer than this for a server that asks for a pause. */
const LONGEST_RETRY_AFTER_MS = 30_000;
/** A whole list is cut off after this many entries. */
const MAX_ENTRIES = 10_000;
/** How long a call waits for its own first attempt while the server still works on it. */
const LONGEST_IN_PROGRESS_MS = 60_000;

/** Turns an unknown answer into a typed one or throws, as every zod schema does. */
export interface Parser<Output> {
  parse(value: unknown): Output;
}

export interface ClientOptions {
  servers: readonly string[];
  /** Bearer token to send, or null. */
  token(): string | null;
  onUnauthorized(token: string): void;
  headers?(): Record<string, string>;
  wordless?: Wordless;
  edge?: Edge;
}

interface Call<Output> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  parser: Parser<Output>;
  body?: unknown;
  /** The only file of a form, sent instead of a JSON body. */
  file?: { content: File; onProgress: (share: number) => void };
  signal?: AbortSignal;
  /** Replaces the token of the signed-in wallet. */
  token?: string;
  /** Replaces the idempotency key generated for this call. */
  key?: string;
  /** The version that this write changes, as its ETag. Another version answers 409. */
  ifMatch?: string;
  /** The parser gets the whole answer instead of its `data`. */
  whole?: boolean;
  /** How to read a successful answer; JSON in the envelope by default. */
  read?: (response: Response, now: number) => Promise<unknown>;
}

interface UploadOptions<Output> {
  parser: Parser<Output>;
  /** The share (0 to 1) that has been sent. It starts over with every attempt. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal | undefined;
  method?: 'POST' | 'PUT';
}

/** A page of a list and the cursors of its neighbors; null where there is no neighbor. */
export interface ListPage<Entry> {
  entries: Entry[];
  next: string | null;
  previous: string | null;
}

export interface Answer<Output> {
  status: number;
  data: Output;
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
    read: NonNullable<Call<unknown>['read']> = (response, now) => readAnswer(response, now, options.wordless),
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
  function request({ method, path, body, file }: Call<unknown>, headers: Record<string, string>) {
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

  async function once<Output>(call: Call<Output>, key: string | null): Promise<Answer<Output>> {
    const token = call.token ?? options.token();
    const headers: Record<string, string> = { accept: 'application/json', ...options.headers?.() };
    if (token) headers.authorization = `Bearer ${token}`;
    if (key) headers['idempotency-key'] = key;
    if (call.ifMatch) headers['if-match'] = call.ifMatch;
    const send = request(call, headers);
    const { status, body } = await timed(send, TIMEOUT_MS, call.signal, call.read).catch((error: unknown) => {
      if (token && error instanceof ApiError && error.status === 401) options.onUnauthorized(token);
      throw error;
    });
    try {
      return { status, data: call.parser.parse(call.whole ? body : unwrap(body)) };
    } catch {
      const message = 'The server’s answer could not be read. Please try again later.';
      throw new ApiError('format', message, { status });
    }
  }

  /** One attempt. If the server still works on an earlier attempt with the same key, waits for that answer. */
  async function finished<Output>(call: Call<Output>, key: string | null): Promise<Answer<Output>> {
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

  async function attempts<Output>(call: Call<Output>): Promise<Answer<Output>> {
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

  async function tryServers<Output>(call: Call<Output>, key: string | null): Promise<Answer<Output>> {
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

  async function page<Entry>(
    path: string,
    parser: Parser<Entry[]>,
    cursor: string | null,
    signal?: AbortSignal,
  ): Promise<ListPage<Entry>> {
    const query = cursor === null ? '' : `${path.includes('?') ? '&' : '?'}cursor=${cursor}`;
    const whole = {
      parse: (body: unknown): ListPage<Entry> => ({
        entries: parser.parse(unwrap(body)),
        next: cursorIn(body, 'next_cursor'),
        previous: cursorIn(body, 'prev_cursor'),
      }),
    };
    return (await attempts({ method: 'GET', path: path + query, parser: whole, whole: true, signal })).data;
  }

  return {
    page,
    /** A whole list, page after page, up to MAX_ENTRIES. */
    all: async <Entry>(path: string, parser: Parser<Entry[]>, signal?: AbortSignal): Promise<Entry[]> => {
      const entries: Entry[] = [];
      for (let cursor: string | null = null; ; ) {
        const { entries: more, next }: ListPage<Entry> = await page(path, parser, cursor, signal);
        entries.push(...more);
        if (next === null || entries.length >= MAX_ENTRIES) return entries;
        cursor = next;
      }
    },
    get: async <Output>(path: string, parser: Parser<Output>, signal?: AbortSignal): Promise<Output> =>
      (await attempts({ method: 'GET', path, parser, signal })).data,
    post: async <Output>(
      path: string,
      body: unknown,
      parser: Parser<Output>,
      signal?: AbortSignal,
      own: { token?: string; key?: string; ifMatch?: string } = {},
    ): Promise<Answer<Output>> => attempts({ method: 'POST', path, body, parser, signal, ...own }),
    put: async <Output>(path: string, body: unknown, parser: Parser<Output>): Promise<Output> =>
      (await attempts({ method: 'PUT', path, body, parser })).data,
    patch: async <Output>(
      path: string,
      body: unknown,
      parser: Parser<Output>,
      own: { ifMatch?: string } = {},
    ): Promise<Output> => (await attempts({ method: 'PATCH', path, body, parser, ...own })).data,
    delete: async <Output>(
      path: string,
      parser: Parser<Output>,
      body?: unknown,
      own: { ifMatch?: string } = {},
    ): Promise<Output> => (await attempts({ method: 'DELETE', path, parser, body, ...own })).data,
    /** Sends one file. The server stores identical bytes once, so sending them again is safe. */
    upload: async <Output>(
      path: string,
      content: File,
      { onProgress = () => undefined, method = 'POST', ...rest }: UploadOptions<Output>,
    ): Promise<Output> => (await attempts({ method, path, file: { content, onProgress }, ...rest })).data,
    /** A file generated by the server, such as a PDF. */
    download: async (path: string, signal?: AbortSignal): Promise<DownloadedFile> => {
      const parser = { parse: (file: unknown) => file as DownloadedFile };
      return (await attempts({ method: 'GET', path, parser, signal, read: readFile })).data;
    },
  };
}
