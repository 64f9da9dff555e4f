import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { INTERNAL_MESSAGE } from '#domain/errors.ts';
import { dyingDatabase, hesitantDatabase } from '../../../test/faults.ts';
import {
  Customer,
  call,
  HOME,
  later,
  noChain,
  ORIGIN,
  readChains,
  rows,
  runSchedule,
  term,
  usual,
  workerWith,
} from '../../../test/harness.ts';
import { reachThroughRuntime } from '../../../test/reach.ts';

reachThroughRuntime();

let ada: Customer;
beforeAll(async () => {
  ada = await Customer.arrive();
});
const draft = { insurance_type: 'home', details: HOME, ...term() };

describe('malformed requests', () => {
  const post = (raw: string, headers = {}) => ada.call('/insurance/drafts', { raw, headers });

  test.each([
    ['malformed JSON', '{"insurance_type":', {}, 400, 'malformed'],
    ['an empty body', '', {}, 400, 'malformed'],
    ['another content type', 'a=b', { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
    ['an empty body of another type', '', { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
    ['a body that is not an object', '[]', {}, 422, 'invalid'],
    ['a body that is too large', JSON.stringify({ x: 'a'.repeat(70_000) }), {}, 413, 'payload_too_large'],
  ])('refuses %s', async (_, raw, headers, status, code) => {
    const answer = await post(raw, headers);
    expect(answer).toMatchObject({ status, code, success: false });
    expect(answer.message).toMatch(/^[A-Z].+\.$/);
    expect(answer.request_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.headers.get('x-request-id')).toBe(answer.request_id);
  });

  test('cuts off an endless body without a declared length', async () => {
    const sent: number[] = [];
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent.push(1);
        controller.enqueue(new Uint8Array(16_384).fill(32));
      },
    });
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${ada.token}` };
    const request = new Request(`${ORIGIN}/api/insurance/drafts`, { method: 'POST', headers, body });
    const response = await workerWith({})(request);
    expect(response.status).toBe(413);
    expect(sent.length).toBeLessThan(20);
  });

  test.each([
    ['without a session', 'POST', '/claims/1/documents', 3_000_000, 401],
    ['that is too large', 'PUT', '/profile/avatar', 5_000_000, 413],
    ['of an unknown length that is too large', 'PUT', '/profile/avatar', null, 413],
    ['to an unknown address', 'POST', '/nowhere', 3_000_000, 404],
  ])('reads a refused upload %s to its end, or the client would lose the answer', async (_, method, path, length, status) => {
    let left = length ?? 4_000_000;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const size = Math.min(left, 65_536);
        left -= size;
        if (size === 0) controller.close();
        else controller.enqueue(new Uint8Array(size));
      },
    });
    const headers = {
      'content-type': 'multipart/form-data; boundary=x',
      ...(length !== null && { 'content-length': String(length) }),
    };
    const response = await workerWith({})(new Request(`${ORIGIN}/api${path}`, { method, headers, body }));
    expect({ status: response.status, left }).toEqual({ status, left: 0 });
  });

  test('names every invalid field with a sentence each', async () => {
    const answer = await ada.call('/insurance/drafts', {
      body: { ...draft, details: { ...HOME, year_built: 'old', house_type: 'castle' } },
    });
    expect(answer.status).toBe(422);
    expect(answer.issues).toEqual([
      { path: 'details.house_type', message: 'Please select a house type.' },
      { path: 'details.year_built', message: 'Please enter the year it was built.' },
    ]);
  });

  test('answers 404 for an unknown path and a wrong method', async () => {
    for (const [path, method] of [
      ['/nowhere', 'GET'],
      ['/health', 'DELETE'],
      ['/insurance/quotes', 'GET'],
    ] as const) {
      expect(await call(path, { method })).toMatchObject({ status: 404, code: 'not_found', success: false });
    }
  });
});

describe('every response', () => {
  test.each([
    ['/health', 'no-store'],
    ['/nowhere', 'no-store'],
    ['/config', 'public, max-age=60'],
    ['/insurance/products', 'public, max-age=60'],
    ['/support/faq', 'public, max-age=60'],
    ['/openapi.json', 'public, max-age=60'],
  ])('sends security headers and JSON with every response, and keeps %s by %s', async (path, kept) => {
    const { headers } = await call(path);
    expect(headers.get('content-type')).toContain('application/json');
    expect(headers.get('cache-control')).toBe(kept);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
    );
  });

  test('no copy is kept of the answers with a wallet’s own votes, nor shown to who signs in later', async () => {
    expect((await ada.call('/support/faq')).headers.get('cache-control')).toBe('no-store');
    expect((await call('/support/faq')).headers.get('vary')).toBe('Authorization, Origin');
  });

  test('no copy is kept of a refusal where an answer may be kept', async () => {
    const used = { limit: async () => ({ success: false }) } as RateLimit;
    const { status, headers } = await call('/config', {}, workerWith({}, { CLIENT_LIMIT: used }));
    expect([status, headers.get('cache-control')]).toEqual([429, 'no-store']);
  });

  test('sends the API’s document again only to a reader who has another one', async () => {
    const { headers } = await call('/openapi.json');
    const tag = headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[0-9a-f]{32}"$/);
    const ask = (seen: string) =>
      workerWith({})(new Request(`${ORIGIN}/api/openapi.json`, { headers: { 'if-none-match': seen } }));
    for (const seen of [tag, `W/${tag}`, `"other", ${tag}`]) {
      const same = await ask(seen);
      expect([same.status, await same.text(), same.headers.get('etag')]).toEqual([304, '', tag]);
    }
    const other = await ask('"other"');
    expect([other.status, ((await other.json()) as { openapi: string }).openapi]).toEqual([200, '3.1.0']);
  });

  test('enforces https wherever the API is deployed, but not on this machine', async () => {
    expect((await call('/health')).headers.get('strict-transport-security')).toBeNull();
    const variables = { ENVIRONMENT: 'production', RATE_SOURCE: 'chainlink' } as const;
    for (const path of ['/health', '/nowhere']) {
      const { headers } = await call(path, {}, workerWith({}, variables));
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    }
  });

  test('lets only our own site read responses across origins', async () => {
    const { headers } = await call('/health', { headers: { origin: 'https://evil.example' } });
    expect(headers.get('access-control-allow-origin')).toBe(ORIGIN);
  });

  test('answers an internal error with a fixed sentence and never logs what was sent', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    await env.DB.prepare('ALTER TABLE drafts RENAME TO hidden').run();
    try {
      const answer = await ada.call('/insurance/drafts', { body: draft });
      expect(answer).toMatchObject({ status: 500, code: 'internal', message: INTERNAL_MESSAGE });
      const lines = log.mock.calls.flat().join('\n');
      expect(lines).toContain(answer.request_id);
      expect(lines).toContain('no such table');
      for (const secret of ['Lovelace', 'Quay', 'ada@example.com', ada.address.toLowerCase()]) {
        expect(lines + JSON.stringify(answer)).not.toContain(secret);
      }
    } finally {
      await env.DB.prepare('ALTER TABLE hidden RENAME TO drafts').run();
      log.mockRestore();
    }
  });

  test('writes one log line with route, status and request id, but no address', async () => {
    const log = vi.spyOn(console, 'info').mockImplementation(() => {});
    const { headers } = await ada.call(`/insurance/active-policies/${ada.address}`);
    const lines = log.mock.calls.flat().map((line) => JSON.parse(String(line)) as Record<string, unknown>);
    log.mockRestore();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      route: '/api/insurance/active-policies/:wallet',
      status: 200,
      request_id: headers.get('x-request-id'),
    });
    expect(JSON.stringify(lines).toLowerCase()).not.toContain(ada.address.toLowerCase());
  });

  test('logs every call under the path that it declares, also where another path fits', async () => {
    const { paths } = (await call('/openapi.json')) as unknown as {
      paths: Record<string, Record<string, object>>;
    };
    const calls = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
    );
    expect(calls.length).toBeGreaterThan(150);
    const worker = workerWith({});
    const log = vi.spyOn(console, 'info').mockImplementation(() => {});
    for (const { method, path } of calls) {
      log.mockClear();
      await worker(new Request(ORIGIN + path.replaceAll(/\{\w+\}/g, '1'), { method }));
      const line = JSON.parse(String(log.mock.calls.flat().at(-1)));
      expect(line).toMatchObject({ method, route: path.replaceAll(/\{(\w+)\}/g, ':$1') });
    }
    log.mockRestore();
  });

  test.each<[string, Partial<Env>]>([
    ['reference rates outside local work', { ENVIRONMENT: 'staging' }],
    [
      'the demo administrator',
      { DEMO_ADMIN_PASSWORD: 'x', ENVIRONMENT: 'staging', RATE_SOURCE: 'chainlink' } as Partial<Env>,
    ],
    ['a short session secret', { SESSION_SECRET: 'short' }],
    ['a chain list that is not JSON', { CHAINS: '[' }],
    ['a duplicate chain', { CHAINS: JSON.stringify([usual, usual]) }],
    ['one confirmation on a real network', { CHAINS: JSON.stringify([{ ...usual, chain_id: 1 }]) }],
    ['a details key that is not in the ring', { DETAILS_KEYS: '{"current":"2","keys":{}}' }],
    ['an invalid signer key', { QUOTE_SIGNER_KEY: '0x1' }],
  ])('answers 500 for a deployment with %s and logs only the name of the variable', async (_, variables) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const answer = await call('/config', {}, workerWith({}, variables));
    const lines = log.mock.calls.flat().join('\n');
    log.mockRestore();
    expect(answer).toMatchObject({ status: 500, message: INTERNAL_MESSAGE });
    expect(lines).toContain(
      Object.keys(variables)[0] === 'ENVIRONMENT' ? 'RATE_SOURCE' : Object.keys(variables)[0],
    );
  });
});

describe('health and config', () => {
  test('reports what is up, how far the chains were read, and what is offered @api-15', async () => {
    await readChains();
    const health = await call('/health', {}, workerWith({}));
    expect(health).toMatchObject({
      status: 200,
      success: true,
      data: {
        status: 'ok',
        database: 'ok',
        chains: [
          { chain_id: 1337, lag: 0 },
          { chain_id: 31337, lag: 0 },
        ],
      },
    });
    const config = await call('/config');
    expect(config.data).toMatchObject({
      environment: 'local',
      chains: [
        {
          chain_id: 1337,
          key: 'ganache',
          currencies: [{ symbol: 'ETH', decimals: 18, token: null }, {}, {}],
        },
        {},
      ],
      substrate: null,
      demo: null,
    });
    expect(JSON.stringify(config.data)).not.toContain('rpc_url');
  });

  test('shows the demo administrator only to this machine @desk-7', async () => {
    const variables = { DEMO_ADMIN_PASSWORD: 'made on first start' } as Partial<Env>;
    const demoAt = async (url: string) => {
      const answer = await workerWith({}, variables)(new Request(`${url}/api/config`));
      return ((await answer.json()) as { data: { demo: unknown } }).data.demo;
    };
    const shown = { admin_email: 'admin@mooring.local', admin_password: 'made on first start' };
    expect(await demoAt('http://localhost:8787')).toEqual(shown);
    expect(await demoAt('http://127.0.0.1:9999')).toEqual(shown);
    expect(await demoAt('http://192.168.1.7:8787')).toBeNull();
    expect(await demoAt('https://mooring.example')).toBeNull();
  });

  test('answers health even when no chain responds', async () => {
    const health = await call('/health', {}, workerWith(noChain));
    expect(health).toMatchObject({
      status: 200,
      data: { status: 'degraded', database: 'ok', chains: [{ head: null, lag: null }, { head: null }] },
    });
  });
});

describe('Idempotency-Key', () => {
  const post = (key: string, body: unknown = draft, who = ada, reach?: ReturnType<typeof workerWith>) =>
    who.call<{ draft_id: string }>('/insurance/drafts', { body, headers: { 'idempotency-key': key } }, reach);
  const count = async () => (await rows('SELECT id FROM drafts')).length;

  test('repeats the first answer for the same key and body and makes nothing twice', async () => {
    const before = await count();
    const first = await post('a');
    const again = await post('a');
    expect(again).toMatchObject({ status: first.status, data: first.data });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await count()).toBe(before + 1);
    expect((await post('b')).data.draft_id).not.toBe(first.data.draft_id);
  });

  test('answers 409 for another body or route under a used key and separates wallets', async () => {
    const first = await post('c');
    expect(await post('c', { ...draft, ...term(60) })).toMatchObject({
      status: 409,
      code: 'idempotency_mismatch',
    });
    const other = await ada.call('/insurance/quotes', {
      body: ada.quoteBody(),
      headers: { 'idempotency-key': 'c' },
    });
    expect(other.status).toBe(409);
    const bob = await Customer.arrive();
    const his = await post('c', draft, bob);
    expect(his.status).toBe(200);
    expect(his.data.draft_id).not.toBe(first.data.draft_id);
    expect((await post('c')).data).toEqual(first.data);
  });

  test('separates strangers by their client, so that one with another’s key never gets the other’s answer', async () => {
    const form = { name: 'Ada', email: 'ada@example.com', subject: 'Boats', message: 'Do you insure boats?' };
    const write = (client: string, message: string) =>
      call<{ received_at: string }>('/contact', {
        body: { ...form, message },
        headers: { 'idempotency-key': 'stranger', 'cf-connecting-ip': client },
      });
    const first = await write('192.0.2.20', form.message);
    expect(first.status).toBe(201);
    for (const [client, message] of [
      ['192.0.2.21', form.message],
      ['192.0.2.22', 'Do you insure ships?'],
    ] as const) {
      const other = await write(client, message);
      expect(other.status).toBe(201);
      expect(other.headers.get('idempotency-replayed')).toBeNull();
    }
    const again = await write('192.0.2.20', form.message);
    expect(again.data).toEqual(first.data);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const callers = await rows<{ caller: string }>(
      "SELECT caller FROM idempotency_keys WHERE key = 'stranger'",
    );
    expect(callers).toHaveLength(3);
    expect(JSON.stringify(callers)).not.toContain('192.0.2');
  });

  test('makes one record for two simultaneous requests with one key', async () => {
    const before = await count();
    const answers = await Promise.all([1, 2, 3, 4].map(() => post('d')));
    expect(await count()).toBe(before + 1);
    for (const answer of answers) expect([200, 409]).toContain(answer.status);
    expect((await post('d')).status).toBe(200);
  });

  test('remembers a permanent refusal under its key, but not a temporary one', async () => {
    const invalid = { ...draft, ...term(5) };
    expect((await post('e', invalid)).status).toBe(422);
    expect((await post('e')).status).toBe(409);
    const quote = (reach?: ReturnType<typeof workerWith>) =>
      ada.call('/insurance/quotes', { body, headers: { 'idempotency-key': 'f' } }, reach);
    const body = ada.quoteBody();
    expect((await quote(workerWith(noChain))).status).toBe(503);
    expect((await quote()).status).toBe(200);
  });

  test('frees the key of a request that died, for the same request, after 15 seconds', async () => {
    const dying = workerWith({}, { DB: dyingDatabase(/insert into "idempotency_keys"/) });
    expect((await post('g', draft, ada, dying)).status).toBe(500);
    const waiting = await post('g');
    expect(waiting).toMatchObject({ status: 409, code: 'in_progress' });
    expect(waiting.headers.get('retry-after')).toBe('1');
    const other = { ...draft, ...term(60) };
    const after = workerWith(later(16_000));
    expect(await post('g', other, ada, after)).toMatchObject({ status: 409, code: 'idempotency_mismatch' });
    expect((await post('g', draft, ada, after)).status).toBe(200);
    expect((await post('g')).headers.get('idempotency-replayed')).toBe('true');
  });

  test('keeps a slow request from writing again after its key was taken over', async () => {
    const before = await count();
    const overtake = () => post('slow', draft, ada, workerWith(later(16_000)));
    const slow = workerWith({}, { DB: hesitantDatabase(/insert into "drafts"/, overtake) });
    const first = await post('slow', draft, ada, slow);
    expect(first.status).toBe(200);
    expect(first.headers.get('idempotency-replayed')).toBe('true');
    expect((await post('slow')).data).toEqual(first.data);
    expect(await count()).toBe(before + 1);
  });

  test('returns the same quote, ready to pay, for its key as long as the quote exists', async () => {
    const body = ada.quoteBody();
    const options = { body, headers: { 'idempotency-key': 'quote' } };
    const first = await ada.call<{ quote_id: string }>('/insurance/quotes', options);
    const again = await ada.call('/insurance/quotes', options, workerWith(later(3_600_000)));
    expect(again).toMatchObject({ status: 200, data: first.data });
    const other = await ada.call<{ quote_id: string }>('/insurance/quotes', { body });
    expect(other.data.quote_id).not.toBe(first.data.quote_id);
  });

  test('ignores the key of a payment report, which the transaction identifies', async () => {
    const report = (hash: string) =>
      ada.call('/insurance/home-quote', {
        body: { wallet_address: ada.address, tx_hash: hash, chain_id: usual.chain_id },
        headers: { 'idempotency-key': 'i' },
      });
    expect((await report(`0x${'1'.repeat(64)}`)).status).toBe(202);
    expect((await report(`0x${'2'.repeat(64)}`)).status).toBe(202);
  });

  test('rejects an empty or oversized key', async () => {
    expect((await post('k'.repeat(201))).status).toBe(422);
  });

  test('keeps the key of a draft until the draft is deleted', async () => {
    await post('purged');
    const keys = () => rows("SELECT record_id FROM idempotency_keys WHERE key = 'purged'");
    await runSchedule(later(23 * 3_600_000), {}, ['purge expired', 'purge drafts']);
    expect(await keys()).toHaveLength(1);
    await runSchedule(later(25 * 3_600_000), {}, ['purge expired', 'purge drafts']);
    expect(await keys()).toEqual([]);
  });
});
