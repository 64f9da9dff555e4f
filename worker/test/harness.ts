/** The worker and its chains as a client sees them. */

import { env } from 'cloudflare:workers';
import { createTestClient, erc20Abi, type Hex, http, publicActions, toHex, walletActions } from 'viem';
import {
  generatePrivateKey,
  mnemonicToAccount,
  type PrivateKeyAccount,
  privateKeyToAccount,
} from 'viem/accounts';
import { inject } from 'vitest';
import { dayOf, dayStart, formatDay } from '#domain/days.ts';
import type { PolicyAnswer } from '#domain/policy/schema.ts';
import { SAMPLES } from '#domain/products/forms/samples.ts';
import type { EvmPayment, QuoteAnswer } from '#domain/quote/schema.ts';
import { realEdges } from '#worker/edges.ts';
import { runJobs } from '#worker/jobs/run.ts';
import type { ChainConfig } from '#worker/platform/chain/config.ts';
import { type Edges, makeContext } from '#worker/platform/context.ts';
import { type Reach, real, workerWith } from './reach.ts';

export { type Reach, workerWith };

const MNEMONIC = 'test test test test test test test test test test test junk';
/** Their parent; deriving it from the phrase takes longer than a purchase. */
const LOCAL_KEYS = mnemonicToAccount(MNEMONIC, { path: "m/44'/60'/0'/0" }).getHdKey();
/** The local chain's accounts: deployer and admin, claims, underwriter, treasurer, pauser, customers from 5 on. */
export const localAccount = (index: number) =>
  privateKeyToAccount(toHex(LOCAL_KEYS.deriveChild(index).privateKey as Uint8Array));
const PURSE = localAccount(5);

export const ORIGIN = 'http://localhost:8787';
export const [usual, shaky] = JSON.parse(inject('chains')) as [ChainConfig, ChainConfig];

const chainClient = ({ chain_id, rpc_url, name }: ChainConfig) =>
  createTestClient({
    mode: 'anvil',
    chain: {
      id: chain_id,
      name,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [rpc_url] } },
      // viem misses a block that comes while it looks for a replacement, and no later one may come here.
      supportsTransactionReplacementDetection: false,
    },
    transport: http(rpc_url),
    pollingInterval: 20,
    cacheTime: 0,
  })
    .extend(publicActions)
    .extend(walletActions);

export type LocalChain = ReturnType<typeof chainClient>;
export const chain = chainClient(usual);
export const shakyChain = chainClient(shaky);

export interface Answer<Data> {
  status: number;
  headers: Headers;
  success: boolean;
  data: Data;
  message: string;
  code?: string;
  request_id?: string;
  issues?: { path: string; message: string }[];
}

export interface Call {
  method?: string;
  token?: string | null;
  body?: unknown;
  headers?: Record<string, string>;
  /** Text to send unchanged instead of a JSON body. */
  raw?: string;
  /** Files to send instead of a JSON body. */
  form?: FormData;
}

let unnamed = 0;
/** Requests of nobody in particular: a new client every 200, because a test file has more than one client may send. */
const anyClient = () => `2001:db8:ffff:${Math.floor(unnamed++ / 200).toString(16)}::1`;

export async function call<Data>(
  path: string,
  options: Call = {},
  reach: Reach = real,
): Promise<Answer<Data>> {
  const { token, body, raw, form, headers } = options;
  const text = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const method = options.method ?? (text === undefined && !form ? 'GET' : 'POST');
  const response = await reach(
    new Request(`${ORIGIN}/api${path}`, {
      method,
      headers: {
        ...(text === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        'cf-connecting-ip': anyClient(),
        ...headers,
      },
      body: text ?? form ?? null,
    }),
  );
  const answer = (await response.json()) as Omit<Answer<Data>, 'status' | 'headers'>;
  return { ...answer, status: response.status, headers: response.headers };
}

/** The CHAINS variable with the start blocks that `scanFromHere` set. */
export const scannedChains = (): Partial<Env> => ({ CHAINS: JSON.stringify([usual, shaky]) });

/**
 * Runs the scheduled jobs as the platform would, on the chains from where `scanFromHere` set their start. The whole
 * schedule is slow, so a test names the jobs that it is about.
 */
export async function runSchedule(
  edges: Partial<Edges> = {},
  variables: Partial<Env> = {},
  only?: readonly string[],
): Promise<void> {
  const all = { ...realEdges, ...edges };
  const bindings = { ...env, ...scannedChains(), ...variables };
  await runJobs(makeContext(bindings, all, crypto.randomUUID(), new URL(ORIGIN)), only);
}

/** The jobs that read a chain and let its events take effect. */
const CHAIN_JOBS = [
  'scan',
  'sweep',
  'confirm',
  'dead transfers',
  'lost payments',
  'reported',
  'settle endings',
];

/** Of the schedule only what follows the chains. */
export const readChains = (edges?: Partial<Edges>, variables?: Partial<Env>, more: readonly string[] = []) =>
  runSchedule(edges, variables, [...CHAIN_JOBS, ...more]);

/** The same for the usual chain alone. */
export const readChain = (edges?: Partial<Edges>, ...more: string[]) =>
  readChains(edges, { CHAINS: JSON.stringify([usual]) }, more);

/** Most messages per batch, as in vitest.config.ts. */
const BATCH = 100;

/** Fills a queue so that it delivers at once; in tests it waits for a full batch. */
export async function fillQueue(queue: Queue): Promise<void> {
  await queue.sendBatch(Array.from({ length: BATCH }, () => ({ body: {} })));
}

/**
 * Starts the scheduled run at the head of each chain, as if the contracts had been deployed there, so that
 * re-reading and sweeping find no events of other tests.
 */
export async function scanFromHere(): Promise<void> {
  for (const [client, config] of [
    [chain, usual],
    [shakyChain, shaky],
  ] as const) {
    const { number, hash, timestamp } = await client.getBlock();
    const time = new Date(Number(timestamp) * 1000).toISOString();
    config.start_block = Number(number) + 1;
    for (const earlier of config.earlier_contracts) earlier.start_block = config.start_block;
    await env.DB.prepare('INSERT OR REPLACE INTO scan_cursors VALUES (?, ?, ?, ?, ?)')
      .bind(String(config.chain_id), Number(number), hash, time, time)
      .run();
    await env.DB.prepare('DELETE FROM sweep_cursors WHERE chain_id = ?').bind(String(config.chain_id)).run();
  }
}

export const { home: HOME, car: CAR, travel: TRAVEL } = SAMPLES;

/** A term that starts `fromToday` days after today (UTC). */
export function term(days = 365, fromToday = 0) {
  const start = dayOf(Date.now()) + fromToday;
  return { policy_start_date: formatDay(start), policy_end_date: formatDay(start + days) };
}

/** A separate client per wallet, because a test run exceeds one client's limits. */
const clientOf = ({ address }: Pick<PrivateKeyAccount, 'address'>) => ({
  'cf-connecting-ip': `2001:db8:${address.slice(2, 6)}:${address.slice(6, 10)}::1`,
});

export async function signIn(
  account: Pick<PrivateKeyAccount, 'address' | 'signMessage'>,
  chainId = usual.chain_id,
  userAgent = '',
  reach?: Reach,
): Promise<string> {
  const { address } = account;
  const headers = { ...clientOf(account), 'user-agent': userAgent };
  const asked = { body: { address, kind: 'evm', chain_id: chainId }, headers };
  const nonce = await call<{ message: string }>('/auth/nonce', asked, reach);
  const { message } = nonce.data;
  const signature = await account.signMessage({ message });
  const signed = { body: { kind: 'evm', address, message, signature }, headers };
  return (await call<{ token: string }>('/auth/verify', signed, reach)).data.token;
}

type Approval = NonNullable<EvmPayment['approval']>;

/** Gives the account the tokens it needs from a demo customer and approves their use. */
async function approve(account: PrivateKeyAccount, { token, spender, amount }: Approval, on: LocalChain) {
  const shared = { address: token as Hex, abi: erc20Abi, chain: on.chain } as const;
  const transfer = await on.writeContract({
    ...shared,
    account: PURSE,
    functionName: 'transfer',
    args: [account.address, BigInt(amount)],
  });
  await on.waitForTransactionReceipt({ hash: transfer });
  const hash = await on.writeContract({
    ...shared,
    account,
    functionName: 'approve',
    args: [spender as Hex, BigInt(amount)],
  });
  await on.waitForTransactionReceipt({ hash });
}

/** Right after midnight a late chain is still on the day before, on which no cover of today has begun. */
async function reachToday(on: LocalChain): Promise<void> {
  const timestamp = BigInt(dayStart(dayOf(Date.now())));
  if ((await on.getBlock()).timestamp >= timestamp) return;
  await on.setNextBlockTimestamp({ timestamp });
  await on.mine({ blocks: 1 });
}

/** A signed-in wallet with coins. */
export class Customer {
  private constructor(
    readonly account: PrivateKeyAccount,
    public token: string,
  ) {}

  static async arrive(): Promise<Customer> {
    const account = privateKeyToAccount(generatePrivateKey());
    for (const client of [chain, shakyChain]) {
      await client.setBalance({ address: account.address, value: 10n ** 20n });
    }
    return new Customer(account, await signIn(account));
  }

  /** Another session of the same wallet, whose token later calls use. */
  async signInAgain(reach?: Reach): Promise<void> {
    this.token = await signIn(this.account, undefined, '', reach);
  }

  get address(): Hex {
    return this.account.address;
  }

  call<Data>(path: string, options: Call = {}, reach?: Reach): Promise<Answer<Data>> {
    const headers = { ...clientOf(this.account), ...options.headers };
    return call<Data>(path, { token: this.token, ...options, headers }, reach);
  }

  quoteBody(changes: Record<string, unknown> = {}) {
    return {
      insurance_type: 'home',
      wallet_address: this.address,
      chain_id: usual.chain_id,
      payment_currency: 'ETH',
      email: 'ada@example.com',
      details: HOME,
      // Tests insure the same home over and over. The question about it has its own test.
      insure_again: true,
      ...term(),
      ...changes,
    };
  }

  quote(changes: Record<string, unknown> = {}, reach?: Reach): Promise<Answer<QuoteAnswer>> {
    return this.call<QuoteAnswer>('/insurance/quotes', { body: this.quoteBody(changes) }, reach);
  }

  /** Sends a quote's transaction request unchanged, after any approval it asks for. */
  async pay(quote: QuoteAnswer, on: LocalChain = chain): Promise<Hex> {
    await reachToday(on);
    const { to, data, value, approval } = quote.payment as EvmPayment;
    if (approval) await approve(this.account, approval, on);
    const hash = await on.sendTransaction({
      account: this.account,
      chain: on.chain,
      to: to as Hex,
      data: data as Hex,
      value: BigInt(value),
      gas: 300_000n,
    });
    await on.waitForTransactionReceipt({ hash });
    return hash;
  }

  report(hash: string, changes: Record<string, unknown> = {}, reach?: Reach): Promise<Answer<PolicyAnswer>> {
    const body = { wallet_address: this.address, tx_hash: hash, chain_id: usual.chain_id, ...changes };
    return this.call<PolicyAnswer>('/insurance/home-quote', { body }, reach);
  }

  async policies(): Promise<PolicyAnswer[]> {
    return (await this.call<PolicyAnswer[]>(`/insurance/active-policies/${this.address}`)).data;
  }
}

export async function rows<Row = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<Row[]> {
  return (
    await env.DB.prepare(sql)
      .bind(...values)
      .all<Row>()
  ).results;
}

/** An edge whose clock is ahead by this many milliseconds. */
export const later = (milliseconds: number): Partial<Edges> => ({ clock: () => Date.now() + milliseconds });

/** Workers whose clocks stand still, each so many milliseconds after now: a slow machine crosses no boundary with them. */
export function stoppedWorker(): (milliseconds: number) => Reach {
  const start = Date.now();
  return (milliseconds) => workerWith({ clock: () => start + milliseconds });
}

/** An edge that reaches no chain. */
export const noChain: Partial<Edges> = { fetch: () => Promise.reject(new TypeError('connection refused')) };

/** An edge that counts requests to chains and the calls in them. */
export function countingChain() {
  const seen = { requests: 0, calls: [] as string[] };
  const edges: Partial<Edges> = {
    fetch: (input, init) => {
      const body = JSON.parse(String(init?.body)) as { method: string }[];
      seen.requests += 1;
      seen.calls.push(...body.map((call) => call.method));
      return fetch(input, init);
    },
  };
  return { seen, edges };
}

/**
 * A database that records every statement of its sessions, so that a test can count them and the rows they
 * read.
 */
export function countingDatabase() {
  const statements: D1PreparedStatement[] = [];
  const trips = { count: 0 };
  const told = new Map<unknown, number>();
  const noted = (statement: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(statement, {
      get(target, name) {
        if (name === 'bind') return (...values: unknown[]) => noted(target.bind(...values));
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        if (['all', 'raw', 'run', 'first'].includes(String(name))) {
          statements.push(target);
          trips.count += 1;
        }
        return member.bind(target);
      },
    });
  const database = {
    withSession: (constraint: string) => {
      const session = env.DB.withSession(constraint);
      return {
        prepare: (sql: string) => noted(session.prepare(sql)),
        batch: async (list: D1PreparedStatement[]) => {
          statements.push(...list);
          trips.count += 1;
          const results = await session.batch(list);
          for (const [index, { meta }] of results.entries()) told.set(list[index], meta.rows_read);
          return results;
        },
      };
    },
  };
  return {
    DB: database as unknown as D1Database,
    statements,
    /** A batch is one round trip, and so is a statement of its own. */
    roundTrips: () => trips.count,
    /** Rows the recorded statements read. One that didn't tell is run again. */
    rowsRead: async () => {
      const read = await Promise.all(
        statements.map(async (statement) => told.get(statement) ?? (await statement.all()).meta.rows_read),
      );
      return read.reduce((sum, count) => sum + count, 0);
    },
  };
}
