/** One run: a scenario with some faults, then quiet, then the checker. */
import { reset } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { check } from '../../../scripts/faults/checker/check.ts';
import { readEvm } from '../../../scripts/faults/checker/evm.ts';
import type { Ask, Fact } from '../../../scripts/faults/checker/facts.ts';
import { type Query, readRecords } from '../../../scripts/faults/checker/records.ts';
import type { World as Checked, Finding } from '../../../scripts/faults/checker/rule.ts';
import { readSubstrate } from '../../../scripts/faults/checker/substrate.ts';
import { audit, differences } from '../audit.ts';
import { scanFromHere, shaky } from '../harness.ts';
import { migrate } from '../migrate.ts';
import { scanPolkadotFromHere, withSubstrate } from '../polkadot.ts';
import { bestBlock, substrate } from '../substrate.ts';
import { draw } from './draw.ts';
import { freshChain, passOnChain } from './evm.ts';
import type { Fault } from './kinds.ts';
import type { Scenario } from './scenarios.ts';
import { openDesk } from './stage.ts';
import { returnPool, successor } from './substrate-stage.ts';
import { ClientGone, World, type WorldOptions } from './world.ts';

export interface Outcome {
  scenario: string;
  faults: readonly Fault[];
  happened: ReadonlyMap<Fault, number>;
  findings: Finding[];
}

const query: Query = async (sql) => (await env.DB.prepare(sql).all()).results as never;

const asking =
  (url: string): Ask =>
  async (method, params) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    return ((await response.json()) as { result: unknown }).result;
  };

/** What the EVM chain shows. */
export const onEvm = (): Promise<Fact[]> =>
  readEvm({
    chain: String(shaky.chain_id),
    contracts: [shaky.contract],
    from: shaky.start_block,
    ask: asking(shaky.rpc_url),
  });

const onSubstrate = (from: number): Promise<Fact[]> =>
  readSubstrate({
    chain: substrate.genesis_hash,
    recipients: [substrate.recipient, successor.key],
    from,
    ask: asking(substrate.rpc_url),
  });

/** What the public audit calls different, apart from payouts that a scenario sends without a claim. */
export async function audited(world: World): Promise<string[]> {
  const found = differences(await audit(world.reach, [shaky]));
  return found
    .filter(({ result }) => result !== 'unclaimed')
    .map(({ what, explanation }) => `${what} ${explanation}`);
}

/** What the checker looks at. */
export const observe = async (
  facts: readonly Fact[],
  lines: readonly string[],
  now: number,
): Promise<Checked> => ({
  records: await readRecords(query),
  facts,
  differences: lines,
  now: new Date(now).toISOString(),
});

/** An empty database and the chain as it was at first. */
export async function fresh(): Promise<void> {
  await freshChain();
  await Promise.all([env.DB.prepare('SELECT 1').run(), env.FILES.head('anything')]);
  await reset();
  await migrate();
  await scanFromHere();
}

/** The chain of a run: what the worker knows of it, and what it shows in the end. */
interface Ground extends Pick<WorldOptions, 'variables' | 'substrate' | 'passOnChain'> {
  facts(): Promise<Fact[]>;
}

async function groundOf({ chain }: Scenario): Promise<Ground> {
  if (chain === 'evm') {
    const variables = { CHAINS: JSON.stringify([shaky]) };
    return { variables, substrate: null, passOnChain, facts: onEvm };
  }
  await returnPool();
  const from = (await bestBlock()) + 1;
  await scanPolkadotFromHere();
  return {
    variables: { CHAINS: '[]', ...withSubstrate() },
    substrate: substrate.rpc_url.replace(/\/$/, ''),
    // Its blocks have the machine's own time.
    passOnChain: async () => {},
    facts: () => onSubstrate(from),
  };
}

/** The run of a seed. */
export async function run(seed: number): Promise<Outcome> {
  const { dice, scenario, faults } = draw(seed);
  await fresh();
  const { facts, ...ground } = await groundOf(scenario);
  const world = new World({ dice, faults, ...ground });
  const { act, finish } = scenario.open(world, await openDesk());
  const findings: Finding[] = [];
  try {
    await act(() => world.begin(scenario.steps));
    await world.schedule();
  } catch (error) {
    if (!(error instanceof ClientGone)) findings.push(broken('scenario', error));
  }
  world.calm();
  try {
    await finish();
  } catch (error) {
    findings.push(broken('aftermath', error));
  }
  // A chain without a contract has no events to compare, and what a wrong clock wrote is no honest book.
  const isAudited = scenario.chain === 'evm' && !world.happened.has('clock off by minutes');
  const lines = isAudited ? await audited(world) : [];
  findings.push(...check(await observe(await facts(), lines, world.clock())));
  return { scenario: scenario.name, faults, happened: world.happened, findings };
}

const broken = (subject: string, error: unknown): Finding => ({
  rule: 'everything can be finished',
  subject,
  detail: error instanceof Error ? (error.stack ?? error.message) : String(error),
});
