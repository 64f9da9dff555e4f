import { describe, expect, test } from 'vitest';
import { Customer, call, type Reach, usual, workerWith } from '../../../test/harness.ts';
import { clientOf } from './client.ts';

/** A worker whose rate limiters allow everything and record their keys. */
function noting() {
  const keys: Record<string, string[]> = {
    CLIENT_LIMIT: [],
    QUOTE_LIMIT: [],
    SIGN_IN_LIMIT: [],
    EXPORT_LIMIT: [],
  };
  const limiters = Object.fromEntries(
    Object.entries(keys).map(([name, noted]) => [
      name,
      {
        limit: async ({ key }: { key: string }) => {
          noted.push(key);
          return { success: true };
        },
      },
    ]),
  );
  return { keys, reach: workerWith({}, limiters as unknown as Partial<Env>) };
}

const address = (index: number) => `0x${index.toString(16).padStart(40, '0')}`;
const askNonce = (client: string, wallet: string, reach?: Reach) =>
  call(
    '/auth/nonce',
    {
      body: { address: wallet, kind: 'evm', chain_id: usual.chain_id },
      headers: { 'cf-connecting-ip': client },
    },
    reach,
  );

describe('rate-limit client', () => {
  test.each([
    ['an IPv4 address', '203.0.113.9', '203.0.113.9'],
    ['an IPv6 address, by its /64', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['another address of the same network', '2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['a shortened IPv6 address', '2001:db8::1', '2001:db8:0:0::/64'],
    ['an IPv6 address with a zone', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['an IPv4 address written as IPv6', '::ffff:203.0.113.9', '203.0.113.9'],
    ['an IPv4 address in hexadecimal IPv6', '0:0:0:0:0:FFFF:cb00:7109', '203.0.113.9'],
    ['a missing address', undefined, 'unknown'],
    ['an IPv4 address whose numbers are too large', '203.0.113.256', 'unknown'],
    ['an IPv6 address that is too long', '1:2:3:4:5:6:7:8:9', 'unknown'],
    ['an invalid address', 'a host', 'unknown'],
  ])('identifies a client by %s', (_, header, client) => {
    expect(clientOf(header)).toBe(client);
  });
});

test('counts requests by method and route, whatever the ids in their paths', async () => {
  const ada = await Customer.arrive();
  const { keys, reach } = noting();
  const headers = { 'cf-connecting-ip': '2001:db8::7' };
  for (const id of ['35', '36', '%33%35', '035', '0x23']) {
    const change = { method: 'PATCH', body: { beneficiary: null }, headers };
    await ada.call(`/insurance/policy/${id}/beneficiary`, change, reach);
  }
  const route = 'PATCH /api/insurance/policy/:id/beneficiary';
  expect(keys.CLIENT_LIMIT).toEqual(Array(5).fill(`${route}|2001:db8:0:0::/64`));
  expect(keys.QUOTE_LIMIT).toEqual(Array(5).fill(`${route}|${ada.address.toLowerCase()}`));
});

test('counts a sign-in for its client, and for the wallet it names at that client', async () => {
  const { keys, reach } = noting();
  await askNonce('203.0.113.7', address(1).toUpperCase().replace('0X', '0x'), reach);
  expect(keys).toEqual({
    CLIENT_LIMIT: ['POST /api/auth/nonce|203.0.113.7'],
    SIGN_IN_LIMIT: [`POST /api/auth/nonce|203.0.113.7|${address(1)}`],
    QUOTE_LIMIT: [],
    EXPORT_LIMIT: [],
  });
});

test('limits the requests of one client to every operation', async () => {
  const { paths } = (await call('/openapi.json')) as unknown as { paths: Record<string, object> };
  const operations = Object.entries({ ...paths, '/api/openapi.json': { get: {} } }).flatMap(
    ([path, methods]) =>
      Object.keys(methods).map((method) => [method.toUpperCase(), path.replace(/^\/api/, '')] as const),
  );
  expect(operations.length).toBeGreaterThan(180);
  const used = { limit: async () => ({ success: false }) } as RateLimit;
  const reach = workerWith({}, { CLIENT_LIMIT: used });
  const free: string[] = [];
  for (const [method, path] of operations) {
    const { status, headers } = await call(path.replace(/\{[^}]+\}/g, '999999'), { method }, reach);
    if (status !== 429 || headers.get('retry-after') !== '60') free.push(`${method} ${path}: ${status}`);
  }
  expect(free).toEqual([]);
});

test('allows one client 240 nonces a minute for any number of wallets without delaying others', async () => {
  const statuses: number[] = [];
  let refused: Awaited<ReturnType<typeof askNonce>> | undefined;
  // Twice the limit, because a new minute may start in between.
  for (let sent = 0; sent < 482 && !refused; sent += 1) {
    const answer = await askNonce(`2001:db8:7:7::${sent.toString(16)}`, address(sent));
    statuses.push(answer.status);
    if (answer.status === 429) refused = answer;
  }
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(240);
  expect(refused).toMatchObject({ status: 429, code: 'rate_limited' });
  expect(refused?.headers.get('retry-after')).toBe('60');
  expect((await askNonce('2001:db8:7:8::1', address(1))).status).toBe(200);
});

test.each([
  '035',
  '0x23',
  '35e0',
  '+35',
  '%2035',
  '35%20',
  '-35',
  '3.5e1',
  '0',
  'x',
  '9'.repeat(20),
])('answers 422 for a path with %s as id, because each id has one spelling', async (id) => {
  const ada = await Customer.arrive();
  const own = [
    ['GET', `/insurance/policy/${id}`],
    ['GET', `/insurance/policy/${id}/certificate`],
    ['GET', `/claims/detail/${id}`],
    ['GET', `/messages/full/${id}`],
  ] as const;
  for (const [method, path] of own) {
    expect(await ada.call(path, { method }), path).toMatchObject({ status: 422, code: 'invalid' });
  }
});
