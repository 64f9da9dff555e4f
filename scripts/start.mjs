// npm start: runs all of Mooring on this machine. README.md explains the switches.
import { join } from 'node:path';
import { bootstrap, cannotWrite, ROOT } from './lib/bootstrap.mjs';

const SWITCHES = new Set(['--fresh', '--empty', '--dev', '--help']);

const HELP = `npm start [-- switches]
  --fresh   start over: new chains, an empty database
  --empty   no demo data but the administrator
Environment: PORT (8787), ANVIL_PORT (8545), SUBSTRATE_PORT (9944), STATE_DIR (.local),
  WALLETCONNECT_RELAY (none; the ws address of a local relay offers WalletConnect)`;

await bootstrap(import.meta.url);

const switches = process.argv.slice(2).filter((word) => word !== '--');
const unknown = switches.find((word) => !SWITCHES.has(word));
if (unknown || switches.includes('--help')) {
  if (unknown) console.error(`There is no switch ${unknown}.\n`);
  console.log(HELP);
  process.exit(unknown ? 2 : 0);
}

const { startStack } = await import('./lib/stack.mjs');
const { ensureGeneratedTypes } = await import('./lib/generated-types.mjs');
const { StartError } = await import('./lib/processes.mjs');
const port = Number(process.env.PORT ?? 8787);
const anvilPort = Number(process.env.ANVIL_PORT ?? 8545);
const substratePort = Number(process.env.SUBSTRATE_PORT ?? 9944);
const began = Date.now();
const step = (text) => console.log(`  ${((Date.now() - began) / 1000).toFixed(1).padStart(5)} s  ${text}`);

// Until everything is up, a signal exits at once, and the tethers end what is already running.
let stopNow = () => process.exit(130);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stopNow());

function box(lines) {
  const width = Math.max(...lines.map((line) => line.length));
  return [
    `┌${'─'.repeat(width + 2)}┐`,
    ...lines.map((line) => `│ ${line.padEnd(width)} │`),
    `└${'─'.repeat(width + 2)}┘`,
  ].join('\n');
}

try {
  console.log('Mooring is starting.');
  const stack = await startStack({
    stateDir: process.env.STATE_DIR ?? join(ROOT, '.local'),
    port,
    anvilPort,
    substratePort,
    walletConnectRelay: process.env.WALLETCONNECT_RELAY,
    fresh: switches.includes('--fresh'),
    empty: switches.includes('--empty'),
    dev: switches.includes('--dev'),
    step,
  });
  const stopped = new Promise((resolve) => {
    stopNow = () => resolve(null);
  });
  console.log(
    box([
      `Mooring is at ${stack.url}`,
      '',
      'Try it: Connect Wallet → Demo Wallet, sign in, Get Quote → Home,',
      'pay with play money, and see the policy under My Policies.',
      '',
      `Admin    ${stack.url}/admin/admin-login, ${stack.admin.email}, ${stack.admin.password}`,
      `         the same password: ${stack.colleagues.join(', ')}`,
      `API      ${stack.url}/api/health`,
      `Letters  ${stack.url}/cdn-cgi/local/explorer/`,
      `Chain    ${stack.rpcUrl} (id 1337), contract ${stack.contract}`,
      ...(stack.substrate
        ? [
            `         ${stack.substrate.wsUrl} (${stack.substrate.name}), paid to ${stack.substrate.recipient.address}`,
          ]
        : []),
      'Stop     Ctrl-C. Your data is kept; npm start -- --fresh starts over.',
    ]),
  );
  // Only editors need these files.
  ensureGeneratedTypes().catch((error) => console.error(error.message));
  const failure = await Promise.race([stopped, stack.failed]);
  console.log(failure ? `\n${failure.message}\nStopping the rest.` : '\nStopping.');
  await stack.stop();
  process.exit(failure ? 1 : 0);
} catch (error) {
  const sentence = error instanceof StartError ? error.message : cannotWrite(error);
  console.error(`\n${sentence ?? `Mooring could not start. ${error.stack}`}`);
  process.exit(1);
}
