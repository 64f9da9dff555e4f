import { describe, expect, it } from 'vitest';
import { messageOf } from '#web/lib/message-of.ts';
import { byPath } from '#web/test/by-path.ts';
import type { Edge } from './client.ts';
import { createApiClient, retryDelay } from './client.ts';
import { ApiError, NOT_JSON, NOT_RESPONDING } from './errors.ts';

interface Seen {
  url: string;
  at: number;
  init: RequestInit;
}

type Reply = Response | 'down' | 'silent';

const json = (body: unknown, init: ResponseInit = {}) =>
  new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' }, ...init });
const good = (data: unknown) => json({ success: true, data });
const refused = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  json(body, { status, headers: { 'content-type': 'application/json', ...headers } });

/** A network that answers from `replies`, on a clock that runs only while somebody waits. */
function lab(replies: (seen: Seen, count: number) => Reply, servers: readonly string[] = ['/api']) {
  let now = 0;
  const around = { offline: false, why: null as string | null };
  const seen: Seen[] = [];
  const edge: Edge = {
    now: () => now,
    key: () => `key-${seen.length}`,
    offline: () => around.offline,
    whyUnreachable: async () => around.why,
    send: () => Promise.reject(new Error('nothing is uploaded here')),
    fetch: (input, init = {}) => {
      const call = { url: String(input), at: now, init };
      seen.push(call);
      const reply = replies(call, seen.length);
      if (reply === 'down') return Promise.reject(new TypeError('fetch failed'));
      if (reply !== 'silent') return Promise.resolve(reply);
      return new Promise((_, reject) => {
        const stop = () => reject(new DOMException('Aborted', 'AbortError'));
        if (init.signal?.aborted) stop();
        init.signal?.addEventListener('abort', stop);
      });
    },
    // A time-out's wait ends on the next turn unless the answer came first; every other wait passes at once.
    wait: (ms, signal) =>
      new Promise((resolve, reject) => {
        setTimeout(() => {
          if (signal?.aborted) return reject(signal.reason);
          now += ms;
          resolve();
        }, 0);
      }),
  };
  const ended: string[] = [];
  let token: string | null = 'token-1';
  const client = createApiClient({
    servers,
    edge,
    token: () => token,
    onUnauthorized: (value) => {
      ended.push(value);
      token = null;
    },
  });
  return { client: byPath(client), seen, ended, around, clock: () => now };
}

const caught = async (work: Promise<unknown>): Promise<ApiError> => {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error(`expected an ApiError, got ${String(error)}`);
  return error;
};

describe('successful calls', () => {
  it('a call sends the token and returns the data @api-3', async () => {
    const { client, seen } = lab(() => good({ a: 1 }));
    expect(await client.get('/thing')).toEqual({ a: 1 });
    expect(seen).toHaveLength(1);
    expect(seen[0]?.url).toBe('/api/thing');
    expect(seen[0]?.init.headers).toMatchObject({ authorization: 'Bearer token-1' });
    expect(seen[0]?.init).toMatchObject({ mode: 'cors', credentials: 'omit' });
  });

  it('a call can send another token', async () => {
    const { client, seen } = lab(() => good(null));
    await client.post('/auth/logout', {}, { token: 'token-0' });
    expect(seen[0]?.init.headers).toMatchObject({ authorization: 'Bearer token-0' });
  });

  it('a document without an envelope is returned as it is', async () => {
    const { client } = lab(() => json({ openapi: '3.1.0' }));
    expect(await client.get('/openapi.json')).toEqual({ openapi: '3.1.0' });
  });

  it('a single server is not probed @api-1', async () => {
    const { client, seen } = lab(() => good(null));
    await client.get('/thing');
    expect(seen.map((call) => call.url)).toEqual(['/api/thing']);
  });
});

describe('server selection', () => {
  const servers = ['https://one/api', 'https://two/api', '/api'];

  it('the first healthy server is chosen, and only once @api-1', async () => {
    const { client, seen } = lab(({ url }) => {
      if (url === 'https://one/api/health') return json({ success: false });
      return good({});
    }, servers);
    await client.get('/a');
    await client.get('/b');
    expect(seen.map((call) => call.url)).toEqual([
      'https://one/api/health',
      'https://two/api/health',
      'https://two/api/a',
      'https://two/api/b',
    ]);
  });

  it('a silent server gets five seconds @api-1', async () => {
    const { client, seen, clock } = lab(
      ({ url }) => (url === 'https://one/api/health' ? 'silent' : good({})),
      servers,
    );
    await client.get('/a');
    expect(seen[1]?.at).toBe(5_000);
    expect(clock()).toBe(5_000);
  });

  it('each server is tried three times before the primary is tried again @api-2 @http-3', async () => {
    let healthy = true;
    const { client, seen } = lab(({ url }) => {
      if (url.endsWith('/health')) return good({});
      return healthy ? 'down' : good('back');
    }, servers);
    const error = await caught(client.get('/a'));
    expect(error.kind).toBe('network');
    expect(error.message).toBe(NOT_RESPONDING);
    expect(seen.slice(1).map((call) => call.url)).toEqual(
      servers.flatMap((server) => Array(3).fill(`${server}/a`)),
    );
    healthy = false;
    expect(await client.get('/a')).toBe('back');
    expect(seen.at(-1)?.url).toBe('https://one/api/a');
  });
});

describe('retries', () => {
  it('retries wait one second, then two, and not after the last attempt @api-2', async () => {
    const { client, seen, clock } = lab(() => refused(500, { message: 'Down for a moment.' }));
    await caught(client.get('/a'));
    expect(seen.map((call) => call.at)).toEqual([0, 1_000, 3_000]);
    expect(clock()).toBe(3_000);
  });

  it('a retry never waits longer than five seconds @api-2', () => {
    expect([1, 2, 3, 4, 5].map(retryDelay)).toEqual([1_000, 2_000, 4_000, 5_000, 5_000]);
  });

  it('an attempt is abandoned after thirty seconds and retried @api-2', async () => {
    const { client, seen } = lab((_, count) => (count === 1 ? 'silent' : good('late')));
    expect(await client.get('/a')).toBe('late');
    expect(seen.map((call) => call.at)).toEqual([0, 31_000]);
  });

  it('a retry waits as long as the server asks', async () => {
    const { client, seen } = lab((_, count) =>
      count === 1 ? refused(429, { message: 'Slow down.' }, { 'retry-after': '7' }) : good('ok'),
    );
    expect(await client.get('/a')).toBe('ok');
    expect(seen[1]?.at).toBe(7_000);
  });

  it('a customer is not kept waiting for minutes', async () => {
    const { client, seen } = lab(() => refused(429, { message: 'Slow down.' }, { 'retry-after': '120' }));
    expect((await caught(client.get('/a'))).message).toBe('Slow down.');
    expect(seen).toHaveLength(1);
  });

  it.each([400, 401, 403, 404, 409, 413, 415, 422])('status %i is not retried', async (status) => {
    const { client, seen } = lab(() => refused(status, { message: 'No.' }));
    await caught(client.get('/a'));
    expect(seen).toHaveLength(1);
  });

  it('one idempotency key is used across attempts and servers, and the next call gets another', async () => {
    let calls = 0;
    const { client, seen } = lab(
      ({ url }) => {
        if (url.endsWith('/health')) return good({});
        calls += 1;
        return calls < 6 ? 'down' : good('done');
      },
      ['https://one/api', 'https://two/api'],
    );
    await client.post('/a', { x: 1 });
    await client.post('/a', { x: 1 });
    const keys = seen.slice(1).map((call) => new Headers(call.init.headers).get('idempotency-key'));
    expect(new Set(keys.slice(0, 6)).size).toBe(1);
    expect(keys[6]).not.toBe(keys[0]);
  });

  it('a key brought by the caller is kept over several calls', async () => {
    const { client, seen } = lab(() => good('done'));
    await client.post('/a', { x: 1 }, { key: 'form-1' });
    await client.post('/a', { x: 1 }, { key: 'form-1' });
    const keys = seen.map((call) => new Headers(call.init.headers).get('idempotency-key'));
    expect(keys).toEqual(['form-1', 'form-1']);
  });

  it('a call waits for its own first attempt while the server still works on it', async () => {
    const running = () => refused(409, { code: 'in_progress', message: 'Running.' }, { 'retry-after': '1' });
    const { client, seen, clock } = lab((_, count) =>
      count === 1 ? 'down' : count < 18 ? running() : good('done'),
    );
    expect(await client.post('/a', { x: 1 })).toBe('done');
    expect(seen).toHaveLength(18);
    expect(clock()).toBe(17_000);
    expect(new Set(seen.map((call) => new Headers(call.init.headers).get('idempotency-key'))).size).toBe(1);
  });

  it('a call stops waiting for a first attempt after a minute and keeps its key', async () => {
    const { client, seen } = lab(() =>
      refused(409, { code: 'in_progress', message: 'Running.' }, { 'retry-after': '20' }),
    );
    expect((await caught(client.post('/a', { x: 1 }))).code).toBe('in_progress');
    expect(seen.map((call) => call.at)).toEqual([0, 20_000, 40_000, 60_000]);
    await caught(client.post('/a', { x: 1 }));
    expect(new Set(seen.map((call) => new Headers(call.init.headers).get('idempotency-key'))).size).toBe(1);
  });

  it.each([
    ['no answer', 'down' as const, true],
    ['a fault of the server', refused(500, { message: 'Down.' }), true],
    ['an ended session', refused(401, { message: 'Sign in.' }), true],
    ['a refusal', refused(422, { message: 'No.' }), false],
    ['a conflict', refused(409, { message: 'No.', code: 'conflict' }), false],
  ])('after %s the same request keeps its key only while its outcome is unknown', async (_, reply, kept) => {
    const { client, seen } = lab(() => (reply === 'down' ? reply : reply.clone()));
    await caught(client.post('/a', { x: 1 }, { token: 't' }));
    const first = seen.at(-1);
    await caught(client.post('/a', { x: 1 }, { token: 't' }));
    const keyOf = (call: Seen | undefined) => new Headers(call?.init.headers).get('idempotency-key');
    expect(keyOf(seen.at(-1)) === keyOf(first)).toBe(kept);
    await caught(client.post('/a', { x: 2 }, { token: 't' }));
    expect(keyOf(seen.at(-1))).not.toBe(keyOf(first));
  });

  it('a DELETE sends a body only if it has one', async () => {
    const { client, seen } = lab(() => good(null));
    await client.delete('/a');
    await client.delete('/b', { endpoint: 'e' });
    expect(seen.map(({ init }) => [init.method, init.body])).toEqual([
      ['DELETE', undefined],
      ['DELETE', '{"endpoint":"e"}'],
    ]);
  });

  it('a read sends no idempotency key', async () => {
    const { client, seen } = lab(() => good(null));
    await client.get('/a');
    expect(new Headers(seen[0]?.init.headers).has('idempotency-key')).toBe(false);
  });

  it('a call stops immediately when the caller aborts it', async () => {
    const giveUp = new AbortController();
    const { client, seen } = lab(() => 'silent');
    const work = client.get('/a', { signal: giveUp.signal });
    giveUp.abort(new Error('left the page'));
    await expect(work).rejects.toThrow('left the page');
    expect(seen).toHaveLength(1);
  });
});

describe('failure messages', () => {
  it('a failure shows the server’s own message @http-1', async () => {
    const issues = [{ path: 'email', message: 'Please enter a valid email address' }];
    const body = {
      success: false,
      message: 'Please check the form.',
      code: 'invalid',
      request_id: 'r-1',
      issues,
    };
    const { client } = lab(() => refused(422, body));
    const error = await caught(client.post('/a', {}));
    expect(error.message).toBe('Please check the form.');
    expect(error).toMatchObject({ status: 422, code: 'invalid', detail: { requestId: 'r-1', issues } });
  });

  it('a failure without a message uses the words of the specification @http-1', async () => {
    const server = lab(() => new Response('', { status: 502, statusText: 'Bad Gateway' }));
    expect((await caught(server.client.get('/a'))).message).toBe('Server Error 502: Bad Gateway');
    const client = lab(() => new Response('', { status: 418, statusText: 'Teapot' }));
    expect((await caught(client.client.get('/a'))).message).toBe('HTTP 418: Teapot');
  });

  it('a web page in place of JSON is reported and not retried @http-2', async () => {
    const html = () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } });
    const { client, seen } = lab(html);
    const error = await caught(client.get('/a'));
    expect(error.kind).toBe('format');
    expect(error.message).toBe(NOT_JSON);
    expect(seen).toHaveLength(1);
  });

  it('an answer of another shape is rejected', async () => {
    const { client } = lab(() => good({ wrong: true }));
    const strict = {
      parse: () => {
        throw new Error('not this');
      },
    };
    expect((await caught(client.get('/a', { schema: strict }))).kind).toBe('format');
  });

  it('a 401 ends the session it belongs to', async () => {
    const { client, ended } = lab(() => refused(401, { message: 'Please sign in.' }));
    expect((await caught(client.get('/a'))).status).toBe(401);
    expect(ended).toEqual(['token-1']);
    await caught(client.get('/a'));
    expect(ended).toEqual(['token-1']);
  });
});

describe('a browser that can’t reach the server', () => {
  it('sends nothing without a network, says so at once, and sends nothing later', async () => {
    const { client, seen, around, clock } = lab(() => good(1));
    around.offline = true;
    for (const call of [client.get('/thing'), client.post('/thing', {}), client.put('/thing', {})]) {
      const error = await caught(call);
      expect([error.kind, error.message]).toEqual([
        'offline',
        'You are offline. Please try again when you are back online.',
      ]);
    }
    around.offline = false;
    expect(seen).toEqual([]);
    expect(clock()).toBe(0);
  });

  it('doesn’t send again once the network is lost, and keeps the key of what may have arrived', async () => {
    const { client, seen, around } = lab((_, count) => {
      around.offline = count === 1;
      return count === 1 ? 'down' : good(1);
    });
    expect((await caught(client.post('/thing', { a: 1 }))).kind).toBe('offline');
    expect(seen).toHaveLength(1);
    around.offline = false;
    await client.post('/thing', { a: 1 });
    const keys = seen.map(({ init }) => new Headers(init.headers).get('idempotency-key'));
    expect(keys).toEqual(['key-0', 'key-0']);
  });

  it('is not told that the server is down when the site itself answers, as with an ad blocker', async () => {
    const { client, around } = lab(() => 'down');
    around.why = 'Something blocks our server.';
    expect((await caught(client.get('/thing'))).message).toBe('Something blocks our server.');
    around.why = null;
    expect((await caught(client.get('/thing'))).message).toBe(NOT_RESPONDING);
  });

  it('is told of a mistake of our own as such, and not as the server’s', async () => {
    const answer = json({});
    // As where a part of the browser is missing that our code uses.
    Object.defineProperty(answer, 'headers', { value: { get: undefined } });
    const { client, seen } = lab(() => answer);
    const error = await client.get('/thing').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TypeError);
    expect(messageOf(error)).toBe('Something went wrong. Please try again.');
    expect(seen).toHaveLength(1);
  });

  it('works where AbortSignal.any is missing, and a caller still calls it off', async () => {
    const { any: own } = AbortSignal;
    Object.assign(AbortSignal, { any: undefined });
    try {
      expect(await lab(() => good(7)).client.get('/thing', { signal: new AbortController().signal })).toBe(7);
      const leaving = new AbortController();
      const waiting = lab(() => 'silent').client.get('/thing', { signal: leaving.signal });
      leaving.abort(new Error('Left the page'));
      await expect(waiting).rejects.toThrow('Left the page');
    } finally {
      Object.assign(AbortSignal, { any: own });
    }
  });
});
