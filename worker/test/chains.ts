/** Real local chains, two with the real contract and one of Substrate, started before the tests and stopped after. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { privateKeyToAddress } from 'viem/accounts';
import type { TestProject } from 'vitest/node';
import { deploy, localConfig } from '../../scripts/contracts/deploy.mjs';
import { toolPath } from '../../scripts/contracts/forge.mjs';
import { chainEntry } from '../../scripts/lib/deployment.mjs';
import { startProcess, waitUntil } from '../../scripts/lib/processes.mjs';
import { localSubstrate, startSubstrate } from '../../scripts/lib/substrate.mjs';

const SIGNER_KEY = `0x${'5'.repeat(64)}` as const;
/** The relay account of both chains. It starts without coins: tests about it give it some. */
const RELAY_KEY = `0x${'6'.repeat(64)}` as const;
const MNEMONIC = 'test test test test test test test test test test test junk';

declare module 'vitest' {
  interface ProvidedContext {
    /** The worker's CHAINS variable. */
    chains: string;
    /** Its SUBSTRATE variable. */
    substrate: string;
    signerKey: string;
    relayKeys: string;
    /** Seeds of the campaigns with a lying RPC; `npm run test:full` uses more. */
    campaigns: number[];
    /** Rounds of the campaign with payouts that don't land; `npm run test:full` makes more. */
    payoutRounds: number;
    /** Purchases of the campaign with a relay that is killed; `npm run test:full` makes more. */
    relayRounds: number;
    /** Seeds of the fault campaign's runs; `npm run test:faults` makes 1,000. */
    faultSeeds: number[];
    randomRequests: number;
    randomSeed: number;
    modelRuns: number;
    endingRuns: number;
    /** Rows in the largest list of the desk's volume test, in thousands. */
    deskVolume: number;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

async function startChain(folder: string, chainId: number, confirmations: number, more: string[] = []) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const args = [
    '--port',
    String(port),
    '--chain-id',
    String(chainId),
    '--mnemonic',
    MNEMONIC,
    '--quiet',
    ...more,
  ];
  const anvil = startProcess({
    name: `The chain ${chainId}`,
    command: toolPath('anvil'),
    args: [...args, '--host', '127.0.0.1'],
    log: join(folder, `${chainId}.log`),
    cwd: folder,
  });
  const ask = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] });
  const headers = { 'content-type': 'application/json' };
  await waitUntil(anvil, async () => {
    const signal = AbortSignal.timeout(2000);
    return (await fetch(url, { method: 'POST', headers, body: ask, signal })).ok;
  });
  const local = localConfig({ signer: privateKeyToAddress(SIGNER_KEY) });
  const at = (out: string, salt: string, changes: object) => {
    // All tests share a day's allowance; those about its end lower it first.
    const currencies = Object.fromEntries(
      Object.entries(local.currencies as Record<string, object>).map(([symbol, currency]) => [
        symbol,
        { ...currency, allowance: 1_000_000_000, ...changes },
      ]),
    );
    const config = { ...local, currencies, salt, chain_id: chainId };
    return deploy({ rpcUrl: url, config, out: join(folder, out) });
  };
  // A deployment keeps the contracts that it sold with before.
  const earlier = await at(`earlier-${chainId}.json`, 'earlier', { capital: '0' });
  const record = await at('deployments.json', 'current', {});
  record.contracts.push(...earlier.contracts);
  return { anvil, entry: chainEntry(record, { rpc_url: url, confirmations }) };
}

/** Of `npm test`: one run of each scenario, which together have most faults. */
const SHORT_CAMPAIGN = [56, 105, 346, 349, 674, 1355, 1440, 3807, 5056, 18_377];

function faultSeeds(): number[] {
  const { FAULT_SEED: few, FAULT_RUNS: runs, FAULT_START: start } = process.env;
  if (few) return few.split(',').map(Number);
  return runs ? Array.from({ length: Number(runs) }, (_, index) => Number(start) + index) : SHORT_CAMPAIGN;
}

export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'mooring-worker-test-'));
  const starting = startSubstrate({
    port: await freePort(),
    folder: join(folder, 'substrate'),
    log: join(folder, 'substrate.log'),
  });
  const usual = await startChain(folder, 1337, 1);
  // The reorganization tests revert and replay the second one. Blocks that are mined at once are a second apart, so it
  // starts late to stay behind the clock, but on the same day, or no cover that starts today would have begun.
  const now = Math.floor(Date.now() / 1000);
  const late = String(Math.max(now - 900, now - (now % 86_400)));
  const shaky = await startChain(folder, 31337, 3, ['--timestamp', late]);
  project.provide('chains', JSON.stringify([usual.entry, shaky.entry]));
  const substrate = await starting;
  project.provide('substrate', JSON.stringify(localSubstrate(substrate)));
  project.provide('signerKey', SIGNER_KEY);
  project.provide('relayKeys', JSON.stringify({ 1337: RELAY_KEY, 31337: RELAY_KEY }));
  project.provide('payoutRounds', Number(process.env.PAYOUT_ROUNDS ?? 2));
  project.provide('relayRounds', Number(process.env.RELAY_ROUNDS ?? 3));
  project.provide('faultSeeds', faultSeeds());
  project.provide('randomRequests', Number(process.env.RANDOM_REQUESTS ?? 640));
  project.provide('modelRuns', Number(process.env.MODEL_RUNS ?? 3));
  project.provide('endingRuns', Number(process.env.ENDING_RUNS ?? 5));
  project.provide('randomSeed', Number(process.env.RANDOM_SEED ?? 1));
  project.provide('deskVolume', Number(process.env.DESK_VOLUME ?? 5));
  const campaigns = Number(process.env.LYING_CAMPAIGNS ?? 2);
  project.provide(
    'campaigns',
    Array.from({ length: campaigns }, (_, index) => 8 + index),
  );
  return async () => {
    await Promise.all([usual.anvil.stop(), shaky.anvil.stop(), substrate.stop()]);
    rmSync(folder, { recursive: true, force: true });
  };
}
