// Customers and administrators of a walk, as outside clients of the API.
import assert from 'node:assert/strict';
import { dayOf, formatDay } from '../../domain/days.ts';
import { SAMPLES } from '../../domain/products/forms/samples.ts';
import { CHAIN_ID } from '../lib/chain.mjs';
import { eventually } from './world.mjs';

const HOME = SAMPLES.home;
/** The demo's second administrator. */
const SECOND = 'second@mooring.local';

export function term(days = 365) {
  const start = dayOf(Date.now());
  return { policy_start_date: formatDay(start), policy_end_date: formatDay(start + days) };
}

export class Customer {
  constructor(world, account) {
    this.world = world;
    this.account = account;
    // A client of their own, because a walk exceeds one client's limits.
    const [first, second] = [account.address.slice(2, 6), account.address.slice(6, 10)];
    this.headers = { 'cf-connecting-ip': `2001:db8:${first}:${second}::1` };
  }

  /** A new wallet with coins, signed in. */
  static async arrive(world) {
    const customer = new Customer(world, await world.chain.newAccount());
    await customer.signIn();
    return customer;
  }

  call = (method, path, body) =>
    this.world.call(method, path, { body, token: this.token, headers: this.headers });

  async ask(method, path, body) {
    const { status, data, message } = await this.call(method, path, body);
    assert.ok(status < 300, `${method} ${path} answers ${status}: ${message}`);
    return data;
  }

  async signIn(chainId = CHAIN_ID) {
    const { address } = this.account;
    this.token = undefined;
    const identity = { address, kind: 'evm' };
    const { message } = await this.ask('POST', '/auth/nonce', { ...identity, chain_id: chainId });
    const signature = await this.account.signMessage({ message });
    const { token } = await this.ask('POST', '/auth/verify', { ...identity, message, signature });
    this.token = token;
  }

  quote = (changes = {}) =>
    this.call('POST', '/insurance/quotes', {
      insurance_type: 'home',
      wallet_address: this.account.address,
      chain_id: CHAIN_ID,
      payment_currency: 'ETH',
      email: HOME.property_owner_email,
      details: HOME,
      insure_again: true,
      ...term(),
      ...changes,
    });

  /** A quote that is made as soon as the worker makes quotes, within its cache of the contract's state. */
  quoted = (changes) =>
    eventually('a quote', async () => {
      const { status, data } = await this.quote(changes);
      return status === 200 && data;
    });

  pay = (quote, chain = this.world.chain) => chain.send(this.account, quote.payment);

  /** Reports a payment until its policy is active. */
  policyOf = (quote, hash, chain_id = CHAIN_ID) =>
    eventually('an active policy', async () => {
      const body = {
        wallet_address: this.account.address,
        tx_hash: hash,
        chain_id,
        quote_id: quote.quote_id,
      };
      const { data } = await this.call('POST', '/insurance/home-quote', body);
      return data?.status === 'active' && data;
    });

  async buy(changes) {
    const quote = await this.quoted(changes);
    return this.policyOf(quote, await this.pay(quote));
  }

  policies = () => this.ask('GET', `/insurance/active-policies/${this.account.address}`);

  /** Submits a claim for a pipe that burst today. */
  claim = (policyId, amount = 4200) =>
    this.ask('POST', '/claims/submit', {
      policy_id: policyId,
      policy_type: 'home',
      claim_amount: amount,
      description: 'A pipe burst in the kitchen and the floor is ruined.',
      incident_date: formatDay(dayOf(Date.now())),
    });
}

export class Desk {
  constructor(world, token) {
    this.world = world;
    this.token = token;
  }

  static async signIn(world, email = world.stack.admin.email) {
    const body = { email, password: world.secrets.DEMO_ADMIN_PASSWORD };
    const { token } = await world.ask('POST', '/admin/auth/login', { body });
    return new Desk(world, token);
  }

  static second = (world) => Desk.signIn(world, SECOND);

  call = (method, path, body) => this.world.call(method, `/admin${path}`, { body, token: this.token });
  ask = (method, path, body) => this.world.ask(method, `/admin${path}`, { body, token: this.token });

  approve = (claimId) => this.ask('PATCH', `/claims/${claimId}/status`, { status: 'approved' });

  /** The transaction that pays an approved claim. */
  payout = (claimId) => this.ask('POST', `/claims/${claimId}/payout`, {});

  /** Reports a payout until its claim is paid. */
  paid = (claimId, payout, hash) =>
    eventually('a paid claim', async () => {
      const body = { payout_amount: payout.usd, payment_method: 'crypto', transaction_hash: hash };
      return (await this.call('POST', `/claims/${claimId}/payment`, body)).status === 200;
    });
}
