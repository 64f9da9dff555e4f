/** The scheduled run: all of its jobs, or those that a test is about. */
import { env } from 'cloudflare:workers';
import { realEdges } from '#worker/edges.ts';
import { runJobs } from '#worker/jobs/run.ts';
import { type Edges, makeContext } from '#worker/platform/context.ts';
import { chain, isUsed, shaky, shakyChain, usual } from './local-chains.ts';
import { bindings, ORIGIN } from './reach.ts';

/** The CHAINS variable with the start blocks that `scanFromHere` set. */
export const scannedChains = (): Partial<Env> => ({ CHAINS: JSON.stringify([usual, shaky]) });

/**
 * Runs the scheduled jobs as the platform would, on the chains from where `scanFromHere` set their start. The whole
 * schedule is slow, so a test names the jobs that it is about.
 */
export async function runSchedule(
  edges: Partial<Edges> = {},
  variables: Partial<Env> = {},
  only?: readonly string[],
): Promise<void> {
  const all = { ...realEdges, ...edges };
  await runJobs(
    makeContext(bindings({ ...scannedChains(), ...variables }), all, crypto.randomUUID(), new URL(ORIGIN)),
    only,
  );
}

/** The jobs that read a chain and let its events take effect. */
const CHAIN_JOBS = [
  'scan',
  'sweep',
  'confirm',
  'dead transfers',
  'lost payments',
  'reported',
  'settle endings',
];

/** Of the schedule only what follows the chains. A second chain that the file hasn't used has nothing to read. */
export const readChains = (edges?: Partial<Edges>, variables?: Partial<Env>, more: readonly string[] = []) =>
  runSchedule(edges, { CHAINS: JSON.stringify(isUsed(shaky) ? [usual, shaky] : [usual]), ...variables }, [
    ...CHAIN_JOBS,
    ...more,
  ]);

/** The same for the usual chain alone. */
export const readChain = (edges?: Partial<Edges>, ...more: string[]) =>
  readChains(edges, { CHAINS: JSON.stringify([usual]) }, more);

/**
 * Starts the scheduled run at the head of each chain, as if the contracts had been deployed there, so that
 * re-reading and sweeping find no events of other tests.
 */
export async function scanFromHere(): Promise<void> {
  const heads = await Promise.all([chain.getBlock(), shakyChain.getBlock()]);
  const set = [usual, shaky].map((config, index) => {
    const { number, hash, timestamp } = heads[index] as (typeof heads)[0];
    const time = new Date(Number(timestamp) * 1000).toISOString();
    config.start_block = Number(number) + 1;
    for (const earlier of config.earlier_contracts) earlier.start_block = config.start_block;
    const id = String(config.chain_id);
    return env.DB.prepare(
      'INSERT OR REPLACE INTO scan_cursors (chain_id, block_number, block_hash, block_time, updated_at) VALUES (?, ?, ?, ?, ?)',
    ).bind(id, Number(number), hash, time, time);
  });
  await env.DB.batch(set);
}
