import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { HealthAnswer } from '#domain/health/schema.ts';
import type { Edges } from '#worker/platform/context.ts';
import {
  Customer,
  call,
  countingChain,
  countingDatabase,
  noChain,
  runSchedule,
  scanFromHere,
  shaky,
  usual,
  workerWith,
} from '../../../test/harness.ts';

const SECRET = 'key-that-nobody-may-see';
/** The worker's own addresses of both chains. */
const rpcUrls = (url: (own: string) => string) =>
  ({
    RPC_URLS: JSON.stringify({
      [usual.chain_id]: url(usual.rpc_url),
      [shaky.chain_id]: url(shaky.rpc_url),
    }),
  }) as Partial<Env>;
const DEAD = JSON.stringify([
  { ...usual, rpc_url: 'http://127.0.0.1:9/' },
  { ...shaky, rpc_url: 'http://127.0.0.1:9/' },
]);

/** Any Substrate chain: nothing asks it here. */
const SUBSTRATE = JSON.stringify({
  genesis_hash: `0x${'ab'.repeat(32)}`,
  key: 'westend',
  name: 'Westend Asset Hub',
  rpc_url: 'https://rpc.example',
  ss58_prefix: 42,
  symbol: 'WND',
  decimals: 12,
  start_block: 1,
  recipient: `0x${'cd'.repeat(32)}`,
  feed: null,
});

beforeEach(scanFromHere);

describe('health checks', () => {
  test('health asks chains and database at most once in five seconds and says when', async () => {
    let now = Date.parse('2027-03-01T10:00:00.000Z');
    const { seen, edges } = countingChain();
    const { DB, statements } = countingDatabase();
    const reach = workerWith({ ...edges, clock: () => now }, { DB });
    const ask = async () => (await call<HealthAnswer>('/health', {}, reach)).data;
    const first = await ask();
    expect(first.as_of).toBe('2027-03-01T10:00:00.000Z');
    const [requests, queries] = [seen.requests, statements.length];
    expect(requests).toBe(2);
    now += 4_999;
    for (let times = 0; times < 20; times += 1) expect(await ask()).toEqual(first);
    expect(seen.requests).toBe(requests);
    expect(statements).toHaveLength(queries);
    now += 1;
    expect((await ask()).as_of).toBe('2027-03-01T10:00:05.000Z');
    expect(seen.requests).toBe(2 * requests);
  });

  test('health is read again after the clock was set back, and shows a recovery', async () => {
    let now = Date.now();
    let broken = true;
    const edges: Partial<Edges> = {
      clock: () => now,
      fetch: (input, init) => (broken ? Promise.reject(new TypeError('no')) : fetch(input, init)),
    };
    const reach = workerWith(edges);
    const ask = async () => (await call<HealthAnswer>('/health', {}, reach)).data.status;
    expect(await ask()).toBe('degraded');
    broken = false;
    expect(await ask()).toBe('degraded');
    now -= 60_000;
    expect(await ask()).toBe('ok');
  });
});

describe('RPC address of the worker', () => {
  const logged: string[] = [];
  const spies = (['info', 'warn', 'error', 'log'] as const).map((level) => ({ level }));
  beforeEach(() => {
    logged.length = 0;
    for (const { level } of spies) {
      vi.spyOn(console, level).mockImplementation((...words) => logged.push(words.join(' ')));
    }
  });
  afterEach(() => vi.restoreAllMocks());

  test('the worker reads chains at its own RPC address, and clients see only the public one', async () => {
    const reach = workerWith({}, { CHAINS: DEAD, ...rpcUrls((own) => own) });
    const ada = await Customer.arrive();
    expect((await ada.quote({}, reach)).status).toBe(200);
    const health = await call<HealthAnswer>('/health', {}, reach);
    expect(health.data.status).toBe('ok');
    expect(JSON.stringify([health, await call('/config', {}, reach)])).not.toContain('http://127');
  });

  test.each<[string, Partial<Edges>]>([
    ['cannot be reached', noChain],
    [
      'answers with an error that repeats it',
      {
        fetch: async (input, init) => {
          const calls = JSON.parse(String(init?.body)) as { id: number }[];
          const error = { code: -32000, message: `Quota of ${String(input)} exceeded` };
          return Response.json(calls.map(({ id }) => ({ jsonrpc: '2.0', id, error })));
        },
      },
    ],
    ['answers with no JSON', { fetch: async (input) => new Response(`<p>${String(input)}</p>`) }],
    ['is refused', { fetch: async (input) => new Response(String(input), { status: 401 }) }],
  ])('that %s appears in no answer and no log line', async (_, edges) => {
    const variables = rpcUrls((own) => `${own}/${SECRET}`);
    const reach = workerWith(edges, variables);
    const ada = await Customer.arrive();
    const answers = [
      await ada.quote({}, reach),
      await ada.report(`0x${'7e'.repeat(32)}`, {}, reach),
      await call('/health', {}, reach),
      await call('/config', {}, reach),
      await call('/registry/summary', {}, reach),
      await ada.call(
        '/insurance/payments/lookup',
        { body: { chain_id: usual.chain_id, tx_hash: `0x${'7e'.repeat(32)}` } },
        reach,
      ),
    ];
    await runSchedule(edges, variables);
    expect(answers.map(({ status }) => status)).toEqual([503, 202, 200, 200, 503, 200]);
    expect(JSON.stringify(answers)).not.toContain(SECRET);
    expect(logged.length).toBeGreaterThan(0);
    expect(logged.join('\n')).not.toContain(SECRET);
  });

  test.each<[string, Partial<Env>]>([
    ['without any', {}],
    ['with one for another chain only', { RPC_URLS: '{"1":"https://rpc.example"}' } as Partial<Env>],
    ['without one for the Substrate chain', { ...rpcUrls((own) => own), SUBSTRATE } as Partial<Env>],
    ['with a text that is no address', { RPC_URLS: '{"1337":"key","31337":"key"}' } as Partial<Env>],
    [
      'with one that is not encrypted',
      { RPC_URLS: '{"1337":"https://rpc.example","31337":"http://rpc.example"}' } as Partial<Env>,
    ],
  ])('is required outside local work: %s nothing is answered, and the log names the secret', async (_, own) => {
    const deployed = { ENVIRONMENT: 'production', RATE_SOURCE: 'chainlink', ...own };
    expect((await call('/config', {}, workerWith({}, deployed))).status).toBe(500);
    expect(logged.join('\n')).toContain('RPC_URLS');
  });

  test('production answers nothing without the insurer that runs it and its guardian’s address, and with both it does', async () => {
    const operator = {
      name: 'Mooring Insurance DAC',
      address: '1 Harbor Road, Dublin 1, Ireland',
      authorization: 'Authorized by the Central Bank of Ireland (C00000)',
      ombudsman: { name: 'The Insurance Ombudsman', url: 'https://ombudsman.example' },
    };
    const deployed = { ENVIRONMENT: 'production', RATE_SOURCE: 'chainlink', ...rpcUrls((own) => own) };
    const status = async (variables: object) =>
      (await call('/config', {}, workerWith({}, { ...deployed, ...variables } as Partial<Env>))).status;
    expect(await status({})).toBe(500);
    expect(logged.join('\n')).toContain('OPERATOR');
    expect(await status({ OPERATOR: JSON.stringify({ ...operator, ombudsman: null }) })).toBe(500);
    expect(await status({ OPERATOR: JSON.stringify(operator) })).toBe(500);
    expect(logged.join('\n')).toContain('GUARDIAN_EMAIL');
    const guarded = { OPERATOR: JSON.stringify(operator), GUARDIAN_EMAIL: 'guardian@multisig.example' };
    expect(await status(guarded)).toBe(200);
  });
});
