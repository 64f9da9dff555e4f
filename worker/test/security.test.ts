/**
 * Every call of the contract, attacked by everyone who must not get in. The contract says who may; what a customer's calls
 * are sent, and answer besides, stands in `security/customer-table.ts`.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_ROLES } from '#domain/admin/roles.ts';
import { Customer } from './harness.ts';
import { throughRuntime } from './reach.ts';
import { ask, type Seen } from './security/ask.ts';
import { CALLS, DESK, nameOf, PUBLIC, pathIn, rolesOf, takesBody } from './security/calls.ts';
import { type Asked, CUSTOMER, MISSING, MIXED, pathOf, type Row } from './security/customer-table.ts';
import { type Attackers, gather, type People } from './security/people.ts';
import { everything, type Things } from './security/things.ts';

const deskCalls = DESK.map(nameOf);
const customerCalls = [...CUSTOMER.keys()];
const publicCalls = PUBLIC.map(nameOf);

/** What may stand where a path has an id, and names nothing. */
const MALFORMED = ['-1', '1.5', '%27%20OR%201%3D1', '%00', '9'.repeat(30), 'x'.repeat(2000)];
/** An id that nothing has. */
const NOTHING = '999999';

let people: People;
let before: Map<string, string>;
beforeAll(async () => {
  people = await gather();
  before = await everything();
});

const aimed = (operation: string, row: Row | undefined, things: Things, wallet: string): Asked => ({
  path: pathOf(pathIn(operation), things, wallet),
  ...row?.ask?.(things, wallet),
});

/** Calls each operation and answers those with another status than the expected one. */
async function unexpected(
  operations: readonly string[],
  expected: number | ((operation: string) => number),
  send: (operation: string) => Promise<Seen>,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const operation of operations) {
    const { status, text } = await send(operation);
    const wanted = typeof expected === 'number' ? expected : expected(operation);
    if (status !== wanted) wrong.push(`${operation}: ${status} instead of ${wanted} ${text.slice(0, 200)}`);
    if (status >= 400 && JSON.parse(text).success !== false)
      wrong.push(`${operation}: ${text.slice(0, 200)}`);
  }
  return wrong;
}

async function changedTables(): Promise<string[]> {
  const now = await everything();
  return [...now].filter(([table, content]) => before.get(table) !== content).map(([table]) => table);
}

test('every call of the desk but a sign-in needs a session of the desk, and every write of a customer has its row @desk-4', () => {
  const isDesk = (name: string) => pathIn(name).startsWith('/admin/');
  expect(publicCalls.filter(isDesk).sort()).toEqual([
    'POST /admin/auth/invitation',
    'POST /admin/auth/login',
  ]);
  expect([...deskCalls, ...customerCalls].filter(isDesk).sort()).toEqual(deskCalls.toSorted());
  expect(MISSING).toEqual([]);
});

/** The attackers are known only when everyone is there, but each gets a test of their own. */
const attackersOf = (kind: 'customers' | 'desk', names: readonly string[]) =>
  names.map((name) => [name, () => (people[kind] as Attackers)[name]] as const);

const SOMEONE = [
  'no token',
  'a malformed token',
  'an unsigned token',
  'an expired token',
  'the token of an ended session',
];
const AT_CUSTOMERS = [
  ...[...SOMEONE, 'an administrator’s token', 'a token for the desk under the wallets’ key'],
  ...['a token without a session', 'a token under another wallet’s session'],
];
const AT_DESK = [
  ...[
    ...SOMEONE,
    'the token of a former administrator',
    'a wallet’s token',
    'a token under the wallets’ key',
  ],
  ...['a token for wallets under the desk’s key', 'a token under another administrator’s session'],
  'a token without a session',
];

/** What a public call answers to a request with nothing but its path, whoever asks. */
const answered = (operation: string) =>
  operation === 'GET /insurance/ipid/{version}' ? 404 : operation.startsWith('GET ') ? 200 : 422;

describe('whoever has no session', () => {
  test('the table has every kind of attacker for customers and administrators', () => {
    expect(AT_CUSTOMERS.toSorted()).toEqual(Object.keys(people.customers).sort());
    expect(AT_DESK.toSorted()).toEqual(Object.keys(people.desk).sort());
  });

  test.each(
    attackersOf('customers', AT_CUSTOMERS),
  )('gets 401 from every call of a customer with %s', async (_, who) => {
    const { ada, of } = people;
    const { token = null, reach } = who() ?? {};
    const send = (operation: string) =>
      ask(operation, aimed(operation, CUSTOMER.get(operation), of.ada, ada.address), token, reach);
    expect(await unexpected(customerCalls, 401, send)).toEqual([]);
  });

  test.each(
    attackersOf('desk', AT_DESK),
  )('gets 401 from every call of the desk with %s @desk-4', async (_, who) => {
    const { ada, of } = people;
    const { token = null, reach } = who() ?? {};
    const send = (operation: string) =>
      ask(operation, { path: pathOf(pathIn(operation), of.ada, ada.address) }, token, reach);
    expect(await unexpected(deskCalls, 401, send)).toEqual([]);
  });

  test('gets 401 before a body is looked at', async () => {
    const send = (operation: string) =>
      ask(
        operation,
        { path: pathOf(pathIn(operation), people.of.ada, people.ada.address), body: { nonsense: true } },
        null,
        throughRuntime,
      );
    const guarded = CALLS.filter((each) => takesBody(each) && !PUBLIC.includes(each)).map(nameOf);
    expect(guarded.length).toBeGreaterThan(60);
    expect(await unexpected(guarded, 401, send)).toEqual([]);
  });

  test('gets the public answer of a public call, whatever token comes along', async () => {
    const { ada, hedy, of } = people;
    for (const token of [null, 'not.a.token', of.ada.revoked, ada.token, hedy.token]) {
      const send = async (operation: string) => {
        const path = pathOf(pathIn(operation), of.ada, '');
        const seen = await ask(operation, { path }, token, throughRuntime);
        expect(seen.text, operation).not.toMatch(/OnlyMark/i);
        return seen;
      };
      expect(await unexpected(publicCalls, answered, send)).toEqual([]);
    }
  });
});

describe('another wallet', () => {
  const named = [...CUSTOMER].flatMap(([name, { other }]) => (other === null ? [] : [name]));

  test("gets nothing of an owner's with the owner's address and ids @wallet-24", async () => {
    const { ada, eve, of } = people;
    const send = async (operation: string) => {
      const seen = await ask(
        operation,
        aimed(operation, CUSTOMER.get(operation), of.ada, ada.address),
        eve.token,
      );
      expect(seen.text, operation).not.toMatch(/AdaOnlyMark/i);
      return seen;
    };
    expect(named.length).toBeGreaterThan(40);
    expect(await unexpected(named, (operation) => CUSTOMER.get(operation)?.other ?? 0, send)).toEqual([]);
  });

  test("gets nothing of an owner's with its own address and the owner's ids @wallet-24", async () => {
    const { eve, of } = people;
    const both = named.filter((operation) => CUSTOMER.get(operation)?.borrowed !== undefined);
    const send = async (operation: string) => {
      const seen = await ask(
        operation,
        aimed(operation, CUSTOMER.get(operation), of.ada, eve.address),
        eve.token,
      );
      expect(seen.text, operation).not.toMatch(/AdaOnlyMark/i);
      return seen;
    };
    expect(both.length).toBeGreaterThanOrEqual(9);
    expect(await unexpected(both, (operation) => CUSTOMER.get(operation)?.borrowed ?? 0, send)).toEqual([]);
  });

  test("gets nothing of an owner's by mixing its own ids with theirs @wallet-24", async () => {
    const { eve, of } = people;
    for (const [method, expected, path] of MIXED) {
      const { status, text } = await ask(`${method} `, { path: path(of.eve, of.ada) }, eve.token);
      expect(status, text).toBe(expected);
      expect(text).not.toContain(of.ada.shareToken);
    }
  });

  test('sees only its own records from calls that name no record', async () => {
    const { eve } = people;
    const unnamed = customerCalls.filter((name) => name.startsWith('GET ') && !named.includes(name));
    expect(unnamed.length).toBeGreaterThanOrEqual(6);
    for (const operation of unnamed) {
      const { status, text } = await ask(operation, {}, eve.token);
      expect(status, operation).toBe(200);
      expect(text, operation).not.toMatch(/(Ada|Bob)OnlyMark/i);
    }
  });
});

test('a malformed id is refused with a reason and never causes a server error @api-16', async () => {
  const { ada, of } = people;
  // The desk's calls get such ids from the random requests.
  for (const operation of [...customerCalls, ...publicCalls]) {
    if (!operation.includes('{')) continue;
    for (const id of MALFORMED) {
      const path = pathIn(operation).replace(/\{[^}]+\}/g, id);
      const row = CUSTOMER.get(operation)?.ask?.(of.ada, ada.address) ?? {};
      const { status, text } = await ask(operation, { ...row, path }, ada.token);
      expect([400, 404, 422], `${operation} ${id.slice(0, 40)}: ${status}`).toContain(status);
      expect(JSON.parse(text).message).toMatch(/^[“A-Z].{5,}/);
    }
  }
});

describe('an administrator', () => {
  test.each(
    ADMIN_ROLES,
  )('with the role %s gets 403 from every call that the contract does not give it @people-4', async (role) => {
    const { ada, of, staff } = people;
    const denied = DESK.filter((each) => !rolesOf(each).includes(role)).map(nameOf);
    const send = (operation: string) =>
      ask(operation, { path: pathOf(pathIn(operation), of.ada, ada.address) }, staff.get(role)?.token ?? '');
    if (role !== 'administrator') expect(denied.length).toBeGreaterThan(30);
    expect(await unexpected(denied, 403, send)).toEqual([]);
  });

  test('gets nothing of a colleague’s own things', async () => {
    const { hedy, grace } = people;
    const view = { list: 'claims', name: 'Mine', query: '' };
    const saved = await grace.call<{ id: number }>('/admin/views', { body: view });
    expect(saved).toMatchObject({ status: 201 });
    const session = (await grace.call<{ id: string }[]>('/admin/auth/sessions')).data[0]?.id ?? '';
    before = await everything();
    expect((await hedy.call(`/admin/views/${saved.data.id}`, { method: 'DELETE' })).status).toBe(404);
    expect((await hedy.call(`/admin/auth/sessions/${session}`, { method: 'DELETE' })).status).toBe(404);
    expect(JSON.stringify((await hedy.call('/admin/views')).data)).not.toContain('Mine');
    expect(JSON.stringify((await hedy.call('/admin/auth/sessions')).data)).not.toContain(session);
    expect(await changedTables()).toEqual([]);
    expect((await grace.call(`/admin/views/${saved.data.id}`, { method: 'DELETE' })).status).toBe(200);
    before = await everything();
  });
});

test('none of these attacks changed a row of any table', async () => {
  expect(before.size).toBeGreaterThan(40);
  expect(await changedTables()).toEqual([]);
});

describe('an administrator with a permission', () => {
  test.each(
    ADMIN_ROLES,
  )('with the role %s gets neither 401 nor 403 from the calls that the contract gives it @people-4', async (role) => {
    const granted = DESK.filter((each) => rolesOf(each).includes(role)).map(nameOf);
    for (const operation of granted) {
      if (operation === 'POST /admin/auth/logout') continue;
      // Nothing has this id, so that none of these requests changes anything.
      const path = pathIn(operation).replace(/\{[^}]+\}/g, NOTHING);
      const seen = await ask(operation, { path }, people.staff.get(role)?.token ?? '');
      expect([401, 403], `${operation}: ${seen.status}`).not.toContain(seen.status);
      if (seen.status < 400) expect(seen.headers.get('cache-control'), operation).toMatch(/\bno-store\b/);
    }
  });

  test('gets what is theirs, and no browser or proxy keeps a copy', async () => {
    const { ada, of } = people;
    const kept: string[] = [];
    const send = async (operation: string) => {
      const seen = await ask(
        operation,
        aimed(operation, CUSTOMER.get(operation), of.ada, ada.address),
        ada.token,
        throughRuntime,
      );
      if (!/\bno-store\b/.test(seen.headers.get('cache-control') ?? '')) kept.push(operation);
      if (seen.headers.has('set-cookie')) kept.push(`${operation} sets a cookie`);
      return seen;
    };
    expect(await unexpected(customerCalls, (operation) => CUSTOMER.get(operation)?.own ?? 0, send)).toEqual(
      [],
    );
    expect(kept).toEqual([]);
  });

  test('a deactivated owner keeps every call except those that make new contracts', async () => {
    const { bob, of } = people;
    const send = (operation: string) =>
      ask(operation, aimed(operation, CUSTOMER.get(operation), of.bob, bob.address), bob.token);
    const expected = (operation: string) => CUSTOMER.get(operation)?.inactive ?? 0;
    expect(await unexpected(customerCalls, expected, send)).toEqual([]);
  });

  test('signs out, and the token opens nothing more', async () => {
    const carol = await Customer.arrive();
    expect((await ask('POST /auth/logout', {}, carol.token)).status).toBe(200);
    expect((await ask('GET /profile', {}, carol.token)).status).toBe(401);
  });
});
