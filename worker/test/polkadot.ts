/** Customers and the desk on the local Substrate chain, through a worker that offers it. */
import { inject } from 'vitest';
import type { ConsentRequest } from '#domain/policy/consent.ts';
import type { PolicyAnswer } from '#domain/policy/schema.ts';
import type { QuoteAnswer } from '#domain/quote/schema.ts';
import { substrateAddress } from '#domain/ss58.ts';
import type { Edges } from '#worker/platform/context.ts';
import {
  type Answer,
  type Call,
  call,
  HOME,
  type Reach,
  readChains,
  runSchedule,
  term,
  workerWith,
} from './harness.ts';
import {
  batch,
  bestBlock,
  type Included,
  remark,
  type SubstrateAccount,
  send,
  signText,
  sr25519Account,
  substrate,
  transfer,
} from './substrate.ts';

/** Whole coins of the chain. */
export const ROC = 10n ** 12n;
export const recipient = { key: substrate.recipient };
/** Who pays claims and refunds. */
export const mooring = sr25519Account('Mooring');
export const alice = sr25519Account('Alice');

/** The worker's variables with the local Substrate chain; blocks of other tests are left out once `scanPolkadotFromHere` ran. */
const offered = JSON.parse(inject('substrate')) as Record<string, unknown>;
export const withSubstrate = (changes: Record<string, unknown> = {}): Partial<Env> =>
  ({ SUBSTRATE: JSON.stringify({ ...offered, rpc_url: substrate.rpc_url, ...changes }) }) as Partial<Env>;

/** Later runs read the chain from its present head. */
export async function scanPolkadotFromHere(): Promise<void> {
  offered.start_block = (await bestBlock()) + 1;
}

export const polkadotWorker =
  (edges: Partial<Edges> = {}, changes: Record<string, unknown> = {}): Reach =>
  (request) =>
    workerWith(edges, withSubstrate(changes))(request);

/** The scheduled run of a worker that offers the chain. */
export const runWithPolkadot = (edges: Partial<Edges> = {}, changes: Record<string, unknown> = {}) =>
  runSchedule(edges, withSubstrate(changes));

/** Of the schedule only what follows this chain. */
export const readPolkadot = (edges: Partial<Edges> = {}, changes: Record<string, unknown> = {}) =>
  readChains(edges, { ...withSubstrate(changes), CHAINS: '[]' });

let names = 0;
/** An account of its own that holds so many coins. */
export async function newAccount(coins = 0n): Promise<SubstrateAccount> {
  names += 1;
  const account = sr25519Account(`customer ${names} ${Date.now()}`);
  if (coins > 0n) await send(alice, transfer(account, coins * ROC));
  return account;
}

const RICH = ['Bob', 'Charlie', 'Dave', 'Eve', 'Ferdie'].map(sr25519Account);
/** One of the chain's own accounts with play money, in turn: funding another one takes a block. */
function richAccount(): SubstrateAccount {
  names += 1;
  return RICH[names % RICH.length] as SubstrateAccount;
}

export const shown = ({ key }: { key: string }, prefix = substrate.ss58_prefix) =>
  substrateAddress(key, prefix);

/** A separate client per account, as for the EVM customers. */
const clientOf = ({ key }: SubstrateAccount) => ({
  'cf-connecting-ip': `2001:db8:${key.slice(2, 6)}:${key.slice(6, 10)}::1`,
});

async function polkadotSignIn(account: SubstrateAccount, reach: Reach): Promise<string> {
  const headers = clientOf(account);
  const address = shown(account);
  const asked = { address, kind: 'substrate', chain_id: substrate.genesis_hash };
  const { data } = await call<{ message: string }>('/auth/nonce', { body: asked, headers }, reach);
  const signature = signText(account, data.message);
  const body = { kind: 'substrate', address, message: data.message, signature };
  const verified = await call<{ token: string }>('/auth/verify', { body, headers }, reach);
  return verified.data.token;
}

/** The batch that pays for a quote. */
export const payment = (amount: bigint, text: string, to: { key: string } = recipient) =>
  batch('batch_all', [transfer(to, amount), remark(text)]);

/** A signed-in Polkadot account with coins. */
export class PolkadotCustomer {
  private constructor(
    readonly account: SubstrateAccount,
    readonly token: string,
    readonly reach: Reach,
  ) {}

  static async arrive(account = richAccount(), reach = polkadotWorker()): Promise<PolkadotCustomer> {
    return new PolkadotCustomer(account, await polkadotSignIn(account, reach), reach);
  }

  get address(): string {
    return shown(this.account);
  }

  call<Data>(path: string, options: Call = {}, reach = this.reach): Promise<Answer<Data>> {
    const headers = { ...clientOf(this.account), ...options.headers };
    return call<Data>(path, { token: this.token, ...options, headers }, reach);
  }

  quote(changes: Record<string, unknown> = {}, reach?: Reach): Promise<Answer<QuoteAnswer>> {
    const body = {
      insurance_type: 'home',
      wallet_address: this.address,
      chain_id: substrate.genesis_hash,
      payment_currency: substrate.symbol,
      email: 'ada@example.com',
      details: HOME,
      insure_again: true,
      ...term(),
      ...changes,
    };
    return this.call<QuoteAnswer>('/insurance/quotes', { body }, reach);
  }

  /** Pays a quote as a wallet does, with the amount and remark that it names. */
  pay(quote: QuoteAnswer, changes: { amount?: bigint; by?: SubstrateAccount } = {}): Promise<Included> {
    return send(changes.by ?? this.account, payment(changes.amount ?? BigInt(quote.amount), quote.quote_id));
  }

  report(hash: string, changes: Record<string, unknown> = {}, reach?: Reach): Promise<Answer<PolicyAnswer>> {
    const body = {
      wallet_address: this.address,
      tx_hash: hash,
      chain_id: substrate.genesis_hash,
      ...changes,
    };
    return this.call<PolicyAnswer>('/insurance/home-quote', { body }, reach);
  }

  /** Signs what the API offered, as an extension does with a text. */
  sign({ consent, valid_until }: { consent: ConsentRequest | null; valid_until: string | null }) {
    if (consent?.kind !== 'substrate') throw new Error('Not a consent for a Polkadot account');
    return { signature: signText(this.account, consent.message), valid_until };
  }
}

/** A signed-in account with an active, recorded policy. */
export async function insuredOnPolkadot(changes: Record<string, unknown> = {}) {
  const customer = await PolkadotCustomer.arrive();
  const quote = (await customer.quote(changes)).data;
  const paid = await customer.pay(quote);
  const { data: policy } = await customer.report(paid.hash, { block_number: paid.block });
  return { customer, quote, policy, paid };
}

/** Sends a prepared refund or payout from the recipient's account, unchanged. */
export const sendFromRecipient = (ready: Record<string, unknown>, holder: { key: string }) =>
  sendPrepared(mooring, ready, holder);

/** The same from any account. */
export async function sendPrepared(
  payer: SubstrateAccount,
  ready: Record<string, unknown>,
  holder: { key: string },
): Promise<Included> {
  if (ready.kind !== 'substrate') throw new Error('Not a transfer of a Substrate chain');
  return send(
    payer,
    batch('batch_all', [transfer(holder, BigInt(String(ready.amount))), remark(String(ready.remark))]),
  );
}

/** Empties an account, which ends it unless it keeps what every account must hold. */
export const transferAll = (to: { key: string }, keep = false) => ({
  type: 'Balances',
  value: {
    type: 'transfer_all',
    value: { dest: { type: 'Id', value: to.key }, keep_alive: keep },
  },
});
