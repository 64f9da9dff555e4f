import { env } from 'cloudflare:workers';
import { getAddress, type Hex, verifyTypedData } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { insurancePaymentAbi } from '#domain/abi/insurance-payment.ts';
import { SAMPLES } from '#domain/products/forms/samples.ts';
import type { ProductKey } from '#domain/products/index.ts';
import type { EvmPayment, QuoteAnswer } from '#domain/quote/schema.ts';
import { asHolder, deskCtx } from '../../test/desk.ts';
import {
  CAR,
  Customer,
  chain,
  countingChain,
  countingDatabase,
  HOME,
  later,
  localAccount,
  noChain,
  rows,
  TRAVEL,
  term,
  usual,
  workerWith,
} from '../../test/harness.ts';
import { openDetails } from './details.ts';
import { showDraft } from './draft.ts';
import { purgeExpiredDrafts } from './purge.ts';

const contract = getAddress(usual.contract);
let ada: Customer;
beforeAll(async () => {
  ada = await Customer.arrive();
});

/** Whole dollars of coins in the pool, at 2000 per coin. */
const coinsUsd = async () => Number(((await chain.getBalance({ address: contract })) * 2000n) / 10n ** 18n);

const stored = async (customer: Customer) =>
  rows('SELECT * FROM quotes WHERE wallet = ?', customer.address.toLowerCase());

describe('content of a quote', () => {
  test.each<[ProductKey, number, number, number, string]>([
    ['home', 365, 1200, 500_000, '600000000000000000'],
    ['home', 30, 99, 500_000, '49500000000000000'],
    ['car', 365, 960, 100_000, '480000000000000000'],
    ['travel', 30, 25, 100_000, '12500000000000000'],
    ['travel', 1, 1, 100_000, '500000000000000'],
  ])('prices a %s quote for %i days at %i dollars @api-10', async (product, days, premium, coverage, amount) => {
    const quote = await ada.quote({ insurance_type: product, details: SAMPLES[product], ...term(days) });
    expect(quote).toMatchObject({
      status: 200,
      data: { premium_usd: premium, coverage_usd: coverage, currency: 'ETH', amount, rate: '2000' },
    });
    const minutes = (Date.parse(quote.data.valid_until) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(29.9);
    expect(minutes).toBeLessThanOrEqual(30);
  });

  test('makes a quote whose signature, id and transaction are valid on chain @payment-11', async () => {
    const { data } = await ada.quote();
    const payment = data.payment as EvmPayment;
    const typed = payment.typed_data as unknown as Parameters<typeof verifyTypedData>[0];
    const signer = privateKeyToAddress(inject('signerKey') as Hex);
    expect(await verifyTypedData({ ...typed, address: signer, signature: payment.signature as Hex })).toBe(
      true,
    );
    const [row] = await stored(ada);
    expect(row).toBeDefined();
    const quote = payment.typed_data.message;
    const onChain = await chain.readContract({
      address: contract,
      abi: insurancePaymentAbi,
      functionName: 'hashQuote',
      args: [{ ...quote, premium: BigInt(String(quote.premium)) } as never],
    });
    expect(onChain).toBe(data.quote_id);
    expect(payment).toMatchObject({ to: contract, value: data.amount, approval: null });
    const gas = await chain.estimateGas({
      account: ada.address,
      to: contract,
      data: payment.data as Hex,
      value: BigInt(payment.value),
    });
    expect(gas).toBeGreaterThan(21_000n);
  });

  test('stores a salt for each field, encrypted, and never the same one twice', async () => {
    const { data } = await ada.quote({ insurance_type: 'travel', details: TRAVEL, ...term(10) });
    const again = await ada.quote({ insurance_type: 'travel', details: TRAVEL, ...term(10) });
    const saltsOf = async (id: string) => {
      const [row] = await rows<{ id: string; wallet: string; details: string; sealed: string }>(
        'SELECT id, wallet, details, sealed FROM quotes WHERE id = ?',
        id,
      );
      if (!row) throw new Error('No such quote');
      return (await openDetails(asHolder(ada).settings.detailsKeys, row)).salts;
    };
    const salts = await saltsOf(data.quote_id);
    expect(Object.keys(salts).sort()).toEqual([
      'coverage_usd',
      'deductible_usd',
      'departure',
      'destination',
      'insurance_type',
      'origin',
      'passport_country',
      'passport_number',
      'policy_start_date',
      'premium_usd',
      'price.0',
      'price.1',
      'traveler_email',
      'traveler_name',
      'traveler_telephone',
      'wording',
    ]);
    const all = [...Object.values(salts), ...Object.values(await saltsOf(again.data.quote_id))];
    expect(new Set(all).size).toBe(32);
    for (const salt of all) expect(salt).toMatch(/^0x[0-9a-f]{64}$/);
    const text = JSON.stringify(await stored(ada));
    for (const salt of all) expect(text).not.toContain(salt.slice(2));
  });

  test('asks for a token approval of exactly the amount', async () => {
    const { data } = await ada.quote({ payment_currency: 'USDC' });
    expect(data).toMatchObject({ currency: 'USDC', amount: '1200000000', rate: '1' });
    const payment = data.payment as EvmPayment;
    const token = usual.currencies.find(({ symbol }) => symbol === 'USDC')?.token ?? '0x';
    expect(payment).toMatchObject({
      value: '0',
      approval: { token: getAddress(token), spender: contract, amount: '1200000000' },
    });
    const hash = await ada.pay(data);
    expect((await ada.report(hash)).data).toMatchObject({ payment_currency: 'USDC', paid_decimals: 6 });
  });
});

describe('refused quotes', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['a start the day before yesterday', term(365, -2), 'policy_start_date'],
    ['a start more than a year ahead', term(365, 367), 'policy_start_date'],
    [
      'a start in 2090',
      { policy_start_date: '2090-01-01', policy_end_date: '2090-12-01' },
      'policy_start_date',
    ],
    [
      'a start in 2150',
      { policy_start_date: '2150-01-01', policy_end_date: '2150-12-01' },
      'policy_start_date',
    ],
    ['an end before the start', { ...term(365), policy_end_date: '2020-01-01' }, 'policy_end_date'],
    ['a term that is too short', term(29), 'policy_end_date'],
    ['a term that is too long', term(367), 'policy_end_date'],
    ['a day that does not exist', { policy_start_date: '2027-02-30' }, 'policy_start_date'],
    ['a chain that is not offered', { chain_id: 5 }, 'chain_id'],
    ['a currency that is not offered', { payment_currency: 'DOGE' }, 'payment_currency'],
    ['neither details nor a draft', { details: undefined }, 'details'],
    [
      'a house that nobody knows',
      { details: { ...HOME, house_address: 'Not specified' } },
      'details.house_address',
    ],
    ['a house from the future', { details: { ...HOME, year_built: 2999 } }, 'details.year_built'],
    ["another product's details", { details: CAR }, 'details.house_type'],
    ['a missing detail', { details: { ...HOME, house_address: '' } }, 'details.house_address'],
    ['a broken email address', { email: 'ada' }, 'email'],
  ])('refuses a quote: %s @quote-10', async (_, changes, path) => {
    const answer = await ada.quote(changes);
    expect(answer).toMatchObject({ status: 422, success: false, code: 'invalid' });
    expect(answer.message).toMatch(/^[A-Z][a-z]+ .+/);
    expect(answer.issues?.map((issue) => issue.path)).toContain(path);
  });

  test('refuses values that no form would send, without echoing them @quote-30', async () => {
    const long = 'x'.repeat(10_000);
    for (const field of [
      'car_model',
      'car_owner_name',
      'car_owner_email',
      'car_owner_telephone',
      'car_make',
    ]) {
      for (const value of [long, { $gt: '' }, ['V60'], true, null]) {
        const answer = await ada.quote({ insurance_type: 'car', details: { ...CAR, [field]: value } });
        expect(answer, field).toMatchObject({ status: 422, code: 'invalid' });
        expect(answer.issues?.map(({ path }) => path)).toContain(`details.${field}`);
        expect(answer.message).toMatch(/^Please .+\.?$/);
        expect(JSON.stringify(answer)).not.toContain('xxxxxxxxxx');
      }
    }
  });

  test('rejects an unknown field in a quote request', async () => {
    expect((await ada.quote({ premium_usd: 1 })).status).toBe(422);
  });

  test("accepts yesterday as start, because it may still be today in the customer's time zone", async () => {
    expect((await ada.quote(term(365, -1))).status).toBe(200);
  });

  test("answers 404 for a quote for a wallet other than the token's", async () => {
    const eve = await Customer.arrive();
    expect((await ada.quote({ wallet_address: eve.address })).status).toBe(404);
    expect(await stored(eve)).toEqual([]);
  });

  test('gives a deactivated account neither draft nor quote but lets it read @payment-29', async () => {
    const bob = await Customer.arrive();
    await env.DB.prepare("UPDATE accounts SET status = 'inactive' WHERE wallet = ?")
      .bind(bob.address.toLowerCase())
      .run();
    expect(await bob.quote()).toMatchObject({ status: 403, code: 'inactive_account' });
    const draft = { insurance_type: 'home', details: HOME, ...term() };
    expect((await bob.call('/insurance/drafts', { body: draft })).status).toBe(403);
    expect(await bob.policies()).toEqual([]);
    expect(await stored(bob)).toEqual([]);
  });
});

describe('drafts', () => {
  test.each([366, 400, 23_000, 45_000])('rejects a draft that starts %i days ahead', async (ahead) => {
    const body = { insurance_type: 'home', details: HOME, ...term(365, ahead) };
    const answer = await ada.call('/insurance/drafts', { body });
    expect(answer).toMatchObject({ status: 422, issues: [{ path: 'policy_start_date' }] });
    expect(answer.message).toMatch(/^Cover can start at most one year ahead, by [A-Z][a-z]+ \d+, 20\d\d\.$/);
  });

  const make = (customer: Customer, changes = {}) =>
    customer.call<{ draft_id: string }>('/insurance/drafts', {
      body: { insurance_type: 'travel', details: TRAVEL, ...term(30), ...changes },
    });
  const fromDraft = (draft_id: string) => ({
    insurance_type: 'travel',
    details: undefined,
    draft_id,
    ...term(30),
  });

  test('makes a quote from a draft and stores nothing personal in plain text @quote-20', async () => {
    const bob = await Customer.arrive();
    const { data } = await make(bob);
    const quote = await bob.quote(fromDraft(data.draft_id));
    expect(quote).toMatchObject({ status: 200, data: { premium_usd: 25 } });
    const dump = JSON.stringify([...(await rows('SELECT * FROM drafts')), ...(await stored(bob))]);
    for (const secret of [
      TRAVEL.passport_number,
      TRAVEL.traveler_telephone,
      TRAVEL.origin,
      TRAVEL.destination,
    ]) {
      expect(dump).not.toContain(secret);
    }
    expect(dump).toContain(TRAVEL.traveler_name);
  });

  test('answers 404 for a draft of another wallet or product, and for an expired or unknown one', async () => {
    const bob = await Customer.arrive();
    const { data } = await make(bob);
    const day = workerWith(later(24 * 3_600_000 - 60_000));
    const attempts = [
      await ada.quote(fromDraft(data.draft_id)),
      await bob.quote({ ...fromDraft(data.draft_id), insurance_type: 'home', ...term() }),
      await bob.quote(fromDraft('draft_unknown')),
    ];
    expect(attempts.map(({ status }) => status)).toEqual([404, 404, 404]);
    // The session ends when the draft does, so the row is aged instead of the clock.
    expect((await bob.quote(fromDraft(data.draft_id), day)).status).toBe(200);
    await env.DB.prepare('UPDATE drafts SET expires_at = ? WHERE id = ?')
      .bind(new Date(Date.now() - 1).toISOString(), data.draft_id)
      .run();
    expect((await bob.quote(fromDraft(data.draft_id))).status).toBe(404);
  });

  test('keeps a draft for exactly 24 hours, then deletes it', async () => {
    const bob = await Customer.arrive();
    const { draft_id } = (await make(bob)).data;
    const [stored] = await rows<{ created_at: string; expires_at: string }>(
      'SELECT created_at, expires_at FROM drafts WHERE id = ?',
      draft_id,
    );
    const lasts = Date.parse(stored?.expires_at ?? '') - Date.parse(stored?.created_at ?? '');
    expect(lasts).toBe(86_400_000);
    const at = (ms: number) => showDraft(asHolder(bob, later(ms)), draft_id);
    await expect(at(86_400_000 - 60_000)).resolves.toMatchObject({ draft_id });
    await expect(at(86_400_000 + 60_000)).rejects.toMatchObject({ code: 'not_found' });
    await purgeExpiredDrafts(deskCtx(later(86_400_000 - 60_000)));
    expect(await rows('SELECT id FROM drafts WHERE id = ?', draft_id)).toHaveLength(1);
    await purgeExpiredDrafts(deskCtx(later(86_400_000 + 60_000)));
    expect(await rows('SELECT id FROM drafts WHERE id = ?', draft_id)).toEqual([]);
  });

  test('decrypts a draft only for its row and owner', async () => {
    const bob = await Customer.arrive();
    const [mine, his] = [(await make(ada)).data.draft_id, (await make(bob)).data.draft_id];
    await env.DB.prepare('UPDATE drafts SET sealed = (SELECT sealed FROM drafts WHERE id = ?) WHERE id = ?')
      .bind(his, mine)
      .run();
    expect((await ada.quote(fromDraft(mine))).status).toBe(500);
  });

  test('rejects dates in a draft that no quote would accept', async () => {
    expect((await make(ada, term(181))).status).toBe(422);
  });
});

describe('chain checks before a quote is signed', () => {
  const owner = localAccount(0);
  const write = async (functionName: 'pause' | 'unpause', account: typeof owner) => {
    const hash = await chain.writeContract({
      address: contract,
      abi: insurancePaymentAbi,
      functionName,
      account,
      chain: chain.chain,
    });
    await chain.waitForTransactionReceipt({ hash });
  };

  const refusedOn = async (reach: ReturnType<typeof workerWith>, changes = {}) => {
    const bob = await Customer.arrive();
    const answer = await bob.quote(changes, reach);
    expect(answer).toMatchObject({ status: 503, code: 'chain_unreachable' });
    expect(answer.message).toContain('No money has moved');
    expect(await stored(bob)).toEqual([]);
  };

  test('answers 503 and stores nothing when the chain is unreachable or answers nonsense', async () => {
    await refusedOn(workerWith(noChain));
    await refusedOn(workerWith({ fetch: async () => new Response('<html>', { status: 200 }) }));
    await refusedOn(workerWith({ fetch: async () => Response.json([], { status: 200 }) }));
    await refusedOn(workerWith({ fetch: async () => new Response(null, { status: 502 }) }));
  });

  test('refuses to quote while the contract is paused', async () => {
    await write('pause', localAccount(4));
    await refusedOn(workerWith({})).finally(() => write('unpause', owner));
    expect((await ada.quote()).status).toBe(200);
  });

  test("refuses to quote when our signer is not the contract's", async () => {
    await refusedOn(workerWith({}, { QUOTE_SIGNER_KEY: `0x${'6'.repeat(64)}` }));
  });

  test("refuses to quote when the node's chain, the contract or the decimals do not match the configuration", async () => {
    const chains = (changes: object) => JSON.stringify([{ ...usual, ...changes }]);
    await refusedOn(workerWith({}, { CHAINS: chains({ chain_id: 1338, confirmations: 2 }) }), {
      chain_id: 1338,
    });
    await refusedOn(workerWith({}, { CHAINS: chains({ contract: `0x${'9'.repeat(40)}` }) }));
    const currencies = usual.currencies.map((each) => ({
      ...each,
      decimals: each.token ? 18 : each.decimals,
    }));
    await refusedOn(workerWith({}, { CHAINS: chains({ currencies }) }), { payment_currency: 'USDC' });
  });

  test('knows a renamed coin by its former name', async () => {
    const currencies = usual.currencies.map((each) => (each.token ? each : { ...each, symbol: 'POL' }));
    const reach = workerWith({}, { CHAINS: JSON.stringify([{ ...usual, currencies }]) });
    // The local contract's bounds are those of ETH, so it accepts no rate of POL. An unknown currency is 422.
    for (const payment_currency of ['POL', 'MATIC']) await refusedOn(reach, { payment_currency });
    expect((await ada.quote({ payment_currency: 'ETH' }, reach)).status).toBe(422);
  });

  test('uses reference rates only on this machine and refuses to deploy with them', async () => {
    const reach = workerWith({});
    const away = (request: Request) =>
      reach(new Request(request.url.replace('localhost', 'mooring.example'), request));
    await refusedOn(away);
    const deployed = workerWith({}, { ENVIRONMENT: 'production' });
    expect((await ada.quote({}, deployed)).status).toBe(500);
  });

  test('refuses cover above the set multiple of the pool, per chain and currency', async () => {
    const bob = await Customer.arrive();
    const until = term(30).policy_end_date;
    const fill = (chainId: string, currency: string, end: string, usd: number) =>
      env.DB.prepare(
        "INSERT OR REPLACE INTO cover_days (chain_id, currency, edge, day, coverage_usd) VALUES (?, ?, 'ends', ?, ?)",
      )
        .bind(chainId, currency, end, usd)
        .run();
    // Other tests changed the pool, so the bound is computed from its current holdings.
    const bound = 20 * (await coinsUsd());
    const [cover, margin] = [500_000, 100_000];
    const clear = () => env.DB.prepare('DELETE FROM cover_days').run();
    await clear();
    try {
      await fill('31337', 'ETH', until, 2 * bound);
      await fill('1337', 'ETH', '2020-01-01', 2 * bound);
      // What is owed in tokens is paid in tokens.
      await fill('1337', 'USDC', until, 100 * bound);
      expect(await bob.quote({ payment_currency: 'USDC' })).toMatchObject({
        status: 422,
        code: 'no_capacity',
        message: expect.stringContaining('Our capital in USDC cannot support more cover'),
      });
      expect((await bob.quote()).status).toBe(200);
      await fill('1337', 'ETH', until, bound - cover - margin);
      expect((await bob.quote()).status).toBe(200);
      await fill('1337', 'ETH', until, bound - cover + margin);
      expect(await bob.quote()).toMatchObject({ status: 422, code: 'no_capacity' });
      expect((await bob.quote({}, workerWith({}, { CAPACITY_MULTIPLE: '21' }))).status).toBe(200);
    } finally {
      await clear();
    }
  });
});

test('makes a quote with one chain request and a few statements, however much was sold', async () => {
  const insert = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
    INSERT INTO cover_days (chain_id, currency, edge, day, coverage_usd) SELECT '77', 'ETH', 'ends', date('2026-01-01', i || ' days'), 1 FROM n`;
  await env.DB.prepare(insert).run();
  const { seen, edges } = countingChain();
  const { DB, statements, rowsRead } = countingDatabase();
  // Somebody whose live quotes are not those of the tests before.
  const customer = await Customer.arrive();
  const quote = await customer.quote({}, workerWith(edges, { DB }));
  expect(quote.status).toBe(200);
  expect(seen.requests).toBe(1);
  expect(statements).toHaveLength(10);
  // The quote, its rate and the mark of its day are written once.
  statements.splice(-3);
  // Two rows for each of the eleven underwriting rules, and the wallet's policies for its claim-free years.
  expect(await rowsRead()).toBeLessThan(20 + 22 + 5);
});

test('limits quote requests per wallet, far above what a person needs', async () => {
  const bob = await Customer.arrive();
  const bad = () => bob.call<QuoteAnswer>('/insurance/quotes', { body: {} });
  // Twice the limit, because a new minute may start in between.
  const statuses = (await Promise.all(Array.from({ length: 241 }, bad))).map(({ status }) => status);
  expect(statuses).toContain(429);
  expect(statuses.filter((status) => status === 422).length).toBeGreaterThanOrEqual(120);
  expect((await ada.quote()).status).toBe(200);
});

describe('live unpaid quotes', () => {
  const ROOM =
    'You have 120 quotes that can still be paid. Please pay one of them, or wait until one expires.';
  /** Gives a wallet this many copies of one real quote. */
  async function holding(quotes: number, change = '') {
    const customer = await Customer.arrive();
    await customer.quote();
    const [row] = await stored(customer);
    const columns = Object.keys(row ?? {}).map((name) => `"${name}"`);
    const copied = columns.map((name) => (name === '"id"' ? "id || '-' || n.i" : name));
    const insert = `WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
      INSERT INTO quotes (${columns}) SELECT ${copied} FROM quotes, n WHERE wallet = ?`;
    const wallet = customer.address.toLowerCase();
    await env.DB.prepare(insert).bind(quotes, wallet).run();
    if (change) await env.DB.prepare(`UPDATE quotes SET ${change} WHERE wallet = ?`).bind(wallet).run();
    return customer;
  }
  const statuses = async (customer: Customer, times: number) => {
    const answers = await Promise.all(Array.from({ length: times }, () => customer.quote()));
    return answers.map(({ status }) => status).sort();
  };

  test('allows a wallet 120 live quotes, also for concurrent requests, and invalidates none', async () => {
    const eve = await holding(118);
    const before = await stored(eve);
    expect(await statuses(eve, 6)).toEqual([200, 200, 429, 429, 429, 429]);
    const after = await stored(eve);
    expect(after).toHaveLength(120);
    expect(after.slice(0, 118)).toEqual(before);
    expect((await ada.quote()).status).toBe(200);
  });

  test('refuses a quote above the limit with the seconds until one expires', async () => {
    const eve = await holding(120);
    const refused = await eve.quote();
    expect(refused).toMatchObject({ status: 429, code: 'rate_limited', message: ROOM });
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(1780);
    expect(wait).toBeLessThanOrEqual(1800);
    expect((await eve.quote({}, workerWith(later(1_801_000)))).status).toBe(200);
  });

  test('counts neither paid nor expired quotes as live', async () => {
    expect(await statuses(await holding(150, 'purge_at = NULL'), 1)).toEqual([200]);
    expect(await statuses(await holding(150, "valid_until = '2026-01-01T00:00:00.000Z'"), 1)).toEqual([200]);
  });

  test('counts live quotes at the same cost however many have expired', async () => {
    const eve = await holding(3000, "valid_until = '2026-01-01T00:00:00.000Z'");
    const { DB, rowsRead, statements } = countingDatabase();
    expect((await eve.quote({}, workerWith({}, { DB }))).status).toBe(200);
    statements.splice(-3);
    expect(await rowsRead()).toBeLessThan(40);
  });
});
