// The whole local stack: chains, contract, database, site and worker, in one state folder.
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { mnemonicToAccount, privateKeyToAddress } from 'viem/accounts';
import { DEMO_ADMINISTRATORS } from '../../domain/admin/demo.ts';
import { deploy, localConfig } from '../contracts/deploy.mjs';
import { ensureDemoAdministrators } from './administrators.mjs';
import { ROOT } from './bootstrap.mjs';
import { CHAIN_ID, MNEMONIC, rpc, startChain } from './chain.mjs';
import { migrate } from './database.mjs';
import { browserDeployment, chainEntry, isFormerRecord } from './deployment.mjs';
import { layOutFonts } from './fonts.mjs';
import { repeat, requireFreePort, requirePorts, StartError, startProcess, waitUntil } from './processes.mjs';
import { localSecrets } from './secrets.mjs';
import { seed } from './seed.mjs';
import { buildLocalSite, layOutSite } from './site.mjs';
import { readWhole, requireSound, writeWhole } from './state-files.mjs';
import { BLOCKS_FILE, localSubstrate, startSubstrateIfPossible } from './substrate.mjs';
import { bundleWorker, QUIET, WRANGLER } from './wrangler.mjs';

/** How long the processes of a killed run may take to end. */
const KILLED_PATIENCE_MS = 10_000;
/** SQLite's code for a database that another process has locked. */
const BUSY = 5;
/** Index of the demo customer with tokens and no coins. */
const WITHOUT_ETHER = 8;

/**
 * One stack per folder, because two would write to the same database. The lock ends with this process, however it ends;
 * the process number only tells whom to stop, and that the last run was killed.
 */
function lock(stateDir) {
  const path = join(stateDir, 'run.pid');
  const killed = existsSync(path);
  const held = new DatabaseSync(join(stateDir, 'run.lock'));
  try {
    held.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    held.close();
    if (error.errcode !== BUSY) throw error;
    const pid = killed ? readFileSync(path, 'utf8') : 'that is starting';
    throw new StartError(`Mooring is already running from this folder (process ${pid}). Stop it first.`);
  }
  writeWhole(path, String(process.pid));
  const unlock = () => {
    rmSync(path, { force: true });
    held.close();
  };
  return { killed, unlock };
}

/**
 * Why the saved state can't be continued; empty if there is none, null if it can. Refuses a damaged file. A first start that
 * didn't come to its end leaves no state.
 */
function whyNot(state) {
  const begun = existsSync(state.chain) || existsSync(state.database);
  if (!existsSync(state.complete)) return begun ? 'The first start was not finished' : '';
  const blocks = existsSync(state.substrateKnown) ? [state.substrateBlocks] : [];
  const files = [state.chain, state.secrets, state.record];
  const missing = [...files, ...blocks].find((file) => !existsSync(file));
  if (missing) return `${missing} is missing`;
  for (const file of [...globSync(join(state.database, 'v3/d1/**/*.sqlite')), ...blocks]) requireSound(file);
  const record = files.map(readWhole).at(-1);
  return isFormerRecord(record[CHAIN_ID])
    ? 'The saved state is from an earlier edition of the contract'
    : null;
}

/** Whether there is state to continue. Otherwise removes what is left of it, and says why unless a fresh start was asked for. */
function continues(state, { fresh, step }) {
  const why = fresh ? '' : whyNot(state);
  if (why === null) return true;
  if (why) step(`${why}: chains and database start over`);
  for (const path of [dirname(state.chain), state.database, state.record, dirname(state.substrateBlocks)]) {
    rmSync(path, { recursive: true, force: true });
  }
  return false;
}

/** The relay account gets play money, and one demo customer keeps only tokens, so that there is somebody to relay for. */
async function fundRelay(chain, relayKeys) {
  const relay = privateKeyToAddress(JSON.parse(relayKeys)[CHAIN_ID]);
  await rpc(chain.url, 'anvil_setBalance', [relay, '0x3635c9adc5dea00000']);
  const { address } = mnemonicToAccount(MNEMONIC, { addressIndex: WITHOUT_ETHER });
  await rpc(chain.url, 'anvil_setBalance', [address, '0x0']);
}

/** Writes values where wrangler reads them, for nobody else. */
export const writeEnv = (file, values) =>
  writeFileSync(
    file,
    Object.entries(values)
      .map(([name, value]) => `${name}='${value}'`)
      .join('\n'),
    { mode: 0o600 },
  );

/** What wrangler.toml doesn't list. Wrangler reads only what is listed from the file. */
const OPTIONAL = [
  ...['SUBSTRATE', 'PUSH_KEYS', 'RELAY_KEYS', 'RPC_URLS'],
  ...['FORMER_SESSION_SECRET', 'DEMO_ADMIN_PASSWORD'],
];

async function startWorker({ stateDir, port, siteDir, envPath, env, dev }) {
  const log = join(stateDir, 'log/worker.log');
  if (dev) {
    return startProcess({
      name: 'The site and API (vite)',
      command: process.execPath,
      args: [
        join(ROOT, 'node_modules/vite/bin/vite.js'),
        'web',
        '--port',
        String(port),
        '--strictPort',
        '--host',
        '127.0.0.1',
      ],
      log,
      cwd: ROOT,
      env: { ...QUIET, VITE_DEMO_WALLET: '1', STATE_DIR: stateDir },
    });
  }
  // Bundled once for all stacks, and without esbuild watching the sources for as long as it runs.
  const bundle = join(stateDir, 'worker');
  cpSync(await bundleWorker(), bundle, { recursive: true });
  return startProcess({
    name: 'The site and API (workerd)',
    command: process.execPath,
    args: [
      ...[WRANGLER, 'dev', join(bundle, 'index.js'), '--no-bundle'],
      ...['--config', join(ROOT, 'wrangler.toml'), '--env-file', envPath],
      ...['--ip', '127.0.0.1', '--port', String(port), '--inspector-port', '0'],
      ...['--assets', siteDir, '--persist-to', join(stateDir, 'd1')],
      ...OPTIONAL.filter((name) => name in env).flatMap((name) => ['--var', `${name}:${env[name]}`]),
      ...['--show-interactive-dev-session=false', '--log-level', 'warn'],
    ],
    log,
    cwd: ROOT,
    env: QUIET,
  });
}

/**
 * Starts everything and resolves when the API answers.
 * `moreChains` are on offer beside the local one, as `chainEntry` describes them; they run already.
 * Without a `substratePort` there is no Substrate chain. `substrateChanges` are settings of it that differ from the usual.
 * `cronEveryMs` is the time between two runs of the schedule.
 * `walletConnectRelay` is the ws URL of a local relay; without it WalletConnect is not offered.
 * @param {{ stateDir: string, port: number, anvilPort: number, substratePort?: number, walletConnectRelay?: string, fresh?: boolean, empty?: boolean, dev?: boolean, moreChains?: object[], substrateChanges?: object, cronEveryMs?: number, step?: (text: string) => void }} options
 * @returns {Promise<{ url: string, rpcUrl: string, contract: string, substrate: Awaited<ReturnType<typeof startSubstrateIfPossible>>, admin: { email: string, password: string }, colleagues: string[], failed: Promise<Error>, stop: () => Promise<void> }>}
 */
export async function startStack({
  stateDir,
  port,
  anvilPort,
  substratePort,
  walletConnectRelay,
  fresh = false,
  empty = false,
  dev = false,
  moreChains = [],
  substrateChanges = {},
  cronEveryMs = 2000,
  step = () => {},
}) {
  requirePorts({ PORT: port, ANVIL_PORT: anvilPort, SUBSTRATE_PORT: substratePort });
  mkdirSync(stateDir, { recursive: true });
  accessSync(stateDir, constants.W_OK);
  const { killed, unlock } = lock(stateDir);
  const stops = [unlock];
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end();
  };

  try {
    const patience = killed ? KILLED_PATIENCE_MS : 0;
    await requireFreePort(port, 'PORT', patience);
    await requireFreePort(anvilPort, 'ANVIL_PORT', patience);
    if (substratePort !== undefined) await requireFreePort(substratePort, 'SUBSTRATE_PORT', patience);

    const databaseDir = join(stateDir, 'd1');
    const substrateDir = join(stateDir, 'substrate');
    const state = {
      chain: join(stateDir, 'chain/state.json'),
      record: join(stateDir, 'deployments.json'),
      secrets: join(stateDir, 'secrets.json'),
      database: databaseDir,
      substrateBlocks: join(substrateDir, BLOCKS_FILE),
      // In the database's folder, so that they go with it.
      complete: join(databaseDir, 'complete'),
      substrateKnown: join(databaseDir, 'substrate'),
    };
    const resumed = continues(state, { fresh, step });
    const { secrets, signer } = localSecrets(state.secrets, { fresh });
    step('Starting the local chains');
    const substrateStarting =
      substratePort === undefined
        ? null
        : startSubstrateIfPossible({
            port: substratePort,
            folder: substrateDir,
            log: join(stateDir, 'log/substrate.log'),
            say: step,
          });
    stops.push(async () => (await substrateStarting)?.stop());
    const chain = await startChain({
      port: anvilPort,
      statePath: state.chain,
      log: join(stateDir, 'log/chain.log'),
    });
    stops.push(chain.stop);

    step(
      resumed ? 'Looking for the contract on the saved chain' : 'Deploying the contract and funding its pool',
    );
    // It keeps the contract that the chain carries: with our signer, whose key may be new.
    const record = await deploy({ rpcUrl: chain.url, config: localConfig({ signer }), out: state.record });
    if (!resumed) await fundRelay(chain, secrets.RELAY_KEYS);
    const chains = [chainEntry(record, { rpc_url: chain.url, confirmations: 1 }), ...moreChains];

    step('Migrating the database');
    await migrate(databaseDir);

    const password = secrets.DEMO_ADMIN_PASSWORD;
    const people = DEMO_ADMINISTRATORS.map((person) => ({ ...person, password }));
    const [admin] = people;
    if (!resumed) await ensureDemoAdministrators(people, databaseDir);

    const substrate = await substrateStarting;
    if (substrate) writeFileSync(state.substrateKnown, '');
    const substrateEntry = substrate && { ...localSubstrate(substrate), ...substrateChanges };

    const origin = `http://localhost:${port}`;
    const env = {
      ENVIRONMENT: 'local',
      PUBLIC_ORIGIN: origin,
      RATE_SOURCE: 'reference',
      CHAINS: JSON.stringify(chains),
      ...(substrateEntry && { SUBSTRATE: JSON.stringify(substrateEntry) }),
      ...secrets,
    };
    const envPath = join(stateDir, 'worker.env');
    writeEnv(envPath, env);

    const siteDir = join(stateDir, 'site');
    const walletConnect = walletConnectRelay ? { project_id: '', relay_url: walletConnectRelay } : null;
    const deployment = browserDeployment({
      environment: 'local',
      chains,
      substrate: substrateEntry,
      demoWallet: true,
      walletConnect,
    });
    if (dev) {
      await layOutFonts(join(ROOT, 'web/public'));
      writeFileSync(join(stateDir, 'vars.json'), JSON.stringify(env), { mode: 0o600 });
      writeFileSync(join(stateDir, 'deployment.json'), JSON.stringify(deployment));
    } else {
      step('Building the site');
      const securityContact = 'mailto:security@mooring.example';
      await layOutSite(await buildLocalSite(), siteDir, deployment, { origin, securityContact });
    }

    step('Starting the site and the API');
    const worker = await startWorker({ stateDir, port, siteDir, envPath, env, dev });
    stops.push(worker.stop);
    const api = `http://127.0.0.1:${port}/api`;
    await waitUntil(worker, async () => (await (await fetch(`${api}/health`)).json()).success === true);

    if (!resumed && !empty) {
      step('Buying the demo customer’s policies');
      await seed({ api, rpcUrl: chain.url, admin, claimsRole: record.roles.claims });
    }
    writeFileSync(state.complete, '');

    const cron = `http://127.0.0.1:${port}/cdn-cgi/handler/scheduled?cron=*+*+*+*+*`;
    stops.push(
      repeat(
        cronEveryMs,
        () => fetch(cron, { signal: AbortSignal.timeout(30_000) }),
        () => {},
      ),
    );

    const failed = Promise.race(
      [chain.process, worker, ...(substrate ? [substrate.process] : [])].map(async (part) => {
        await part.exited;
        return new Error(`${part.name} ended:\n${part.logTail()}`);
      }),
    );
    const colleagues = people.slice(1).map(({ email }) => email);
    return {
      url: origin,
      rpcUrl: chain.url,
      contract: record.contract,
      substrate,
      admin,
      colleagues,
      failed,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
