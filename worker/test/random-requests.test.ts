/**
 * Random requests to every operation: never a server error, never another person's data, always an envelope with a sentence.
 * `npm run test:full` sends 20,000; RANDOM_SEED repeats a run.
 */
import { exports } from 'cloudflare:workers';
import fc from 'fast-check';
import { beforeAll, expect, inject, test } from 'vitest';
import { Admin } from './admin.ts';
import { CAR, Customer, call, HOME, ORIGIN, rows, TRAVEL, term, usual, workerWith } from './harness.ts';
import { type Operation, operationsOf, type RandomRequest, requestTo } from './random/requests.ts';
import { type Schema, Values } from './random/values.ts';
import { settle, type Things } from './security/things.ts';

const COUNT = inject('randomRequests');
const SEED = inject('randomSeed');

const document = (await call('/openapi.json')) as unknown as {
  paths: Parameters<typeof operationsOf>[0];
  components: { schemas: Record<string, Schema> };
};
const operations = operationsOf(document.paths);

/** Nobody is slowed down here: the limits have tests of their own. */
const free = { limit: async () => ({ success: true }) } as unknown as RateLimit;
/** Calls to webhooks stay here. */
const noCalls = { enqueue: async () => {}, fetch: () => Promise.reject(new TypeError('no network')) };
const unlimited = workerWith({ outside: () => noCalls }, {
  CLIENT_LIMIT: free,
  SIGN_IN_LIMIT: free,
  QUOTE_LIMIT: free,
  EXPORT_LIMIT: free,
} as Partial<Env>);

let ada: Things;
let eve: Customer;
let hedy: Admin;
let values: Values;

beforeAll(async () => {
  hedy = await Admin.arrive();
  eve = await Customer.arrive();
  ada = await settle(await Customer.arrive(), 'AdaOnlyMark', hedy);
  const own = await settle(eve, 'EveOnlyMark', hedy);
  values = new Values(document.components.schemas, knownOf(own, ada));
});

/** Values that exist, Eve's twice as often as Ada's. */
function knownOf(own: Things, others: Things): Record<string, readonly unknown[]> {
  const both = (pick: (things: Things) => unknown) => [pick(own), pick(own), pick(others)];
  const { policy_start_date, policy_end_date } = term();
  return {
    wallet: both(({ wallet }) => wallet),
    wallet_address: both(({ wallet }) => wallet),
    address: both(({ wallet }) => wallet),
    policy_id: [own.policy, own.spare, own.leaving, others.policy],
    policy: both(({ policy }) => policy),
    claim_id: [own.claim, own.rejected, others.claim, others.rejected],
    claim: both(({ claim }) => claim),
    thread_id: both(({ thread }) => thread),
    parent_message_id: both(({ thread }) => thread),
    webhook_id: both(({ webhook }) => webhook),
    delivery_id: both(({ delivery }) => delivery),
    document_id: both(({ document: id }) => id),
    share_id: both(({ share }) => share),
    token: [...both(({ shareToken }) => shareToken), own.revoked],
    session_id: both(({ session }) => session),
    draft_id: both(({ draft }) => draft),
    exception_id: both(({ exception }) => exception),
    quote_id: both(({ relayed }) => relayed),
    tx_hash: both(({ paid }) => paid),
    transaction_hash: both(({ paid }) => paid),
    chain_id: [usual.chain_id],
    payment_currency: ['ETH', 'USDC'],
    insurance_type: ['home', 'car', 'travel'],
    policy_type: ['home', 'car', 'travel'],
    details: [HOME, CAR, TRAVEL],
    policy_start_date: [policy_start_date],
    policy_end_date: [policy_end_date],
    incident_date: [policy_start_date],
    claim_amount: [1, 5000, 500_000],
    description: ['A pipe burst under the kitchen and the floor is ruined.'],
    month: ['2026-10', '2026-11', '2027-01'],
    version: [0, 1, 2, 'home-2026-1'],
  };
}

async function send({ method, guard, path: template }: Operation, request: RandomRequest) {
  const token = {
    'whoever it is for': guard === 'admin' ? hedy.token : eve.token,
    'another wallet': eve.token,
    nobody: null,
    'a liar': `${eve.token.slice(0, -3)}abc`,
  }[request.as];
  const form = request.files && new FormData();
  // The runtime writes no form with such a name.
  for (const { name, bytes } of request.files ?? [])
    form?.append('file', new File([bytes.slice()], name.replace(/\\+$/, '')));
  const response = await unlimited(
    new Request(`${ORIGIN}/api${request.path}`, {
      method,
      headers: { ...request.headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: form ?? request.body,
    }),
  );
  const text = await response.text();
  // Some requests end the very session they came with.
  if (response.status === 401 && request.as === 'whoever it is for') {
    if (guard === 'admin') hedy = await Admin.arrive();
    if (guard === 'wallet') await eve.signInAgain(unlimited);
  }
  // And one can demand a second factor of everyone at the desk.
  if (response.status === 403)
    await rows("UPDATE system_settings SET value = '0' WHERE key = 'require_totp' RETURNING key");
  return { status: response.status, text, asAdmin: token === hedy.token && template.startsWith('/admin') };
}

/** What is wrong with an answer; null if nothing is. */
function fault(status: number, text: string, asAdmin: boolean): string | null {
  if (!asAdmin && /AdaOnlyMark/i.test(text)) return "shows another person's data";
  if (status < 400) return null;
  if (status === 500 || status > 503) return 'is a server error';
  const answer = JSON.parse(text) as {
    success: unknown;
    message: unknown;
    code: unknown;
    request_id: unknown;
  };
  if (answer.success !== false || typeof answer.code !== 'string' || typeof answer.request_id !== 'string') {
    return 'is no envelope';
  }
  const { message } = answer;
  // A name that somebody has chosen may stand anywhere in it.
  if (typeof message !== 'string' || message.length < 5) return 'says no sentence';
  if (/SQLITE|D1_ERROR|TypeError|\[object Object\]/.test(message)) return 'speaks of our own inside';
  return null;
}

const PARTS = [
  ['customers', 'wallet'],
  ['everyone', null],
  ['the desk', 'admin'],
] as const;

test.each(PARTS)(
  'random requests to the calls of %s get an answer that is no server error and nobody else’s',
  {
    timeout: 60_000 + COUNT * 200,
  },
  async (_, guard) => {
    const part = operations.filter((each) => each.guard === guard);
    const arbitraries = part.map((operation) => requestTo(operation, values));
    const count = Math.max(part.length, Math.round((COUNT * part.length) / operations.length));
    const statuses: Record<string, number> = {};
    const faults: string[] = [];
    let refused = 0;
    for (let each = 0; each < count; each += 1) {
      const operation = part[each % part.length] as Operation;
      const arbitrary = arbitraries[each % part.length] as fc.Arbitrary<RandomRequest>;
      const [request] = fc.sample(arbitrary, { seed: SEED + each, numRuns: 1 }) as [RandomRequest];
      const { status, text, asAdmin } = await send(operation, request);
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status === 401 && request.as === 'whoever it is for') refused += 1;
      const wrong = fault(status, text, asAdmin);
      if (wrong) {
        faults.push(
          `${operation.method} ${operation.path} ${wrong}: ${status} ${text.slice(0, 300)} to ${JSON.stringify(request).slice(0, 1500)}`,
        );
      }
      if (faults.length >= 25) break;
    }
    // biome-ignore lint/suspicious/noConsole: a long run's numbers are worth reading.
    console.info(`random requests: seed ${SEED}, ${count} sent, ${JSON.stringify(statuses)}`);
    expect(faults, `seed ${SEED}`).toEqual([]);
    // If most were refused at the door they would show nothing.
    expect(statuses[200] ?? 0).toBeGreaterThan(count / 12);
    expect(refused, 'whoever a call is for may make it').toBeLessThan(count / 20);
  },
);

test('the worker still answers its health after all of them', async () => {
  const answer = await exports.default.fetch(new Request(`${ORIGIN}/api/health`));
  expect(answer.status).toBe(200);
});
