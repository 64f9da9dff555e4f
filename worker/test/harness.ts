/** The worker and its chains as a client sees them. */

import { env } from 'cloudflare:workers';
import { erc20Abi, type Hex } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { dayOf, dayStart, formatDay } from '#domain/days.ts';
import type { PolicyAnswer } from '#domain/policy/schema.ts';
import { SAMPLES } from '#domain/products/forms/samples.ts';
import type { EvmPayment, QuoteAnswer } from '#domain/quote/schema.ts';
import { openSession } from '#worker/identity/wallet/repository.ts';
import { SESSION_SECONDS, signToken } from '#worker/identity/wallet/session.ts';
import type { Edges } from '#worker/platform/context.ts';
import { openDatabase } from '#worker/platform/db/client.ts';
import { deviceOf } from '#worker/platform/http/client.ts';
import { settingsOf } from '#worker/platform/settings.ts';
import { chain, type LocalChain, localAccount, shaky, shakyChain, usual } from './local-chains.ts';
import { ORIGIN, type Reach, real, workerWith } from './reach.ts';

export { countingChain, countingDatabase } from './counting.ts';
export { readChain, readChains, runSchedule, scanFromHere, scannedChains } from './schedule.ts';
export { chain, type LocalChain, localAccount, ORIGIN, type Reach, shaky, shakyChain, usual, workerWith };

const PURSE = localAccount(5);

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
/** Every file starts with a client of its own, so that where the next one follows depends on no other file. */
export function nextClient(): void {
  unnamed = Math.ceil(unnamed / 200) * 200;
}

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
        ...(headers && 'cf-connecting-ip' in headers ? {} : { 'cf-connecting-ip': anyClient() }),
        ...headers,
      },
      body: text ?? form ?? null,
    }),
  );
  const answer = (await response.json()) as Omit<Answer<Data>, 'status' | 'headers'>;
  return { ...answer, status: response.status, headers: response.headers };
}

/** Most messages per batch, as in vitest.config.ts. */
const BATCH = 100;

/** Fills a queue so that it delivers at once; in tests it waits for a full batch. */
export async function fillQueue(queue: Queue): Promise<void> {
  await queue.sendBatch(Array.from({ length: BATCH }, () => ({ body: {} })));
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

/** The token of a session as `signIn` opens one, without the signature: sign-in has its own tests. */
async function signedIn(address: string): Promise<string> {
  const now = Date.now();
  const wallet = { wallet: address.toLowerCase(), kind: 'evm', jti: crypto.randomUUID() } as const;
  const created_at = new Date(now).toISOString();
  const expires_at = new Date(now + SESSION_SECONDS * 1000).toISOString();
  const session = { ...wallet, device: deviceOf(''), created_at, expires_at };
  await openSession(openDatabase(env.DB), session);
  return signToken(settingsOf(env).sessionSecret, wallet, Math.floor(now / 1000));
}

type Approval = NonNullable<EvmPayment['approval']>;

/** Gives the account the tokens it needs from a demo customer and approves their use. */
async function approve(account: PrivateKeyAccount, { token, spender, amount }: Approval, on: LocalChain) {
  const shared = { address: token as Hex, abi: erc20Abi, chain: on.chain } as const;
  await on.writeContractSync({
    ...shared,
    account: PURSE,
    functionName: 'transfer',
    args: [account.address, BigInt(amount)],
  });
  await on.writeContractSync({
    ...shared,
    account,
    functionName: 'approve',
    args: [spender as Hex, BigInt(amount)],
  });
}

const reached = new Map<LocalChain, number>();
/** Right after midnight a late chain is still on the day before, on which no cover of today has begun. */
async function reachToday(on: LocalChain): Promise<void> {
  const today = dayOf(Date.now());
  if (reached.get(on) === today) return;
  const timestamp = BigInt(dayStart(today));
  if ((await on.getBlock()).timestamp < timestamp) {
    await on.setNextBlockTimestamp({ timestamp });
    await on.mine({ blocks: 1 });
  }
  reached.set(on, today);
}

/** A signed-in wallet with coins. */
export class Customer {
  private constructor(
    readonly account: PrivateKeyAccount,
    public token: string,
  ) {}

  static async arrive(): Promise<Customer> {
    const account = privateKeyToAccount(generatePrivateKey());
    const coins = { address: account.address, value: 10n ** 20n };
    const [token] = await Promise.all([
      signedIn(account.address),
      ...[chain, shakyChain].map((client) => client.setBalance(coins)),
    ]);
    return new Customer(account, token);
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
    const { transactionHash } = await on.sendTransactionSync({
      account: this.account,
      chain: on.chain,
      assertChainId: false,
      to: to as Hex,
      data: data as Hex,
      value: BigInt(value),
      gas: 300_000n,
    });
    return transactionHash;
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
