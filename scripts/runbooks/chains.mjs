// Another chain, and another account that is paid on Polkadot.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { ApiPromise, Keyring, WsProvider } from '@polkadot/api';
import { stringToHex, stringToU8a, u8aToHex, u8aWrapBytes } from '@polkadot/util';
import { cryptoWaitReady, mnemonicGenerate } from '@polkadot/util-crypto';
import { SAMPLES } from '../../domain/products/forms/samples.ts';
import { deploy, localConfig, readConfig } from '../contracts/deploy.mjs';
import { ROOT } from '../lib/bootstrap.mjs';
import { rpc, startChain } from '../lib/chain.mjs';
import { chainEntry } from '../lib/deployment.mjs';
import { freePort, run } from '../lib/processes.mjs';
import { localSecrets } from '../lib/secrets.mjs';
import { connect } from '../lib/wallet.mjs';
import { Customer, term } from './people.mjs';
import { eventually } from './world.mjs';

const HOME = SAMPLES.home;
/** Polygon's number, on a chain of our own. */
const POLYGON = 137;
const ROC = 10n ** 12n;

const addChain = {
  title: 'Add a chain',
  when: 'Policies are to be sold on one more network. `contracts/script/chains/README.md` has the details.',
  steps: [
    {
      do: 'Make sure that the network is in `domain/chains.ts`, write its file in `contracts/script/chains/`, and run `npm run deploy:contract`.',
      shows: 'The contract is on the new chain with its own roles, currencies and pool.',
      walk: async (here) => {
        const { world } = here;
        here.customer = await Customer.arrive(world);
        here.policy = await here.customer.buy();
        const node = await startChain({
          port: await freePort(),
          statePath: join(world.stateDir, 'polygon/state.json'),
          log: join(world.stateDir, 'log/polygon.log'),
          chainId: POLYGON,
        });
        here.stop = node.stop;
        here.polygon = connect(node.url, POLYGON);
        const deployer = world.account(0).address;
        await rpc(node.url, 'anvil_setBalance', [deployer, `0x${(10n ** 25n).toString(16)}`]);
        const { signer } = localSecrets(world.secretsFile);
        const coin = {
          decimals: 18,
          price_low: '0.1',
          price_high: '10',
          minimum_reserve: '10',
          allowance: 100_000,
        };
        // Only the local chain may have shorter ones.
        const { delays } = readConfig(join(ROOT, 'contracts/script/chains/example.json'));
        const config = {
          ...localConfig({ signer }),
          delays,
          chain_id: POLYGON,
          currencies: { POL: { ...coin, capital: '2000000' } },
          feeds: {},
          gifts: undefined,
        };
        const out = join(world.stateDir, 'deployed-polygon.json');
        const record = await deploy({ rpcUrl: node.url, config, out });
        assert.ok(await here.polygon.reader.getCode({ address: record.contract }));
        here.entry = chainEntry(record, { rpc_url: node.url, confirmations: 2 });
      },
    },
    {
      do: 'Add it to `chains` of `deploy/<name>.json`, with its public `rpc_url` and confirmations, and to `RPC_URLS`; run `npm run descriptors`, then deploy.',
      shows:
        '`/api/config` offers it, `/api/health` reads it, and policies of the other chains are as before.',
      walk: async ({ world, entry, customer, policy }) => {
        await world.restart(undefined, { moreChains: [entry] });
        const { chains } = await world.ask('GET', '/config');
        assert.ok(chains.some(({ chain_id }) => chain_id === POLYGON));
        await world.isRead({ chainId: POLYGON });
        assert.equal((await customer.ask('GET', `/insurance/policy/${policy.id}`)).status, 'active');
      },
    },
    {
      do: 'Buy a policy on it.',
      shows: 'It is active after its confirmations, and the wallet has both policies in one list.',
      walk: async ({ world, customer, polygon }) => {
        const balance = `0x${(10n ** 24n).toString(16)}`;
        await rpc(polygon.rpcUrl, 'anvil_setBalance', [customer.account.address, balance]);
        const quote = await customer.quoted({ ...term(90), chain_id: POLYGON, payment_currency: 'POL' });
        const hash = await customer.pay(quote, polygon);
        await rpc(polygon.rpcUrl, 'anvil_mine', ['0x3']);
        await customer.policyOf(quote, hash, POLYGON);
        assert.equal((await customer.policies()).length, 2);
        assert.equal((await world.health()).status, 'ok');
      },
    },
  ],
  end: async ({ world, stop }) => {
    if (!stop) return;
    await world.restart(undefined, { moreChains: [] });
    await stop();
  },
};

/** A Polkadot account at the API and on the chain. */
class Holder {
  static async arrive(world, chain) {
    const holder = new Holder();
    Object.assign(holder, { world, chain, pair: chain.pair(mnemonicGenerate()) });
    await chain.pay(chain.pair('//Alice'), holder.pair.address, 5_000n * ROC);
    const identity = { kind: 'substrate', address: holder.pair.address };
    const { message } = await holder.ask('POST', '/auth/nonce', { ...identity, chain_id: chain.genesis });
    const signature = u8aToHex(holder.pair.sign(u8aWrapBytes(stringToU8a(message))));
    const { token } = await holder.ask('POST', '/auth/verify', { ...identity, message, signature });
    holder.token = token;
    return holder;
  }

  ask = (method, path, body) => this.world.ask(method, path, { body, token: this.token });

  /** Buys a home policy and answers it with the account that was paid. */
  async buy() {
    const shared = {
      wallet_address: this.pair.address,
      chain_id: this.chain.genesis,
      payment_currency: 'ROC',
    };
    const home = { insurance_type: 'home', email: HOME.property_owner_email, details: HOME, ...term(90) };
    // One holder buys the same home more than once.
    const details = { ...home, insure_again: true };
    const quote = await this.ask('POST', '/insurance/quotes', { ...shared, ...details });
    const { recipient } = quote.payment;
    const paid = await this.chain.pay(this.pair, recipient, BigInt(quote.amount), quote.quote_id);
    const report = { ...shared, ...paid, quote_id: quote.quote_id };
    const policy = await eventually('an active policy', async () => {
      const answer = await this.ask('POST', '/insurance/home-quote', report);
      return answer.status === 'active' && answer;
    });
    return { policy, recipient };
  }
}

/** The local Polkadot chain, like a wallet sees it. */
async function connectPolkadot(url) {
  await cryptoWaitReady();
  const provider = new WsProvider(url.replace('http', 'ws'));
  const api = await ApiPromise.create({ provider, noInitWarn: true });
  const keyring = new Keyring({ type: 'sr25519', ss58Format: api.registry.chainSS58 ?? 42 });
  const send = async (from, call) => {
    const block = await new Promise((resolve, reject) => {
      call
        .signAndSend(from, { nonce: -1 }, ({ status, dispatchError, isError }) => {
          if (dispatchError || isError) reject(new Error(String(dispatchError ?? status)));
          else if (status.isInBlock) resolve(status.asInBlock.toHex());
          else if (status.isFinalized) resolve(status.asFinalized.toHex());
        })
        .catch(reject);
    });
    const { number } = await api.rpc.chain.getHeader(block);
    return { tx_hash: call.hash.toHex(), block_number: number.toNumber() };
  };
  return {
    genesis: api.genesisHash.toHex(),
    pair: (uri) => keyring.addFromUri(uri),
    /** A transfer, with a remark if one is given. */
    pay: (from, to, amount, remark = null) => {
      const transfer = api.tx.balances.transferKeepAlive(to, amount);
      if (remark === null) return send(from, transfer);
      const said = api.tx.system.remarkWithEvent(remark.startsWith('0x') ? remark : stringToHex(remark));
      return send(from, api.tx.utility.batchAll([transfer, said]));
    },
    free: async (address) => (await api.query.system.account(address)).data.free.toBigInt(),
    close: () => api.disconnect(),
  };
}

const moveRecipient = {
  title: 'Move the Polkadot recipient',
  when: "The recipient's key is stolen or its signatories change.",
  world: 'polkadot',
  steps: [
    {
      do: 'Send the new account a little with the remark `mooring:fund`. Set it as `recipient` in `deploy/<name>.json`, put the old one first among `earlier_recipients`, and deploy.',
      shows:
        '`/api/config` names the new account, and policies that were paid to the old one stay as they are.',
      walk: async (here) => {
        const { world } = here;
        here.chain = await connectPolkadot(world.stack.substrate.url);
        here.holder = await Holder.arrive(world, here.chain);
        here.before = await here.holder.buy();
        const [old, next] = [here.chain.pair('//Mooring'), here.chain.pair('//Ferdie')];
        assert.equal(here.before.recipient, old.address);
        await here.chain.pay(here.chain.pair('//Bob'), next.address, ROC, 'mooring:fund');
        Object.assign(here, { old, next });
        await here.chain.close();
        const substrateChanges = { recipient: next.address, earlier_recipients: [old.address] };
        await world.restart(undefined, { substrateChanges });
        here.chain = await connectPolkadot(world.stack.substrate.url);
        here.holder.chain = here.chain;
        assert.equal((await world.ask('GET', '/config')).substrate.recipient, next.address);
        const policy = await here.holder.ask('GET', `/insurance/policy/${here.before.policy.id}`);
        assert.equal(policy.status, 'active');
      },
    },
    {
      do: 'With the remaining signatories, transfer the pool from the old account to the new one. If a thief may be faster, do this first: then it alarms the desk as a transfer that nobody prepared, and the audit keeps naming it.',
      shows: 'Nobody is alarmed: the money moved between two of our accounts.',
      walk: async ({ world, chain, old, next }) => {
        const pool = await chain.free(old.address);
        const { block_number: block } = await chain.pay(old, next.address, pool - 5n * ROC);
        await world.isRead({ chainId: chain.genesis, block });
        assert.deepEqual(
          world.rows("SELECT detail FROM payment_exceptions WHERE reason = 'transfer_unprepared'"),
          [],
        );
      },
    },
    {
      do: 'Buy a policy, and run `npm run audit` with both accounts as `--recipient`.',
      shows: 'The new account is paid, and the audit finds every recorded row in its block.',
      walk: async ({ world, holder, old, next }) => {
        const { recipient } = await holder.buy();
        assert.equal(recipient, next.address);
        const words = ['--rpc', world.stack.substrate.url, '--rpc', world.chain.rpcUrl];
        const accounts = ['--recipient', next.address, '--recipient', old.address];
        const deployment = ['--api', world.api, '--deployment', world.recordFile];
        await eventually('an audit without a difference', () =>
          run('The audit', process.execPath, [
            ...[join(ROOT, 'scripts/audit.mjs'), ...words],
            ...[...accounts, ...deployment],
          ]),
        );
      },
    },
  ],
  end: async ({ chain }) => chain?.close(),
};

export const CHAINS = { 'add-chain': addChain };
export const POLKADOT = { 'polkadot-recipient': moveRecipient };
