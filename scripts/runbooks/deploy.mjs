// From nothing to a deployment on a test network, without an account: a second local chain stands in for the network.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeDeployData, getContractAddress } from 'viem';
import { artifact } from '../contracts/read-back.mjs';
import { ROOT } from '../lib/bootstrap.mjs';
import { rpc, startChain } from '../lib/chain.mjs';
import { freePort, run, startProcess, waitUntil } from '../lib/processes.mjs';
import { writeEnv } from '../lib/stack.mjs';
import { connect } from '../lib/wallet.mjs';
import { QUIET, WRANGLER, wrangler } from '../lib/wrangler.mjs';
import { Customer, term } from './people.mjs';
import { World } from './world.mjs';

/** Sepolia's number, on a chain of our own. */
const NETWORK = 11155111;
const DEPLOYER = 0;
/** Accounts of the mnemonic; the signer's address comes from its key. */
const HOLDERS = {
  administrator: 1,
  guardian: 2,
  claims: 3,
  underwriter: 4,
  treasurer: 5,
  pauser: 6,
  recovery: 7,
};
/** The first account's private key, which every anvil has. */
const DEPLOYER_KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';

const script = (name, words, env = {}) =>
  run(name, process.execPath, [join(ROOT, name), ...words], { cwd: ROOT, env });

/** What a command that must fail says. */
async function refusal(name, words) {
  try {
    await script(name, words);
  } catch (error) {
    return error.message;
  }
  throw new Error(`${name} was not refused`);
}

/** A price feed on the chain, as a test network has them already. */
async function deployFeed(chain, account) {
  const { abi, bytecode } = artifact('PriceFeed');
  const nonce = BigInt(await chain.reader.getTransactionCount({ address: account.address }));
  const data = encodeDeployData({ abi, bytecode, args: [account.address, 'ETH / USD', 200_000_000_000n] });
  await chain.send(account, { to: null, data });
  return getContractAddress({ from: account.address, nonce });
}

/** As a walk needs it: the API of the deployed worker, and the chain. */
class Deployed extends World {
  constructor(url, chain) {
    super();
    this.stack = { url, stop: async () => {} };
    this.chain = chain;
  }
}

async function settings(here, changes = {}) {
  const file = join(here.folder, `deploy-${Object.keys(changes).length}.json`);
  const { substrate: _, ...example } = JSON.parse(readFileSync(join(ROOT, 'deploy/example.json'), 'utf8'));
  const [chain] = example.chains;
  const chains = [{ ...chain, chain_id: NETWORK, heartbeats: { ETH: 3600 } }];
  writeFileSync(file, JSON.stringify({ ...example, chains, ...changes }));
  return file;
}

export const deployFromNothing = {
  title: 'Deploy from nothing',
  when: 'A new environment: an account at Cloudflare, a test network or a live one, and nothing else yet.',
  world: null,
  steps: [
    {
      do: 'Generate the secrets: `npm run secrets -- secrets.json`. It prints the address of the quote signer.',
      shows: 'The file can be read by you alone, and a second run overwrites nothing.',
      walk: async (here) => {
        here.folder = mkdtempSync(join(tmpdir(), 'mooring-deploy-'));
        here.stops = [async () => rmSync(here.folder, { recursive: true, force: true })];
        here.secretsFile = join(here.folder, 'secrets.json');
        const said = await script('scripts/secrets.mjs', [here.secretsFile]);
        here.signer = /signer is (0x[0-9a-fA-F]{40})/.exec(said)[1];
        assert.equal(statSync(here.secretsFile).mode & 0o077, 0);
        assert.match(await refusal('scripts/secrets.mjs', [here.secretsFile]), /exists already/);
      },
    },
    {
      do: 'Write `contracts/script/chains/<chain id>.json` after `example.json`, with that address as `signer`, and run `DEPLOYER_PRIVATE_KEY=0x… npm run deploy:contract -- --rpc-url https://… --config …`. Commit `deployments.json`.',
      shows: 'The contract is on the chain, was read back, and is recorded. A second run is refused.',
      walk: async (here) => {
        const node = await startChain({
          port: await freePort(),
          statePath: join(here.folder, 'chain/state.json'),
          log: join(here.folder, 'chain.log'),
          chainId: NETWORK,
        });
        here.stops.unshift(node.stop);
        here.chain = connect(node.url, NETWORK);
        const account = (index) => World.account(index);
        const example = JSON.parse(readFileSync(join(ROOT, 'contracts/script/chains/example.json'), 'utf8'));
        const holders = Object.entries(HOLDERS).map(([role, index]) => [role, account(index).address]);
        const { recovery, ...roles } = Object.fromEntries(holders);
        const { ETH } = example.currencies;
        const config = {
          ...example,
          roles: { ...roles, signer: here.signer },
          recovery,
          currencies: { ETH: { ...ETH, capital: '5000' } },
          feeds: { ETH: { address: await deployFeed(here.chain, account(DEPLOYER)) } },
        };
        const file = join(here.folder, `${NETWORK}.json`);
        writeFileSync(file, JSON.stringify(config));
        here.records = join(here.folder, 'deployments.json');
        const words = ['--rpc-url', node.url, '--config', file, '--out', here.records];
        process.env.DEPLOYER_PRIVATE_KEY = DEPLOYER_KEY;
        await script('scripts/contracts/deploy.mjs', words);
        const record = JSON.parse(readFileSync(here.records, 'utf8'))[NETWORK];
        assert.ok(await here.chain.reader.getCode({ address: record.contract }));
        assert.match(await refusal('scripts/contracts/deploy.mjs', words), /pass --again/);
        delete process.env.DEPLOYER_PRIVATE_KEY;
      },
    },
    {
      do: 'Write `deploy/<name>.json` after `deploy/example.json` and run `npm run deploy -- deploy/<name>.json --dry-run`.',
      shows:
        'Settings that must never be deployed are refused with a sentence each, before anything is built. The right ones build site and worker.',
      walk: async (here) => {
        const wrong = await settings(here, {
          environment: 'production',
          origin: 'http://mooring.example',
          rate_source: 'reference',
          guardian_email: undefined,
          operator: undefined,
          demo_admin_password: 'a password',
        });
        const said = await refusal('scripts/deploy.mjs', [wrong, '--dry-run', '--records', here.records]);
        const sentences = [
          'Real quotes must be priced with Chainlink rates.',
          'The demo administrator belongs to the local stack only.',
          'The origin must be the https address of the site without a path.',
          'Production needs operator: the licensed insurer that runs it.',
          'Production needs guardian_email:',
        ];
        assert.deepEqual(
          sentences.filter((sentence) => !said.includes(sentence)),
          [],
        );
        const built = await script('scripts/deploy.mjs', [
          ...[await settings(here), '--dry-run'],
          ...['--records', here.records],
        ]);
        assert.match(built, /Total Upload: .* gzip/);
      },
    },
    {
      do: 'Set the secrets with `npx wrangler secret bulk secrets.json --config dist/<environment>/wrangler.json`, create queues and bucket as [operations](operations.md#deploy) says, and run the deployment without `--dry-run`. It migrates the database and refuses if a secret is missing.',
      shows:
        'The worker answers: `/api/health` says `ok`, `/api/config` names the environment and no demo. Without `RPC_URLS` it answers nothing.',
      walk: async (here) => {
        const config = join(ROOT, 'dist/staging/wrangler.json');
        const state = join(here.folder, 'd1');
        const local = ['--config', config, '--persist-to', state];
        await wrangler('wrangler', ['d1', 'migrations', 'apply', 'DB', '--local', ...local]);
        const start = async (secrets, answers) => {
          const port = await freePort();
          const env = join(here.folder, 'worker.env');
          writeEnv(env, secrets);
          const worker = startProcess({
            name: 'The deployed worker',
            command: process.execPath,
            args: [
              ...[WRANGLER, 'dev', ...local, '--env-file', env],
              ...['--ip', '127.0.0.1', '--port', String(port), '--inspector-port', '0'],
              ...Object.entries(secrets).flatMap(([name, value]) => ['--var', `${name}:${value}`]),
              ...['--show-interactive-dev-session=false', '--log-level', 'warn'],
            ],
            log: join(here.folder, 'worker.log'),
            cwd: ROOT,
            env: QUIET,
          });
          const url = `http://127.0.0.1:${port}`;
          await waitUntil(worker, async () => (await fetch(`${url}/api/health`)).status === answers, 120_000);
          return { url, stop: worker.stop };
        };
        const secrets = JSON.parse(readFileSync(here.secretsFile, 'utf8'));
        const incomplete = await start(secrets, 500);
        await incomplete.stop();
        const RPC_URLS = JSON.stringify({ [NETWORK]: here.chain.rpcUrl });
        const worker = await start({ ...secrets, RPC_URLS }, 200);
        here.stops.unshift(worker.stop);
        here.state = state;
        here.world = new Deployed(worker.url, here.chain);
        assert.equal((await here.world.health()).status, 'ok');
        const { environment, demo, chains } = await here.world.ask('GET', '/config');
        assert.deepEqual([environment, demo, chains.length], ['staging', null, 1]);
      },
    },
    {
      do: 'Create the first administrators: `npm run admin:create -- --remote deploy/<name>.json`, twice, for two people.',
      shows: 'Each can sign in, and has to enroll an authenticator app first.',
      walk: async ({ world, state, folder }) => {
        const email = 'first@mooring.example';
        const password = 'correct horse battery staple';
        await script(
          'scripts/admin-create.mjs',
          ['--local', '--email', email, '--name', 'First Administrator'],
          { STATE_DIR: folder, MOORING_ADMIN_PASSWORD: password },
        );
        assert.ok(state.startsWith(folder));
        const { token } = await world.ask('POST', '/admin/auth/login', { body: { email, password } });
        assert.equal((await world.call('GET', '/admin/colleagues', { token })).status, 403);
        assert.equal((await world.call('GET', '/admin/auth/profile', { token })).status, 200);
      },
    },
    {
      do: 'Buy the first policy with a wallet of your own.',
      shows: 'It is priced by the feed, paid on the chain, and active after its confirmations.',
      walk: async (here) => {
        const { world, chain } = here;
        const customer = new Customer(world, await chain.newAccount());
        await customer.signIn(NETWORK);
        const quote = await customer.quoted({ ...term(30), chain_id: NETWORK });
        const hash = await customer.pay(quote);
        await rpc(chain.rpcUrl, 'anvil_mine', ['0x5']);
        const policy = await customer.policyOf(quote, hash, NETWORK);
        assert.equal(policy.status, 'active');
      },
    },
  ],
  end: async ({ stops = [] }) => {
    for (const stop of stops) await stop();
  },
};
