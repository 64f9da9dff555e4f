// The whole local stack: chain, contract, database, site and worker, in one state folder.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEMO_ADMINISTRATORS } from '../../domain/admin/demo.ts';
import { deploy, localConfig } from '../contracts/deploy.mjs';
import { ensureDemoAdministrators, QUIET } from './administrators.mjs';
import { ROOT } from './bootstrap.mjs';
import { CHAIN_ID, startChain } from './chain.mjs';
import { migrate } from './database.mjs';
import { browserDeployment, chainEntry, isFormerRecord } from './deployment.mjs';
import { layOutFonts } from './fonts.mjs';
import { repeat, requireFreePort, StartError, startProcess, waitUntil } from './processes.mjs';
import { localSecrets } from './secrets.mjs';
import { seed } from './seed.mjs';
import { buildLocalSite, layOutSite } from './site.mjs';

const CRON_EVERY_MS = 2000;
/** How long the processes of a killed run may take to end. */
const KILLED_PATIENCE_MS = 10_000;
const WRANGLER = join(ROOT, 'node_modules/wrangler/bin/wrangler.js');
const alive = (pid) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** One stack per folder, because two would write to the same database. Says whether the last run was killed. */
function lock(stateDir) {
  const path = join(stateDir, 'run.pid');
  const killed = existsSync(path);
  const pid = killed ? Number(readFileSync(path, 'utf8')) : 0;
  if (pid && pid !== process.pid && alive(pid)) {
    throw new StartError(`Mooring is already running from this folder (process ${pid}). Stop it first.`);
  }
  writeFileSync(path, String(process.pid));
  return { killed, unlock: () => rmSync(path, { force: true }) };
}

function readRecord(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8'))[CHAIN_ID] : undefined;
}

/** Deploys our contract, or keeps the one that the chain carries: with our signer, whose key may have been made anew. */
async function ensureContract(chain, recordPath, signer) {
  const record = await deploy({ rpcUrl: chain.url, config: localConfig({ signer }), out: recordPath });
  await chain.save();
  return record;
}

function envFile(values) {
  return Object.entries(values)
    .map(([name, value]) => `${name}='${value}'`)
    .join('\n');
}

/** Secrets that wrangler.toml doesn't require. Wrangler reads only listed ones from the file. */
const OPTIONAL_SECRETS = ['PUSH_KEYS', 'DEMO_ADMIN_PASSWORD'];

function startWorker({ stateDir, port, siteDir, envPath, secrets, dev }) {
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
  return startProcess({
    name: 'The site and API (workerd)',
    command: process.execPath,
    args: [
      ...[WRANGLER, 'dev', '--config', join(ROOT, 'wrangler.toml'), '--env-file', envPath],
      ...['--ip', '127.0.0.1', '--port', String(port), '--inspector-port', '0'],
      ...['--assets', siteDir, '--persist-to', join(stateDir, 'd1')],
      ...OPTIONAL_SECRETS.flatMap((name) => ['--var', `${name}:${secrets[name]}`]),
      ...['--show-interactive-dev-session=false', '--log-level', 'warn'],
    ],
    log,
    cwd: ROOT,
    env: QUIET,
  });
}

/**
 * Starts everything and resolves when the API answers.
 * @param {{ stateDir: string, port: number, anvilPort: number, fresh?: boolean, empty?: boolean, dev?: boolean, step?: (text: string) => void }} options
 * @returns {Promise<{ url: string, rpcUrl: string, contract: string, admin: { email: string, password: string }, colleagues: string[], failed: Promise<Error>, stop: () => Promise<void> }>}
 */
export async function startStack({
  stateDir,
  port,
  anvilPort,
  fresh = false,
  empty = false,
  dev = false,
  step = () => {},
}) {
  mkdirSync(stateDir, { recursive: true });
  const { killed, unlock } = lock(stateDir);
  const stops = [unlock];
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end();
  };

  try {
    const patience = killed ? KILLED_PATIENCE_MS : 0;
    await requireFreePort(port, 'PORT', patience);
    await requireFreePort(anvilPort, 'ANVIL_PORT', patience);

    const statePath = join(stateDir, 'chain/state.json');
    const databaseDir = join(stateDir, 'd1');
    const recordPath = join(stateDir, 'deployments.json');
    const former = isFormerRecord(readRecord(recordPath));
    if (fresh || former || !existsSync(statePath) || !existsSync(databaseDir)) {
      if (!fresh && existsSync(databaseDir) !== existsSync(statePath)) {
        step('Half of the saved state is missing: chain and database both begin anew');
      } else if (!fresh && former) {
        step('The saved state is from the first edition of the contract: chain and database both begin anew');
      }
      for (const path of [statePath, databaseDir, recordPath]) rmSync(path, { recursive: true, force: true });
    }

    const { secrets, signer } = localSecrets(join(stateDir, 'secrets.json'));
    step('Starting the local chain');
    const chain = await startChain({ port: anvilPort, statePath, log: join(stateDir, 'log/chain.log') });
    stops.push(chain.stop);

    step(
      chain.resumed
        ? 'Looking for the contract on the saved chain'
        : 'Deploying the contract and funding its pool',
    );
    const record = await ensureContract(chain, recordPath, signer);
    const chains = [chainEntry(record, { rpc_url: chain.url, confirmations: 1 })];

    step('Migrating the database');
    await migrate(databaseDir, QUIET);

    // Next to the database, so that both are deleted together.
    const welcomed = join(databaseDir, 'demo-administrators');
    const password = secrets.DEMO_ADMIN_PASSWORD;
    const people = DEMO_ADMINISTRATORS.map((person) => ({ ...person, password }));
    const [admin] = people;
    if (!existsSync(welcomed)) {
      await ensureDemoAdministrators(people, databaseDir);
      writeFileSync(welcomed, '');
    }

    const origin = `http://localhost:${port}`;
    const vars = {
      ENVIRONMENT: 'local',
      PUBLIC_ORIGIN: origin,
      RATE_SOURCE: 'reference',
      CHAINS: JSON.stringify(chains),
    };
    const envPath = join(stateDir, 'worker.env');
    writeFileSync(envPath, envFile({ ...vars, ...secrets }), { mode: 0o600 });

    const siteDir = join(stateDir, 'site');
    const deployment = browserDeployment({ environment: 'local', chains, demoWallet: true });
    if (dev) {
      layOutFonts(join(ROOT, 'web/public'));
      writeFileSync(join(stateDir, 'vars.json'), JSON.stringify({ ...vars, ...secrets }), { mode: 0o600 });
      writeFileSync(join(stateDir, 'deployment.json'), JSON.stringify(deployment));
    } else {
      step('Building the site');
      layOutSite(await buildLocalSite(), siteDir, deployment);
    }

    step('Starting the site and the API');
    const worker = startWorker({ stateDir, port, siteDir, envPath, secrets, dev });
    stops.push(worker.stop);
    const api = `http://127.0.0.1:${port}/api`;
    await waitUntil(worker, async () => (await (await fetch(`${api}/health`)).json()).success === true);

    if (!chain.resumed && !empty) {
      step('Buying the demo customer’s policies');
      await seed({ api, rpcUrl: chain.url });
    }

    const cron = `http://127.0.0.1:${port}/cdn-cgi/handler/scheduled?cron=*+*+*+*+*`;
    stops.push(
      repeat(
        CRON_EVERY_MS,
        () => fetch(cron, { signal: AbortSignal.timeout(30_000) }),
        () => {},
      ),
    );

    const failed = Promise.race(
      [chain.process, worker].map(async (part) => {
        await part.exited;
        return new Error(`${part.name} ended:\n${part.logTail()}`);
      }),
    );
    const colleagues = people.slice(1).map(({ email }) => email);
    return { url: origin, rpcUrl: chain.url, contract: record.contract, admin, colleagues, failed, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
