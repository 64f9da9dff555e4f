// A local stack that a runbook is walked on, with the development keys of every role.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { mnemonicToAccount } from 'viem/accounts';
import { insurancePaymentAbi } from '../../domain/abi/insurance-payment.ts';
import { CHAIN_ID, MNEMONIC } from '../lib/chain.mjs';
import { openDatabase } from '../lib/database.mjs';
import { freePort } from '../lib/processes.mjs';
import { startStack } from '../lib/stack.mjs';
import { connect } from '../lib/wallet.mjs';

/** Accounts of the local chain's mnemonic, more than have a role. */
const ACCOUNTS = 20;

/** Repeats `attempt` until it answers something true, which is returned. Throws when it takes too long. */
export async function eventually(what, attempt, timeoutMs = 90_000) {
  const deadline = Date.now() + timeoutMs;
  for (let last; ; ) {
    const found = await attempt().catch((error) => {
      last = error;
    });
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`In vain: ${what}`, { cause: last });
    await pause(300);
  }
}

export class World {
  /** @param {object} options switches of `startStack` that every start has */
  constructor(options = {}) {
    this.options = options;
    this.stateDir = mkdtempSync(join(tmpdir(), 'mooring-runbooks-'));
    this.secretsFile = join(this.stateDir, 'secrets.json');
    this.recordFile = join(this.stateDir, 'deployments.json');
    this.stack = null;
  }

  /** A new one, with a Substrate chain if asked. */
  static async open({ withSubstrate = false } = {}) {
    const options = withSubstrate ? { substratePort: await freePort() } : {};
    return new World(options).start();
  }

  async start(more = {}) {
    this.ports ??= { port: await freePort(), anvilPort: await freePort() };
    this.options = { ...this.options, ...more };
    this.stack = await startStack({
      stateDir: this.stateDir,
      ...this.ports,
      empty: true,
      cronEveryMs: 1000,
      ...this.options,
    });
    this.chain = connect(this.stack.rpcUrl);
    return this;
  }

  async stop() {
    await this.stack?.stop();
    this.stack = null;
  }

  async dispose() {
    await this.stop();
    rmSync(this.stateDir, { recursive: true, force: true });
  }

  /** Starts again from the same state, as a deployment does with other secrets: `change` gets the present ones. */
  async restart(change = (secrets) => secrets, more = {}) {
    await this.stop();
    writeFileSync(this.secretsFile, JSON.stringify(change(this.secrets)));
    await this.start(more);
  }

  get secrets() {
    return JSON.parse(readFileSync(this.secretsFile, 'utf8'));
  }

  get record() {
    return JSON.parse(readFileSync(this.recordFile, 'utf8'))[CHAIN_ID];
  }

  /** Enters a new holder in the deployment's record, which the worker compares with the contract. */
  recordRole(role, holder) {
    const record = this.record;
    record.roles[role] = holder;
    writeFileSync(this.recordFile, JSON.stringify({ [CHAIN_ID]: record }));
  }

  get api() {
    return `${this.stack.url}/api`;
  }

  /** Calls the API. @returns {Promise<{ status: number, success: boolean, data: any, message?: string }>} */
  async call(method, path, { body, token, headers = {} } = {}) {
    const answer = await fetch(`${this.api}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, ...(await answer.json()) };
  }

  /** As `call`, for a call that must succeed: its data. */
  async ask(method, path, options) {
    const { status, data, message } = await this.call(method, path, options);
    assert.ok(status < 300, `${method} ${path} answers ${status}: ${message}`);
    return data;
  }

  health = () => this.ask('GET', '/health');

  /** Waits until a scheduled run has read a chain to its newest block, which is at least `block`, since a moment. */
  isRead = ({ chainId = CHAIN_ID, block = 0, since = '' } = {}) =>
    eventually('a chain that is read', async () => {
      const read = (await this.health()).chains.find(({ chain_id }) => chain_id === chainId);
      return read?.lag === 0 && read.head >= block && read.scanned_at > since;
    });

  /** What `work` answers with the stack's database. */
  database(work) {
    const database = openDatabase(join(this.stateDir, 'd1'));
    try {
      return work(database);
    } finally {
      database.close();
    }
  }

  rows = (sql, ...values) => this.database((database) => database.prepare(sql).all(...values));

  /** A development account, which every local chain has. */
  static account = (addressIndex) => mnemonicToAccount(MNEMONIC, { addressIndex });
  account = World.account;

  /** The development account that holds a role of the contract, or has this address. */
  holder(role) {
    const address = this.record.roles[role] ?? this.record[role] ?? role;
    for (let addressIndex = 0; addressIndex < ACCOUNTS; addressIndex += 1) {
      const account = this.account(addressIndex);
      if (account.address === address) return account;
    }
    throw new Error(`${role} is none of the local chain's accounts`);
  }

  read = (functionName, args = []) =>
    this.chain.reader.readContract({
      address: this.record.contract,
      abi: insurancePaymentAbi,
      functionName,
      args,
    });

  /** Calls the contract as the holder of a role. Throws with the contract's error if it is refused. */
  async as(role, functionName, args = []) {
    const account = typeof role === 'string' ? this.holder(role) : role;
    return this.chain.write(account, {
      address: this.record.contract,
      abi: insurancePaymentAbi,
      functionName,
      args,
    });
  }

  /** The name of the contract's error when somebody calls it; fails if nothing refuses the call. */
  async refusal(role, functionName, args = []) {
    try {
      await this.as(role, functionName, args);
    } catch (error) {
      return error.walk?.((each) => each.data?.errorName)?.data?.errorName ?? error.shortMessage;
    }
    throw new Error(`${functionName} was not refused`);
  }
}
